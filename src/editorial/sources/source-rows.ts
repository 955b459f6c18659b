import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Source } from '#article/copy.ts';
import type { ChangedPassage } from '#article/gate-entry.ts';
import { SYSTEM } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import { refreshGateCounts } from '#editorial/gate/gate-count.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { CheckedSource, SourceResult } from './check-source.ts';

/**
 * Stores the results, and marks figures to be checked again when their source is gone or no longer contains their quote. It does
 * not mark a figure that was confirmed after the source changed.
 */
export function storeSourceResults(deps: Deps, looks: readonly SourceResult[]): Promise<CheckedSource[]> {
  return deps.db.write(async (tx) => {
    const asked: CheckedSource[] = [];
    for (const look of looks) asked.push({ look, again: await noteLook(deps, tx, look) });
    return asked;
  });
}

async function noteLook(deps: Deps, tx: Tx, look: SourceResult): Promise<number> {
  const before = await tx.selectFrom('source_look').selectAll().where('url', '=', look.url).executeTakeFirst();
  if (!before) return 0;
  const at = now(deps);
  const finding = findingOf(look) ?? before.hash;
  const changedAt = finding === before.hash ? before.changed_at : at;
  await tx
    .updateTable('source_look')
    .set({
      asked_at: at,
      status: look.status,
      trouble: look.state === 'here' ? null : look.trouble,
      hash: finding,
      changed_at: changedAt,
      tries: look.state === 'unknown' ? before.tries + 1 : 0,
    })
    .where('url', '=', look.url)
    .execute();
  return changedAt === null ? 0 : markForCheck(deps, tx, look, changedAt);
}

/** A hash of the result: gone, or which quotes are missing. Null when the check could not decide. */
function findingOf(look: SourceResult): string | null {
  if (look.state === 'gone') return hash('sha256', 'gone');
  if (look.state === 'unknown' || look.missing === null) return null;
  const { missing, changed = [] } = look;
  const words = changed.map(({ id, now }) => `${id} ${now.says ?? ''}`);
  return hash('sha256', JSON.stringify([...missing, ...words].toSorted()));
}

async function markForCheck(deps: Deps, tx: Tx, look: SourceResult, changedAt: string): Promise<number> {
  const isHere = look.state === 'here';
  if (look.state === 'unknown' || (isHere && !look.missing?.length && !look.changed)) return 0;
  const missing = isHere ? new Set(look.missing) : null;
  const changed = new Map(isHere ? look.changed?.map(({ id, now: passage }) => [id, passage]) : []);
  const rows = await tx
    .selectFrom('settlement')
    .innerJoin('article', 'article.id', 'settlement.article_id')
    .select(['settlement.id', 'settlement.article_id', 'settlement.detail', 'article.live_revision'])
    .where('source_url', '=', look.url)
    .where('confirmed_at', '<=', changedAt)
    .where('replaced_at', 'is', null)
    .where('look_again', 'is', null)
    .where('article.live_revision', 'is not', null)
    .execute();
  const concerned = rows.filter(({ id, detail }) => {
    const { quote = '', found: finding } = JSON.parse(detail) as { quote?: string; found?: object };
    return missing === null || changed.has(id) || (!finding && missing.has(quote));
  });
  const day = now(deps).slice(0, 10);
  const why =
    look.state === 'gone'
      ? `Its source is gone. ${look.trouble} Asked on ${day}.`
      : `The words quoted of its source were not found there. Asked on ${day}.`;
  for (const { id, detail } of concerned) {
    const passage = changed.get(id);
    const set = passage
      ? { look_again: `${CHANGED[passage.state]} Asked on ${day}.`, detail: withNow(detail, passage) }
      : { look_again: why };
    await tx.updateTable('settlement').set(set).where('id', '=', id).execute();
  }
  for (const [articleId, figures] of Map.groupBy(concerned, ({ article_id }) => article_id)) {
    await writeJournal(deps, tx, SYSTEM, {
      act: 'figures.look_again',
      subject: { kind: 'article', id: articleId },
      revision: Number(figures[0]?.live_revision ?? 0),
      detail: { source: look.url, because: why, count: figures.length },
    });
    await refreshGateCounts(deps, tx, articleId);
  }
  return concerned.length;
}

/** Why a number that was found has to be checked again, in words of this service only. */
const CHANGED: Record<ChangedPassage['state'], string> = {
  near: 'Its source says something else there now.',
  not_found: 'Its number is not in the source any more.',
};

/** Stores the present words of the source beside the settlement. */
function withNow(detail: string, now: ChangedPassage): string {
  return JSON.stringify({ ...JSON.parse(detail), now });
}

/** Articles read, and addresses written, in one batch; other work runs between two batches. */
const AT_ONCE = 500;

/** Adds the addresses that live articles cite, and deletes those they no longer cite. The results of the others stay. */
export async function updateCitedSources(deps: Deps): Promise<void> {
  const cited = await listCited(deps.db.read);
  const known = await listKnown(deps.db.read);
  const added = [...cited].filter((url) => !known.has(url));
  const gone = [...known].filter((url) => !cited.has(url));
  for (const some of chunks(added)) {
    const rows = some.map((url) => ({ url, asked_at: '' }));
    await deps.db.write((tx) =>
      tx
        .insertInto('source_look')
        .values(rows)
        .onConflict((same) => same.column('url').doNothing())
        .execute(),
    );
  }
  for (const some of chunks(gone)) {
    await deps.db.write((tx) =>
      tx
        .deleteFrom('source_look')
        .where(isAmong(tx, 'url', some))
        .execute(),
    );
  }
}

async function listCited(tx: Tx): Promise<Set<string>> {
  const urls = new Set<string>();
  for (let after: string | null = ''; after !== null; ) {
    const rows: { id: string; sources: string }[] = await tx
      .selectFrom('article')
      .innerJoin('revision', (on) =>
        on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
      )
      .select(['article.id', 'revision.sources'])
      .where('article.live_revision', 'is not', null)
      .where('article.id', '>', after)
      .orderBy('article.id')
      .limit(AT_ONCE)
      .execute();
    for (const { sources } of rows) for (const { url } of JSON.parse(sources) as Source[]) urls.add(url);
    after = rows.length === AT_ONCE ? (rows.at(-1)?.id ?? null) : null;
    await nextTurn();
  }
  return urls;
}

async function listKnown(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('source_look').select('url').execute();
  return new Set(rows.map(({ url }) => url));
}

function* chunks(urls: readonly string[]): Generator<string[]> {
  for (let at = 0; at < urls.length; at += AT_ONCE) yield urls.slice(at, at + AT_ONCE);
}
