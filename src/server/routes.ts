import { CAPABILITY_ROUTES } from '#app.ts';
import type { Route } from '#http/route.ts';

/**
 * Every route of every capability: method, path, access, rate limit and handler. The first that matches responds. Those that
 * begin with a parameter come after all others: `/brief/about` belongs to the brief, not to a section.
 */
export const ROUTES: readonly Route[] = fixedFirst(CAPABILITY_ROUTES);

function fixedFirst(routes: readonly Route[]): Route[] {
  const beginsFixed = ({ path }: Route) => !path.startsWith('/:');
  return [...routes.filter(beginsFixed), ...routes.filter((route) => !beginsFixed(route))];
}

/** A parameter of a route, `:map{sitemap-[1-9]\.xml}`, with its pattern. */
const PARAMETER = /:\w+(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/;

export const ROUTES_BY_PATH = Map.groupBy(ROUTES, ({ path }) => path);

/** Whether a path belongs to a route other than those of sections and articles, of which nobody knows whether they exist. */
export function isRoute(path: string): boolean {
  return FIXED_ROUTES.some((route) => route.test(path));
}

const FIXED_ROUTES = [...ROUTES_BY_PATH.keys()]
  .filter((path) => !path.startsWith('/:section'))
  .map((path) => new RegExp(`^${path.split(PARAMETER).map(patternOf).join('')}$`));

/** The parts of a split route by turns: text, and the pattern of a parameter, undefined for one without. */
function patternOf(part: string | undefined, at: number): string {
  return at % 2 === 0 ? (part ?? '').replace(/[.+]/g, '\\$&') : (part ?? '[^/]+');
}
