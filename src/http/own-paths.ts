/** A parameter of a route, `:map{sitemap-[1-9]\.xml}`, with its pattern. */
const PARAMETER = /:\w+(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/;

/**
 * Tells whether a path belongs to one of these routes. Routes of sections and articles are left out, because the path alone does not say
 * whether a section or an article exists.
 */
export function matchRoutes(paths: readonly string[]): (path: string) => boolean {
  const patterns = [...new Set(paths)]
    .filter((path) => !path.startsWith('/:section'))
    .map((path) => new RegExp(`^${path.split(PARAMETER).map(patternOf).join('')}$`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** The parts of a split route by turns: text, and the pattern of a parameter, undefined for one without. */
function patternOf(part: string | undefined, at: number): string {
  return at % 2 === 0 ? (part ?? '').replace(/[.+]/g, '\\$&') : (part ?? '[^/]+');
}
