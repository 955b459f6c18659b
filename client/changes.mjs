// @ts-check
import { AgentError } from './errors.mjs';
import { sendJson } from './http.mjs';

/** @typedef {import('./commands.mjs').Given} Given */
/** @typedef {import('./errors.mjs').Outcome} Outcome */
/** @typedef {import('./api.d.ts').PublicArticle} PublicArticle */
/** A line of the change feed. @typedef {{ seq: number, at: string, type: string, url: string, previousUrl: string | null, section: string, slug: string }} Change */
/** A withdrawal or a move, with its time under the name that articles have for it. @typedef {Change & { modifiedAt: string }} Departure */

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds before the last known change that are asked for again: an answer may be from a cache, a minute old. */
const OVERLAP = 120_000;
/** Seconds between two requests of `--follow`: as long as the server lets caches keep an answer. Fewer than five are refused. */
const [EVERY, MOST_OFTEN] = [60, 5];

/** `changes`: what was published, corrected, changed, moved or withdrawn, oldest first. @param {Given} given @returns {Promise<Outcome>} */
export async function changes({ origin, options, print }) {
  const every = Number(options.every ?? EVERY);
  if (!(every >= MOST_OFTEN)) throw new AgentError('usage', `--every takes seconds, ${MOST_OFTEN} or more.`);
  const at = options.since === undefined ? Date.now() - DAY : Date.parse(options.since);
  if (Number.isNaN(at)) throw new AgentError('usage', '--since takes a time, such as 2026-09-06T13:00:00Z.');
  const since = new Date(at).toISOString();
  const section = options.section ? { section: options.section } : {};
  /** @param {(PublicArticle | Departure)[]} articles */
  const tell = (articles) => {
    for (const one of articles) print(options.json ? JSON.stringify(one) : describe(one));
  };
  if (!options.follow) {
    const left = await departuresAfter(origin, await firstAfter(origin, since, section), section);
    tell(inOrder(await changedSince(origin, since, section), left.departures));
    return 'done';
  }
  process.stdout.once('error', () => process.exit(0)); // whoever read the output has ended
  const warn = (/** @type {AgentError} */ error) => process.stderr.write(`${error.message}\n`);
  for await (const articles of follow({ origin, since, section, every, warn })) tell(articles);
  return 'done';
}

/**
 * The changes since a time, then new ones after each pause, without end. A server that is away or over its limit is asked again.
 * Withdrawals and moves are not in the index: they come from the change feed.
 * @param {object} options
 * @param {string} options.origin
 * @param {string} options.since ISO 8601 in UTC, as the server writes times.
 * @param {{ section?: string }} options.section
 * @param {number} options.every Seconds.
 * @param {(error: AgentError) => void} options.warn
 * @param {(ms: number) => Promise<unknown>} [options.sleep]
 * @returns {AsyncGenerator<(PublicArticle | Departure)[]>}
 */
export async function* follow({ origin, since, section, every, warn, sleep = wait }) {
  /** The time of the change that was told last, by address. @type {Map<string, string>} */
  const told = new Map();
  let from = since;
  /** The number of the last line of the change feed that was read. @type {number | null} */
  let after = null;
  for (let pause = every; ; pause = every) {
    try {
      const found = await changedSince(origin, from, section);
      const fresh = found.filter(({ url, modifiedAt }) => told.get(url) !== modifiedAt);
      from = later(from, new Date(Date.parse(found.at(-1)?.modifiedAt ?? from) - OVERLAP).toISOString());
      for (const url of [...told.keys()]) if ((told.get(url) ?? '') < from) told.delete(url);
      for (const { url, modifiedAt } of found) told.set(url, modifiedAt);
      after ??= await firstAfter(origin, since, section);
      const left = await departuresAfter(origin, after, section);
      after = left.after;
      const all = inOrder(fresh, left.departures);
      if (all.length > 0) yield all;
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

/**
 * The lines of the change feed after a number. @param {string} origin @param {number} after @param {number} limit
 * @param {{ section?: string }} section @returns {Promise<{ changes: Change[], nextAfter: number }>}
 */
function readFeed(origin, after, limit, section) {
  const query = new URLSearchParams({ after: String(after), limit: String(limit), ...section });
  return sendJson(origin, `/api/v1/public/changes?${query}`);
}

/**
 * The number of the last line of the feed before a time, by halves: the feed has numbers and no times to start from.
 * @param {string} origin @param {string} since @param {{ section?: string }} section @returns {Promise<number>}
 */
async function firstAfter(origin, since, section) {
  /** The first line after a number, when it is from before that time. @param {number} after */
  const earlier = async (after) => {
    try {
      const [change] = (await readFeed(origin, after, 1, section)).changes;
      return change && change.at < since ? change.seq : null;
    } catch (error) {
      if (after > 0 && error instanceof AgentError && error.outcome === 'usage') return null; // the feed ends before it
      throw error;
    }
  };
  let low = 0;
  let high = 0;
  for (let seq = await earlier(0); seq !== null; seq = await earlier(high)) [low, high] = [seq, seq * 2];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const seq = await earlier(middle);
    if (seq === null) high = middle;
    else low = seq;
  }
  return low;
}

/**
 * Withdrawals and moves after a number of the feed, and its last number.
 * @param {string} origin @param {number} after @param {{ section?: string }} section
 * @returns {Promise<{ departures: Departure[], after: number }>}
 */
async function departuresAfter(origin, after, section) {
  /** @type {Departure[]} */
  const departures = [];
  for (;;) {
    const { changes, nextAfter } = await readFeed(origin, after, 1000, section);
    const left = changes.filter(({ type }) => type === 'article.withdrawn' || type === 'article.moved');
    departures.push(...left.map((change) => ({ ...change, modifiedAt: change.at })));
    if (nextAfter === after || changes.length < 1000) return { departures, after: nextAfter };
    after = nextAfter;
  }
}

/** @param {PublicArticle[]} articles @param {Departure[]} departures @returns {(PublicArticle | Departure)[]} oldest first */
function inOrder(articles, departures) {
  return [...articles, ...departures].sort((one, other) => (one.modifiedAt < other.modifiedAt ? -1 : 1));
}

/** @param {PublicArticle | Departure} one */
function describe(one) {
  if ('seq' in one) {
    const act = one.type.slice('article.'.length).padEnd(9);
    return `${one.modifiedAt}  ${act}  ${one.section}/${one.slug}  ${one.previousUrl ? `from ${one.previousUrl}` : one.url}`;
  }
  return describeArticle(one);
}

/** @param {PublicArticle} article */
function describeArticle({ modifiedAt, publishedAt, correctedAt, correctionNote, section, slug, headline }) {
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
