import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { createApp } from '../app.ts';
import { DESK_SLUGS } from '../article/model/desk.ts';
import { HTML } from '../cache/public-response.ts';
import type { Config } from '../config.ts';
import { LARGEST_JSON } from '../http/kit/body.ts';
import type { Log } from '../http/kit/context.ts';
import { copyHeaders } from '../http/kit/security-headers.ts';
import { LARGEST_FILE } from '../pictures/inspect-picture.ts';
import type { Deps } from '../runtime/deps.ts';
import { exportToDisk, type SiteExport } from './disk.ts';
import { nginxConf } from './nginx.ts';

/** Pages whose form `Accept` chooses. */
const FRONTS = [
  '/',
  ...DESK_SLUGS.map((desk) => `/${desk}`),
  '/about',
  '/advertise',
  '/suppliers',
  '/corrections',
  '/standards',
  '/method',
  '/api',
];

const SERVER_CARD = 'application/mcp-server-card+json';

/** Public paths with one form, and its type. */
export const SINGLES: Readonly<Record<string, string>> = {
  '/search': 'text/html',
  '/about.md': 'text/markdown',
  '/advertise.md': 'text/markdown',
  '/corrections.md': 'text/markdown',
  '/standards.md': 'text/markdown',
  '/suppliers.md': 'text/markdown',
  '/method.md': 'text/markdown',
  '/llms.txt': 'text/markdown',
  '/llms-full.txt': 'text/markdown',
  '/auth.md': 'text/markdown',
  '/rss.xml': 'application/rss+xml',
  '/atom.xml': 'application/atom+xml',
  '/feed.json': 'application/feed+json',
  '/sitemap.xml': 'application/xml',
  '/robots.txt': 'text/plain',
  '/humans.txt': 'text/plain',
  '/ads.txt': 'text/plain',
  '/.well-known/oauth-protected-resource': 'application/json',
  '/.well-known/oauth-protected-resource/api/mcp': 'application/json',
  '/.well-known/oauth-authorization-server': 'application/json',
  '/.well-known/mcp.json': 'application/json',
  '/.well-known/mcp/server-card.json': SERVER_CARD,
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  '/.well-known/agent-skills/index.json': 'application/json',
  '/.well-known/agent-skills/read/SKILL.md': 'text/markdown',
  '/.well-known/agent-skills/draft/SKILL.md': 'text/markdown',
  '/api/mcp/server-card': SERVER_CARD,
  '/openapi.json': 'application/json',
  '/api/public/articles': 'application/json',
  '/api/v1/public/articles': 'application/json',
  '/api/v1/advertise': 'application/json',
  '/api/v1/suppliers': 'application/json',
  '/static/style.css': 'text/css',
  '/static/logo.png': 'image/png',
  '/static/feed.png': 'image/png',
  '/static/mark.svg': 'image/svg+xml',
  '/cards/house.png': 'image/png',
  ...Object.fromEntries(
    DESK_SLUGS.flatMap((desk) => [
      [`/${desk}/llms.txt`, 'text/markdown'],
      [`/${desk}/rss.xml`, 'application/rss+xml'],
      [`/${desk}/atom.xml`, 'application/atom+xml'],
      [`/${desk}/feed.json`, 'application/feed+json'],
    ]),
  ),
};

/**
 * Public paths that are not printed: their answers change with the clock, with orders or with the question, or are files of
 * another store. docs/operations.md lists them.
 */
export const NOT_EXPORTED: readonly string[] = [
  '/authors/:slug',
  '/news-sitemap.xml',
  '/:map{sitemap-[1-9][0-9]*\\.xml}',
  '/.well-known/security.txt',
  '/advertise/check',
  '/api/v1/advertise/availability',
  '/api/v1/advertise/proof-key',
  '/cards/:section/:slug',
];

/** Prints the edition below `folder` and keeps it up, asking the house's own app as a reader would. */
export function startExport(deps: Deps, config: Config, log: Log, folder: string): SiteExport {
  const app = createApp(deps, config, log);
  const ask = async (path: string, accept: string) =>
    app.fetch(new Request(config.publication.baseUrl + path, { headers: { Accept: accept } }));
  const fail = (error: unknown) =>
    log.error({ error: String(error) }, 'the edition could not be printed on disk; look at EXPORT_DIR and its disk');
  return exportToDisk(deps, resolve(folder), ask, FRONTS, Object.keys(SINGLES), fail);
}

/** The configuration by which nginx serves what is printed below `folder`. `listen` is what its directive takes. */
export function nginxConfFor(config: Config, folder: string, listen: string, { brotli = false } = {}): string {
  const host = isIP(config.host) === 6 ? `[${config.host}]` : config.host;
  return nginxConf({
    publication: config.publication,
    folder: resolve(folder),
    application: `${host === '0.0.0.0' ? '127.0.0.1' : host}:${config.port}`,
    listen,
    pageHeaders: copyHeaders(config, HTML),
    singles: SINGLES,
    // Where `Accept` names no form, `/api` is JSON and every other page HTML: the application decides.
    fronts: FRONTS.filter((path) => path !== '/api'),
    // An upload is a file and the fields of its form.
    largestBody: LARGEST_FILE + LARGEST_JSON,
    brotli,
  });
}
