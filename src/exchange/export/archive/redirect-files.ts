import type { Redirect } from './site-lists.ts';

// The redirects as the configuration of common servers. Paths hold letters of addresses only, or are percent-encoded.

/** A file for `include` in the `server` block of nginx. */
export function nginxRedirects(redirects: readonly Redirect[]): string {
  return lines(redirects, ({ from, to }) => `location = ${nginxWord(from)} { return 301 ${nginxWord(to)}; }`);
}

/** A file for `import` in a site block of Caddy. */
export function caddyRedirects(redirects: readonly Redirect[]): string {
  return lines(redirects, ({ from, to }) => `redir ${caddyWord(from)} ${caddyWord(to)} 301`);
}

/** The file `_redirects` that hosts of static sites read. */
export function hostRedirects(redirects: readonly Redirect[]): string {
  return lines(redirects, ({ from, to }) => `${encodeURI(from)} ${encodeURI(to)} 301`);
}

function lines(redirects: readonly Redirect[], line: (redirect: Redirect) => string): string {
  return redirects.map((redirect) => `${line(redirect)}\n`).join('');
}

function nginxWord(path: string): string {
  return /^[\w/.~-]+$/.test(path) ? path : `"${path.replace(/["\\]/g, '\\$&').replaceAll('$', '')}"`;
}

function caddyWord(path: string): string {
  return /^[\w/.~-]+$/.test(path) ? path : `"${path.replace(/["\\*{}]/g, '\\$&')}"`;
}
