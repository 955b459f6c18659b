import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '#core/failure.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import type { ResponseCache } from '#http/cache/response-cache.ts';
import { addFirstChief, createFirstChiefLink, emailFirstChiefLink } from '#people/first-chief.ts';
import type { Config, Publication } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { keepServerSettings } from '#runtime/server-settings.ts';
import { announce } from './metrics/log.ts';

/** Longest time that requests wait for the preparation of the site, in milliseconds. */
const LONGEST_HOLD = 2000;
/** How often the preparation is tried when another process interferes, and the milliseconds between two tries. */
const MOST_TRIES = 40;
const PAUSE = 250;
/** A site with more articles than this is not new, because there are fewer samples. */
const MANY_ARTICLES = 50;

/** Holds requests until `release`, for two seconds at most. At a first start, readers would otherwise see half of the sample articles. */
export function holdRequests(): {
  hold: (next: RequestListener) => RequestListener;
  release: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isReleased = false;
  const release = () => {
    isReleased = true;
    resolve();
  };
  setTimeout(release, LONGEST_HOLD).unref();
  return {
    hold: (next) => (incoming, outgoing) => {
      if (isReleased) return next(incoming, outgoing);
      void promise.then(() => next(incoming, outgoing));
    },
    release,
  };
}

/** Prepares the site now, or as soon as its database can be reached; readers are served meanwhile. */
export async function prepareSite(deps: Deps, config: Config, cache: ResponseCache): Promise<void> {
  try {
    await prepareOnce(deps, config, cache);
  } catch (error) {
    if (!isDbError(error)) throw error;
    const { name, baseUrl } = deps.site.newest.publication;
    announce(`${name} waits for its database at ${baseUrl}/; the log says why.`);
    const stop = deps.db.watch(() => {
      stop();
      void prepareSite(deps, config, cache);
    });
  }
}

/** When two processes prepare the same site, one of them is refused or waits too long; it tries again and finds what the other has added. */
async function prepareOnce(deps: Deps, config: Config, cache: ResponseCache): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await prepare(deps, config, cache);
    } catch (error) {
      const isRace = error instanceof Failure && (error.kind === 'busy' || !isDbError(error));
      if (!isRace || tries === MOST_TRIES) throw error;
      await wait(PAUSE);
    }
  }
}

/** Adds the first chief and the sample articles to an empty site, and prints its addresses. */
async function prepare(deps: Deps, config: Config, cache: ResponseCache): Promise<void> {
  const { firstEditor } = config;
  await keepServerSettings(deps, config.environment, config.publication.baseUrl);
  if (firstEditor?.password) await addFirstChief(deps, { email: firstEditor.email, password: firstEditor.password });
  if (config.sampleEdition && !(await hasManyArticles(deps))) {
    cache.setFilling(true);
    const { seedArticles } = await import('#server/seed/seed.ts');
    await seedArticles(deps).finally(() => cache.setFilling(false));
  }
  announce(greeting(deps.site.newest.publication, await prepareChief(deps, config)));
}

/** The sentence of the greeting about the link that makes the first chief; null when a chief exists. */
async function prepareChief(deps: Deps, { firstEditor }: Config): Promise<string | null> {
  const { publication } = deps.site.newest;
  if (firstEditor && firstEditor.password === null)
    return (await emailFirstChiefLink(deps, firstEditor.email.toLowerCase(), publication)) ? BY_EMAIL : null;
  const link = await createFirstChiefLink(deps);
  return (
    link &&
    `There is no chief editor yet. Open this link within a day to become one; it works once:\n  ${publication.baseUrl}/newsroom/welcome/${link}`
  );
}

const BY_EMAIL =
  'There is no chief editor yet. An email to the address of FIRST_EDITOR_EMAIL has a link that makes one, once, within a day.';

/** Whether the site has more articles than the samples are; then it is not new, and they are not loaded. */
async function hasManyArticles({ db }: Deps): Promise<boolean> {
  const row = await db.read.selectFrom('article').select('id').limit(1).offset(MANY_ARTICLES).executeTakeFirst();
  return row !== undefined;
}

function greeting({ name, baseUrl, contact }: Publication, noChief: string | null): string {
  return [
    `${name} is running.`,
    `  Read it           ${baseUrl}/`,
    `  As an agent       ${baseUrl}/llms.txt`,
    `  API reference     ${baseUrl}/api`,
    `  MCP               ${baseUrl}/api/mcp`,
    `  Newsroom          ${baseUrl}/newsroom`,
    ...(contact === null && !noChief
      ? [`Readers have no address to write to yet. Enter one at ${baseUrl}/newsroom/contact.`]
      : []),
    noChief ?? `Sign in at ${baseUrl}/newsroom/sign-in.`,
  ].join('\n');
}
