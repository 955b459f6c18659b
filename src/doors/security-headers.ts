import type { Config } from '../config.ts';
import type { Ctx } from './env.ts';

const READING =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'none'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The headers of an answer, whatever it is. */
export function everyAnswer({ publication }: Config, requestId: string): Record<string, string> {
  const https = publication.baseUrl.startsWith('https:');
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Request-Id': requestId,
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The headers every answer carries, unless the door set a stricter or fitting one itself. */
export async function setHeaders(c: Ctx): Promise<void> {
  const headers = c.res.headers;
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  for (const [name, value] of Object.entries(everyAnswer(c.var.config, c.var.requestId))) set(name, value);
  if (c.req.path.startsWith('/api/agent/')) set('Pragma', 'no-cache'); // RFC 6749, 5.1
  if (c.req.method === 'HEAD' && c.res.body)
    set('Content-Length', String((await c.res.clone().arrayBuffer()).byteLength));
  if (!headers.get('content-type')?.startsWith('text/html')) return;
  set('Content-Security-Policy', READING);
  set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()');
  set('Cross-Origin-Opener-Policy', 'same-origin');
  set('X-Frame-Options', 'DENY');
}
