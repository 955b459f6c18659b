import type { IncomingMessage, RequestListener } from 'node:http';
import type { Config } from '../config.ts';
import { isOwnHost } from '../http/kit/client-address.ts';
import type { Log } from '../http/kit/context.ts';

/** Requests that a process checks. A wrong proxy configuration shows in the first ones. */
const MOST_CHECKED = 1000;

const HOST =
  'the proxy does not pass the Host header on, so agents get 403 at /api/mcp; in nginx: proxy_set_header Host $http_host';
const NOT_TRUSTED =
  'requests have X-Forwarded-For, but TRUSTED_PROXIES is 0: limits count all readers behind the proxy as one address';
const NOT_FORWARDED =
  'requests have fewer addresses in X-Forwarded-For than TRUSTED_PROXIES says: limits count all readers as one address';

/**
 * Warns when the headers of a proxy do not match the settings, once for each problem. The site still works then, but agents
 * or limits do not, and nothing else would show the cause.
 */
export function checkForwarding(config: Config, log: Log, next: RequestListener): RequestListener {
  const logged = new Set<string>();
  let checked = 0;
  return (incoming, outgoing) => {
    if (checked < MOST_CHECKED) {
      checked++;
      const warning = misfit(config, incoming);
      if (warning && !logged.has(warning)) log.warn({}, warning);
      if (warning) logged.add(warning);
    }
    next(incoming, outgoing);
  };
}

function misfit(config: Config, { headers, url, socket }: IncomingMessage): string | null {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  if (config.trustedProxies === 0) return forwarded && isNear(socket.remoteAddress) ? NOT_TRUSTED : null;
  if (url === '/healthz' || url === '/readyz') return null; // requested by the machine itself, without the proxy
  if (forwarded.split(',').filter((one) => one.trim() !== '').length < config.trustedProxies) return NOT_FORWARDED;
  return headers.host !== undefined && !isOwnHost(config, headers.host) ? HOST : null;
}

/** Whether the connection comes from this machine or a private network, as from the operator's proxy. Anybody can send the header. */
function isNear(address = ''): boolean {
  return /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i.test(address);
}
