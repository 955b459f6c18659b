// @ts-check
import { AgentError } from './errors.mjs';
import { sendJson } from './http.mjs';

/** @typedef {import('./commands.mjs').Given} Given */
/** @typedef {import('./errors.mjs').Outcome} Outcome */
/** @typedef {import('./api.d.ts').PublicArticle} PublicArticle */

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds before the last known change that are asked for again: an answer may be from a cache, a minute old. */
const OVERLAP = 120_000;
/** Seconds between two requests of `--follow`: as long as the server lets caches keep an answer. Fewer than five are refused. */
const [EVERY, MOST_OFTEN] = [60, 5];

/** `changes`: what was published, corrected or changed, oldest first. @param {Given} given @returns {Promise<Outcome>} */
export async function changes({ origin, options, print }) {
  const every = Number(options.every ?? EVERY);
  if (!(every >= MOST_OFTEN)) throw new AgentError('usage', `--every takes seconds, ${MOST_OFTEN} or more.`);
  const at = options.since === undefined ? Date.now() - DAY : Date.parse(options.since);
  if (Number.isNaN(at)) throw new AgentError('usage', '--since takes a time, such as 2026-09-06T13:00:00Z.');
  const since = new Date(at).toISOString();
  const section = options.section ? { section: options.section } : {};
  /** @param {PublicArticle[]} articles */
  const tell = (articles) => {
    for (const one of articles) print(options.json ? JSON.stringify(one) : describe(one));
  };
  if (!options.follow) {
    tell(await changedSince(origin, since, section));
    return 'done';
  }
  process.stdout.once('error', () => process.exit(0)); // whoever read the output has ended
  const warn = (/** @type {AgentError} */ error) => process.stderr.write(`${error.message}\n`);
  for await (const articles of follow({ origin, since, section, every, warn })) tell(articles);
  return 'done';
}

/**
 * The changes since a time, then new ones after each pause, without end. A server that is away or over its limit is asked again.
 * Withdrawals and moves are not in the index.
 * @param {object} options
 * @param {string} options.origin
 * @param {string} options.since ISO 8601 in UTC, as the server writes times.
 * @param {{ section?: string }} options.section
 * @param {number} options.every Seconds.
 * @param {(error: AgentError) => void} options.warn
 * @param {(ms: number) => Promise<unknown>} [options.sleep]
 * @returns {AsyncGenerator<PublicArticle[]>}
 */
export async function* follow({ origin, since, section, every, warn, sleep = wait }) {
  /** The time of the change that was told last, by address. @type {Map<string, string>} */
  const told = new Map();
  let from = since;
  for (let pause = every; ; pause = every) {
    try {
      const found = await changedSince(origin, from, section);
      const fresh = found.filter(({ url, modifiedAt }) => told.get(url) !== modifiedAt);
      from = later(from, new Date(Date.parse(found.at(-1)?.modifiedAt ?? from) - OVERLAP).toISOString());
      for (const url of [...told.keys()]) if ((told.get(url) ?? '') < from) told.delete(url);
      for (const { url, modifiedAt } of found) told.set(url, modifiedAt);
      if (fresh.length > 0) yield fresh;
    } catch (error) {
      const mayPass = error instanceof AgentError && ['away', 'limits', 'defect'].includes(error.outcome);
      if (!mayPass) throw error;
      warn(error);
      pause = Math.max(every, error.detail.retryAfter ?? 0);
    }
    await sleep(pause * 1000);
  }
}

/** @param {string} origin @param {string} since @param {{ section?: string }} section @returns {Promise<PublicArticle[]>} oldest change first */
async function changedSince(origin, since, section) {
  /** @type {PublicArticle[]} */
  const found = [];
  /** @type {string | null} */
  let cursor = null;
  do {
    const query = new URLSearchParams({ updatedSince: since, limit: '1000', ...section, ...(cursor && { cursor }) });
    /** @type {import('./api.d.ts').ArticleIndex} */
    const page = await sendJson(origin, `/api/public/articles?${query}`);
    found.push(...page.articles);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found.sort((one, other) => (one.modifiedAt < other.modifiedAt ? -1 : 1));
}

/** @param {PublicArticle} article */
function describe({ modifiedAt, publishedAt, correctedAt, correctionNote, section, slug, headline }) {
  const act = modifiedAt === publishedAt ? 'published' : modifiedAt === correctedAt ? 'corrected' : 'changed';
  const note = act === 'corrected' && correctionNote ? `\n  ${correctionNote}` : '';
  return `${modifiedAt}  ${act.padEnd(9)}  ${section}/${slug}  ${headline}${note}`;
}

/** @param {string} one @param {string} other times in the same form */
function later(one, other) {
  return Date.parse(one) > Date.parse(other) ? one : other;
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
