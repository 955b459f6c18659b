import { CAPABILITY_ROUTES } from '#app.ts';
import { matchRoutes } from '#http/own-paths.ts';
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

export const ROUTES_BY_PATH = Map.groupBy(ROUTES, ({ path }) => path);

/** Whether a path belongs to a route. Routes of sections and articles are left out, because the path does not say whether these exist. */
export const isRoute = matchRoutes(ROUTES.map(({ path }) => path));
