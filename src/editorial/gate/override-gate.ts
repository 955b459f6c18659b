import { getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import { canOverride, isGateCode } from '#article/gate-codes.ts';
import { describeEntry } from '#article/gate-entry.ts';
import { type Actor, nameOf, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { codePoints } from '#core/text.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { gate, gateOptions } from './gate.ts';
import { refreshGateCounts } from './gate-count.ts';

/** A blocking entry of the gate. */
export type BlockingEntry = { code: string; path: string };

/** Limits of a reason in code points. */
const OVERRIDE_REASON = { min: 10, max: 1000 };

/**
 * Overrides one blocking entry of one exact revision. The activity log stores the reason. The next revision needs its own override.
 * @throws forbidden (all but chiefs), not_found, validation_failed without a reason, already_done when no such entry blocks, busy
 */
export async function overrideGate(
  deps: Deps,
  actor: Actor,
  { articleId, revision, code, path, reason }: { articleId: string; revision: number; reason: string } & BlockingEntry,
): Promise<void> {
  requireChief(actor, 'override the gate');
  const length = codePoints(reason.trim());
  if (length < OVERRIDE_REASON.min || length > OVERRIDE_REASON.max) throw noReason();
  if (isGateCode(code) && !canOverride(code)) throw cannotPass(code);
  await deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    const row = await getRevisionRow(tx, article.id, revision);
    const entries = await gate(tx, article, row, gateOptions(deps, actor));
    const entry = entries.find(
      (candidate) => candidate.severity === 'block' && candidate.code === code && candidate.path === path,
    );
    if (!entry) throw blocksNothing();
    await tx
      .insertInto('gate_override')
      .values({
        article_id: article.id,
        revision,
        code,
        path,
        anchor: null,
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
    hint: 'Say why the article may be published in spite of this entry. The activity log stores the reason.',
    more: { issues: [{ path: 'reason', message: `must be ${min} to ${max} characters long` }] },
  });
}

function cannotPass(code: string): Failure {
  return new Failure('forbidden', `The check "${code}" cannot be overridden.`, {
    hint: 'Fix what it names, and save a new revision.',
  });
}

function blocksNothing(): Failure {
  return new Failure('already_done', 'The gate of this revision has no such blocking entry.', {
    hint: 'Look at its gate again.',
  });
}
