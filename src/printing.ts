import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { createApp } from './app.ts';
import { DESK_SLUGS } from './article/desk.ts';
import type { Config } from './config.ts';
import type { Log } from './doors/env.ts';
import { copyHeaders } from './doors/security-headers.ts';
import type { Press } from './ground/press.ts';
import { HTML } from './newsstand/copy.ts';
import { nginxConf } from './newsstand/nginx-conf.ts';
import { type DiskPrinter, printOnDisk } from './newsstand/print-on-disk.ts';

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
];

/** Public paths with one form, and its type. */
const SINGLES = {
  '/search': 'text/html',
  '/about.md': 'text/markdown',
  '/advertise.md': 'text/markdown',
  '/corrections.md': 'text/markdown',
  '/standards.md': 'text/markdown',
  '/suppliers.md': 'text/markdown',
  '/method.md': 'text/markdown',
  '/llms.txt': 'text/markdown',
  '/llms-full.txt': 'text/markdown',
  '/rss.xml': 'application/rss+xml',
  '/atom.xml': 'application/atom+xml',
  '/feed.json': 'application/feed+json',
  '/sitemap.xml': 'application/xml',
  '/robots.txt': 'text/plain',
  '/openapi.json': 'application/json',
  '/api/public/articles': 'application/json',
  '/api/v1/public/articles': 'application/json',
  '/api/v1/advertise': 'application/json',
  '/api/v1/suppliers': 'application/json',
  '/static/style.css': 'text/css',
  '/static/logo.png': 'image/png',
  '/static/feed.png': 'image/png',
  '/static/mark.svg': 'image/svg+xml',
};

/** Prints the edition below `folder` and keeps it up, asking the house's own app as a reader would. */
export function startPrinting(press: Press, config: Config, log: Log, folder: string): DiskPrinter {
  const app = createApp(press, config, log);
  const ask = async (path: string, accept: string) =>
    app.fetch(new Request(config.publication.baseUrl + path, { headers: { Accept: accept } }));
  const fail = (error: unknown) =>
    log.error({ error: String(error) }, 'the edition could not be printed on disk; look at PRINT_DIR and its disk');
  return printOnDisk(press, resolve(folder), ask, FRONTS, Object.keys(SINGLES), fail);
}

/** The configuration by which nginx serves what is printed below `folder`. `listen` is what its directive takes. */
export function printNginxConf(config: Config, folder: string, listen: string): string {
  const host = isIP(config.host) === 6 ? `[${config.host}]` : config.host;
  return nginxConf({
    publication: config.publication,
    folder: resolve(folder),
    application: `${host === '0.0.0.0' ? '127.0.0.1' : host}:${config.port}`,
    listen,
    pageHeaders: copyHeaders(config, HTML),
    singles: SINGLES,
  });
}
