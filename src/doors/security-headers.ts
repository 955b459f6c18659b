import type { Ctx } from './env.ts';

const READING =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'none'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The headers every answer carries, unless the door set a stricter or fitting one itself. */
export async function setHeaders(c: Ctx): Promise<void> {
  const headers = c.res.headers;
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  set('X-Content-Type-Options', 'nosniff');
  set('Referrer-Policy', 'strict-origin-when-cross-origin');
  set('X-Request-Id', c.var.requestId);
  if (c.req.path.startsWith('/api/agent/')) set('Pragma', 'no-cache'); // RFC 6749, 5.1
  if (c.var.config.publication.baseUrl.startsWith('https:'))
    set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  if (c.req.method === 'HEAD' && c.res.body)
    set('Content-Length', String((await c.res.clone().arrayBuffer()).byteLength));
  if (!headers.get('content-type')?.startsWith('text/html')) return;
  set('Content-Security-Policy', READING);
  set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()');
  set('Cross-Origin-Opener-Policy', 'same-origin');
  set('X-Frame-Options', 'DENY');
}
