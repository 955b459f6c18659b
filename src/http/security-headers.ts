import type { Config } from '#runtime/config/config.ts';
import type { Context } from './context.ts';

/**
 * What a page may load. `default-src` refuses everything that is not listed, such as scripts, which the pages do not have. `connect-src` is
 * for auditors such as Lighthouse: they request robots.txt and llms.txt from within the page.
 */
export const READER_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const REFERRER = { 'Referrer-Policy': 'strict-origin-when-cross-origin' };

/** A public page has no script that an opener could reach, and its policy refuses frames. */
const PUBLIC_PAGE: Record<string, string> = {
  ...REFERRER,
  'Content-Security-Policy': READER_POLICY,
  'Permissions-Policy': 'camera=(),microphone=(),geolocation=(),browsing-topics=()',
};

const PAGE: Record<string, string> = {
  ...PUBLIC_PAGE,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** A script of another site can read these headers of a response that is not a page. */
const NOT_A_PAGE = { 'Access-Control-Expose-Headers': 'ETag,Link,X-Markdown-Tokens,Repr-Digest' };

/** The headers of a public response: they depend on its type alone and are the same for every reader. */
export function publicHeaders(config: Config, type: string): Record<string, string> {
  return { ...everyHeader(config), ...(type.startsWith('text/html') ? PUBLIC_PAGE : NOT_A_PAGE) };
}

/** The headers of any other response. */
export function responseHeaders(config: Config, requestId: string): Record<string, string> {
  return { ...headersWithoutId(config), 'X-Request-Id': requestId };
}

/** The same for a response that gets its id elsewhere. */
export function headersWithoutId(config: Config): Record<string, string> {
  return { ...everyHeader(config), ...REFERRER };
}

function everyHeader({ publication }: Config): Record<string, string> {
  const https = publication.baseUrl.startsWith('https:');
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

/** Sets the headers that every response has, unless its handler set them. */
export async function setHeaders(c: Context): Promise<void> {
  if (c.res.status === 304) return;
  const headers = c.res.headers;
  if (!c.get('isHeld')) headers.set('X-Request-Id', c.var.requestId);
  if (c.get('isCopy')) return;
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  for (const [name, value] of Object.entries(responseHeaders(c.var.config, c.var.requestId))) set(name, value);
  if (c.req.path.startsWith('/api/agent/')) set('Pragma', 'no-cache'); // RFC 6749, 5.1
  if (c.req.method === 'HEAD' && c.res.body)
    set('Content-Length', String((await c.res.clone().arrayBuffer()).byteLength));
  if (!headers.get('content-type')?.startsWith('text/html')) return;
  for (const [name, value] of Object.entries(PAGE)) set(name, value);
}
