import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { codePoints } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { refreshGateCounts } from '../gate/gate-count.ts';
import { readRevisionWordings } from './look-up-wordings.ts';
import { type ArticleWording, keepRow, type WordingSettled } from './wording-rows.ts';

/** Limits of a reason in code points. */
const REASON = { min: 3, max: 500 };

/** A wording of one exact revision. */
export type WordingReference = { articleId: string; revision: number; hash: string };

/** How an editor settles a wording. `digest`: of the source whose passage was on their screen. */
export type WordingWay = { way: 'seen'; source: string; digest: string } | { way: 'vouched'; reason: string };

/**
 * Settles a quotation or a name. An editor can settle it by a passage only if the source has the words and that passage was on screen;
 * otherwise the editor gives a reason.
 * @throws forbidden, not_found, validation_failed without a reason, precondition_failed when the source was opened again since,
 *   already_done, busy
 */
export async function settleWording(
  deps: Deps,
  actor: Actor,
  reference: WordingReference,
  way: WordingWay,
): Promise<void> {
  requireEditorial(actor, 'settle quotations and names');
  const by = { by: { id: actor.id, name: nameOf(actor) }, at: now(deps) };
  await change(deps, actor, { ...reference, act: 'wording.settled' }, (wording) => {
    if (wording.settled !== null) throw done('This is settled already.');
    if (way.way === 'vouched') return { ...by, way: 'vouched', reason: reasonOf(way.reason) };
    const look = wording.looks.find(({ source }) => source === way.source);
    if (!look || !('digest' in look) || look.digest !== way.digest || look.state !== 'found')
      throw new Failure('precondition_failed', 'The source was opened again since, and it says something else now.', {
        hint: 'Look at its passage again.',
      });
    return { ...by, way: 'seen', source: look.source, place: look.place ?? '' };
  });
}

/** Opens a settled quotation or name again. @throws forbidden, not_found, already_done, busy */
export async function reopenWording(deps: Deps, actor: Actor, reference: WordingReference): Promise<void> {
  requireEditorial(actor, 'open quotations and names again');
  await change(deps, actor, { ...reference, act: 'wording.reopened' }, ({ settled }) => {
    if (settled === null) throw done('This is open already.');
    return null;
  });
}

type WordingAct = 'wording.settled' | 'wording.reopened';

async function change(
  deps: Deps,
  actor: Actor,
  { articleId, revision, hash, act }: WordingReference & { act: WordingAct },
  decide: (wording: ArticleWording) => WordingSettled | null,
): Promise<void> {
  await deps.db.write(async (tx: Tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const { wordings } = await readRevisionWordings(tx, actor, { articleId, revision });
    const wording = wordings.find((candidate) => candidate.hash === hash);
    if (!wording)
      throw new Failure('not_found', 'This revision has no such quotation or name.', {
        hint: 'The text was changed. Load the page again.',
      });
    const settled = decide(wording);
    await keepRow(tx, articleId, wording, { settled: settled && JSON.stringify(settled) });
    const { kind, text } = wording;
    const subject = { kind: 'article' as const, id: articleId };
    await writeJournal(deps, tx, actor, { act, subject, revision, detail: { kind, words: text, ...wayOf(settled) } });
    await refreshGateCounts(deps, tx, articleId);
  });
}

function wayOf(settled: WordingSettled | null): Record<string, string> {
  if (settled === null) return {};
  return settled.way === 'seen' ? { source: settled.source, place: settled.place } : { reason: settled.reason };
}

function reasonOf(typed: string): string {
  const reason = typed.trim();
  const length = codePoints(reason);
  if (length >= REASON.min && length <= REASON.max) return reason;
  throw new Failure('validation_failed', `A reason of ${REASON.min} to ${REASON.max} characters is needed.`, {
    hint: 'Say how you know that these words are right.',
    more: { issues: [{ path: 'reason', message: `must be ${REASON.min} to ${REASON.max} characters long` }] },
  });
}

function done(message: string): Failure {
  return new Failure('already_done', message, { hint: 'No action is needed.' });
}
