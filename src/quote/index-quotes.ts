import { rest } from '#core/concurrency.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { readLiveLines, readLiveText } from './live-texts.ts';
import { moveQuotePosition, putQuoteTerms, readQuotePosition } from './quote-index.ts';
import { shinglesOf } from './quote-words.ts';

/** Lines of the publication log that are indexed in one transaction. */
const AT_ONCE = 20;
/** Most lines that a check indexes before it looks for a quote. */
const BEFORE_CHECK = 60;
/** Milliseconds between two reports of the progress. */
const REPORT_EVERY = 10_000;

/**
 * Brings the index of the quote check up to the last line of the publication log. Texts are read before the transaction, so that writers
 * wait only briefly. Several processes may run it at once: one of them advances the position.
 */
export async function indexQuotes(
  deps: Deps,
  most = Number.POSITIVE_INFINITY,
  report: (position: number) => void = () => {},
): Promise<void> {
  let reportedAt = performance.now();
  for (let indexed = 0; indexed < most; ) {
    const began = performance.now();
    const from = await readQuotePosition(deps.db.read);
    const lines = await linesAfter(deps.db.read, from);
    const last = lines.at(-1)?.seq;
    if (last === undefined) return;
    const ids = new Set(lines.flatMap(({ article_id, revision }) => (revision === null ? [] : [article_id])));
    const entries: [string, number[]][] = [];
    for (const id of ids) entries.push([id, await termsOf(deps.db.read, id)]);
    await deps.db.write(async (tx) => {
      if (!(await moveQuotePosition(tx, from, last))) return;
      for (const [id, terms] of entries) await putQuoteTerms(tx, id, terms);
    });
    indexed += lines.length;
    if (most !== Number.POSITIVE_INFINITY || lines.length < AT_ONCE) continue;
    if (began - reportedAt > REPORT_EVERY) {
      report(last);
      reportedAt = began;
    }
    await rest(performance.now() - began);
  }
}

/**
 * The same before a check, at most so many lines. A database that cannot be written does not stop the check.
 * Returns whether the index has everything that was ever live.
 */
export async function indexBeforeCheck(deps: Deps): Promise<boolean> {
  try {
    await indexQuotes(deps, BEFORE_CHECK);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  const { read } = deps.db;
  return (await linesAfter(read, await readQuotePosition(read), 1)).length === 0;
}

function linesAfter(tx: Tx, seq: number, limit = AT_ONCE) {
  return tx
    .selectFrom('publication_log')
    .select(['seq', 'article_id', 'revision'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** The terms of all revisions of an article that were ever live. */
async function termsOf(tx: Tx, articleId: string): Promise<number[]> {
  const terms = new Set<number>();
  const numbers = new Set((await readLiveLines(tx, articleId)).map(({ revision }) => revision));
  for (const number of numbers) {
    const text = number === null ? null : await readLiveText(tx, articleId, number);
    for (const term of shinglesOf(text?.words ?? [])) terms.add(term);
  }
  return [...terms];
}
