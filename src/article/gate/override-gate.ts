import { type Actor, nameOf, requireChief } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { codePoints } from '../../core/text.ts';
import { lockArticle } from '../../db/schema/dialect.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import { getArticleRow, getRevisionRow } from '../model/article-rows.ts';
import { canOverride, isGateCode } from '../model/gate-codes.ts';
import { describeEntry } from '../model/gate-entry.ts';
import { gateOptions, gateWithAnchors } from './gate.ts';
import { refreshGateCounts } from './gate-count.ts';

/** A blocking entry of the gate; `anchor` is that of the figure it is about. */
export type BlockingEntry = { code: string; path: string; anchor: string | null };

/** Fewest and most code points of a reason. */
export const OVERRIDE_REASON = { min: 10, max: 1000 };

/**
 * Lets one blocking entry of one exact revision pass, with a written reason, which the journal keeps. The next revision is
 * looked at anew.
 * @throws forbidden (all but chiefs), not_found, validation_failed without a reason, already_done where it blocks nothing, busy
 */
export async function overrideGate(
  deps: Deps,
  actor: Actor,
  articleId: string,
  revision: number,
  { code, path, anchor }: BlockingEntry,
  reason: string,
): Promise<void> {
  requireChief(actor, 'let pass what the gate holds up');
  const length = codePoints(reason.trim());
  if (length < OVERRIDE_REASON.min || length > OVERRIDE_REASON.max) throw noReason();
  if (isGateCode(code) && !canOverride(code)) throw cannotPass(code);
  await deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    const row = await getRevisionRow(tx, article.id, revision);
    const entries = await gateWithAnchors(tx, article, row, { ...gateOptions(deps, actor), tellsAll: true });
    const entry = entries.find(
      (one) => one.severity === 'block' && one.code === code && one.path === path && (one.anchor ?? null) === anchor,
    );
    if (!entry) throw blocksNothing();
    if (code.startsWith('figure_') && code !== 'figure_changed_needs_note' && anchor === null) throw cannotPass(code);
    await tx
      .insertInto('gate_override')
      .values({
        article_id: article.id,
        revision,
        code,
        path,
        anchor,
        by_id: actor.id,
        by_name: nameOf(actor),
        reason: reason.trim(),
        at: now(deps),
      })
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'gate.overridden',
      subject: { kind: 'article', id: article.id },
      revision,
      detail: { check: code, path, entry: describeEntry(entry), reason: reason.trim() },
    });
    await refreshGateCounts(deps, tx, article.id);
  });
}

function noReason(): Failure {
  const { min, max } = OVERRIDE_REASON;
  return new Failure('validation_failed', `A reason of ${min} to ${max} characters is needed.`, {
    hint: 'Say why it may go out all the same; the journal keeps it.',
    more: { issues: [{ path: 'reason', message: `must be ${min} to ${max} characters long` }] },
  });
}

function cannotPass(code: string): Failure {
  return new Failure('forbidden', `Nobody can let "${code}" pass.`, { hint: 'It has to be mended.' });
}

function blocksNothing(): Failure {
  return new Failure('already_done', 'The gate of this revision holds nothing like that up.', {
    hint: 'Look at its gate again.',
  });
}
