import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { currentSections } from '#article/desk.ts';
import { articlePath, ownPages, PAGES_DESK } from '#article/own-page.ts';
import { deskFiles, negotiatedPaths, otherOwnPages, singleForms } from '#article/public-resources.ts';
import type { CreateApp } from '#capability.ts';
import type { Config } from '#config/config.ts';
import { publicAssetPaths } from '#html/assets/assets.ts';
import { LARGEST_JSON } from '#http/body.ts';
import { HTML, MARKDOWN } from '#http/cache/public-response.ts';
import type { Log } from '#http/context.ts';
import { publicHeaders } from '#http/security-headers.ts';
import { LARGEST_FILE } from '#media/inspect-picture.ts';
import { createRenderInThread } from '#reading/render/render-pool.ts';
import type { Deps } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { closeServices, createServices } from '#services.ts';
import { iconFiles } from '#site/look/icons.ts';
import { exportToDisk, type SiteExport } from './disk.ts';
import { nginxConf } from './nginx.ts';
import { type StaticSite, writeStaticSite } from './static-site.ts';

/** The media types of exported resources with one form, by path. */
const singles = () => Object.fromEntries(singleForms().map(({ path, type }) => [path, type]));

/** What an export of pages needs of the process: the responses come from the app, as for a reader. */
export type PageSource = { config: Config; log: Log; createApp: CreateApp };

/** Rounds of background jobs after which a failed export is tried again. */
const RETRY_AFTER = 6;

/** Exports the site to `folder` and keeps it current. */
export function startExport(deps: Deps, { config, log, createApp }: PageSource, folder: string): SiteExport {
  const app = createApp(deps, config, log);
  const assets = publicAssetPaths();
  const fetchPublic = async (path: string, accept: string) =>
    app.fetch(new Request(config.publication.baseUrl + path, { headers: { Accept: accept } }));
  const fail = (error: unknown) =>
    log.error({ error: String(error) }, 'the site could not be exported; check EXPORT_DIR and its disk');
  return exportToDisk(deps, resolve(folder), {
    fetchPublic,
    paths: { pages: pagesToExport, files: () => [...filesToExport(), ...assets], look: lookOf(assets) },
    failing: { fail, retrySeconds: config.jobsSeconds * RETRY_AFTER },
  });
}

/** Of retired sections too: their pages redirect, so that their files are removed. */
function pagesToExport(): string[] {
  const retired = currentSections().retired.map(({ slug }) => `/${slug}`);
  return [
    ...negotiatedPaths(),
    ...retired,
    ...ownPages().map((page) => articlePath({ section: PAGES_DESK, slug: page.slug })),
  ];
}

function filesToExport(): string[] {
  const retired = currentSections().retired.flatMap(({ slug }) => deskFiles(slug));
  return [...Object.keys(singles()), ...retired.map(({ path }) => path)];
}

/** Bytes of cached responses while a static site is written: each page is asked for once. */
const STATIC_CACHE = 1024 * 1024;

type StaticOrder = Pick<StaticSite, 'redirects' | 'spool' | 'add' | 'progress'> & {
  /** Whether readers wait for this process: a thread of its own then renders long articles. */
  isServing: boolean;
};

/** Writes the site for any static server, as `deps` has it. Returns how many files it has. */
export async function writeStatic(
  deps: Deps,
  { config, log, createApp }: PageSource,
  { isServing, ...site }: StaticOrder,
): Promise<number> {
  const own = { ...config, rateLimits: false, cacheBytes: STATIC_CACHE };
  const services = createServices(deps, own);
  if (!isServing) services.renderPool = createRenderInThread();
  const app = createApp(deps, own, log, services);
  const { baseUrl } = config.publication;
  const fetchPublic = async (path: string, accept: string) =>
    app.fetch(new Request(baseUrl + path, { headers: { Accept: accept } }));
  const start = [
    ...negotiatedPaths(),
    ...Object.keys(singles()),
    ...publicAssetPaths(),
    ...iconFiles(siteSnapshot().publication),
  ];
  try {
    return await writeStaticSite({ ...site, baseUrl, fetchPublic, start });
  } finally {
    closeServices(services);
  }
}

/** One word for the names of all assets. */
function lookOf(assets: readonly string[]): string {
  return createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 12);
}

/** The nginx configuration that serves the files in `folder`. `listen` is the value of its `listen` directive. */
export function nginxConfFor(config: Config, folder: string, listen: string, { brotli = false } = {}): string {
  const host = isIP(config.host) === 6 ? `[${config.host}]` : config.host;
  return nginxConf({
    publication: siteSnapshot().publication,
    folder: resolve(folder),
    application: `${host === '0.0.0.0' ? '127.0.0.1' : host}:${config.port}`,
    listen,
    pageHeaders: publicHeaders(config, HTML),
    otherHeaders: publicHeaders(config, MARKDOWN),
    singles: singles(),
    // When `Accept` names no form, `/api` is JSON and every other page is HTML, so nginx asks the application for `/api`.
    pages: [...negotiatedPaths().filter((path) => path !== '/api'), ...otherOwnPages().map(({ slug }) => `/${slug}`)],
    // An upload is a file and the other fields of its form.
    largestBody: LARGEST_FILE + LARGEST_JSON,
    brotli,
  });
}
