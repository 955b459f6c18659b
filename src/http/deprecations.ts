/** A route that a later release removes. It works for two more minors at least (docs/api.md). */
export type Deprecation = {
  method: 'GET' | 'POST' | 'OPTIONS';
  /** The path of the route, as the route table has it. */
  path: string;
  /** The day since which it is deprecated, and the first day on which it may be gone, such as `2026-11-23`. */
  since: string;
  sunset: string;
  /** The path that replaces it; null when nothing does. */
  successor: string | null;
};

/** Every deprecated route. The headers, the API description and `/api` follow from this table; the changelog lists each too. */
export const DEPRECATIONS: readonly Deprecation[] = [];

export function findDeprecation(all: readonly Deprecation[], method: string, path: string): Deprecation | undefined {
  return all.find((deprecation) => deprecation.method === method && deprecation.path === path);
}

/**
 * The headers `Deprecation` (RFC 9745, 2), `Sunset` (RFC 8594, 3) and `Link`, with the page that explains it and the successor, whose
 * parameters have the values of the request.
 */
export function deprecationHeaders(
  { since, sunset, successor }: Deprecation,
  parameters: Record<string, string> = {},
): Record<string, string> {
  const links = ['</api>; rel="deprecation"; type="text/html"'];
  const address = successor?.replace(/:(\w+)/g, (name, key) => encodeURIComponent(parameters[key] ?? name));
  if (address) links.push(`<${address}>; rel="successor-version"`);
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: links.join(', '),
  };
}

/** Adds the headers of a deprecation, if there is one; a `Link` keeps the links it has. */
export function addDeprecation(
  headers: Record<string, string>,
  deprecation: Record<string, string> | undefined,
): Record<string, string> {
  if (!deprecation) return headers;
  const link = [headers.Link, deprecation.Link].filter(Boolean).join(', ');
  return { ...headers, ...deprecation, Link: link };
}
