import { createMiddleware } from 'hono/factory';
import { Failure } from '#core/failure.ts';
import type { OpenApi } from '#http/api-description.ts';
import type { Env } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { openApi } from './document.ts';

/** What links get from programs that count visits: it asks for nothing. */
const TRACKING = /^utm_\w{1,30}$/;

/**
 * Refuses a query parameter that the API description does not have for this route: `?dry_run=true` must not store a draft, and
 * `?page=2` must not get the first page. @throws bad_request
 */
export function refuseUnknownParameters(method: 'GET' | 'POST', path: string) {
  let known: ReadonlySet<string> | null | undefined;
  return createMiddleware<Env>(async (c, next) => {
    const at = c.req.url.indexOf('?');
    const sent = at === -1 ? [] : [...new URLSearchParams(c.req.url.slice(at)).keys()];
    if (sent.length > 0) {
      const { publication } = siteSnapshot();
      known ??= parametersOf(await openApi(publication, ''), method, path);
      const unknown = known && sent.find((name) => !known?.has(name) && !TRACKING.test(name));
      if (known && unknown !== null && unknown !== undefined) throw unknownParameter(unknown, known);
    }
    await next();
  });
}

/** The query parameters of a route by the API description; null for a route that it does not describe. */
function parametersOf(
  { paths, components }: OpenApi,
  method: 'GET' | 'POST',
  path: string,
): ReadonlySet<string> | null {
  const template = path.replace(/:(\w+)/g, '{$1}');
  const described = paths[template] ?? paths[template.replace('/api/v1/public', '/api/public')];
  const operation = method === 'GET' ? described?.get : described?.post;
  if (!operation) return null;
  const all = (operation.parameters ?? []).map((parameter) => {
    const [, name] = typeof parameter.$ref === 'string' ? (/([^/]+)$/.exec(parameter.$ref) ?? []) : [];
    return name === undefined ? parameter : (components.parameters[name] ?? {});
  });
  return new Set(all.filter((parameter) => parameter.in === 'query').map((parameter) => String(parameter.name)));
}

function unknownParameter(name: string, known: ReadonlySet<string>): Failure {
  const shown = name.toWellFormed().slice(0, 60);
  return new Failure('bad_request', `There is no parameter \`${shown}\` here. Nothing was done.`, {
    hint: known.size === 0 ? 'This address takes no parameter.' : `This address takes ${[...known].join(', ')}.`,
  });
}
