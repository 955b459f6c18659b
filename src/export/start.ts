import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { createApp } from '../app.ts';
import { HTML } from '../cache/public-response.ts';
import type { Config } from '../config.ts';
import { LARGEST_JSON } from '../http/kit/body.ts';
import type { Log } from '../http/kit/context.ts';
import { copyHeaders } from '../http/kit/security-headers.ts';
import { LARGEST_FILE } from '../pictures/inspect-picture.ts';
import { NEGOTIATED_PATHS, SINGLE_FORMS } from '../render/public-resources.ts';
import type { Deps } from '../runtime/deps.ts';
import { exportToDisk, type SiteExport } from './disk.ts';
import { nginxConf } from './nginx.ts';

/** The media types of exported resources with one form, by path. */
const SINGLES = Object.fromEntries(SINGLE_FORMS.map(({ path, type }) => [path, type]));

/** Prints the edition below `folder` and keeps it up, asking the house's own app as a reader would. */
export function startExport(deps: Deps, config: Config, log: Log, folder: string): SiteExport {
  const app = createApp(deps, config, log);
  const ask = async (path: string, accept: string) =>
    app.fetch(new Request(config.publication.baseUrl + path, { headers: { Accept: accept } }));
  const fail = (error: unknown) =>
    log.error({ error: String(error) }, 'the edition could not be printed on disk; look at EXPORT_DIR and its disk');
  return exportToDisk(deps, resolve(folder), ask, NEGOTIATED_PATHS, Object.keys(SINGLES), fail);
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
    fronts: NEGOTIATED_PATHS.filter((path) => path !== '/api'),
    // An upload is a file and the fields of its form.
    largestBody: LARGEST_FILE + LARGEST_JSON,
    brotli,
  });
}
