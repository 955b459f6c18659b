import { getRevisionRow } from '#article/article-rows.ts';
import type { ArticleHistory, HistoryEvent, HistoryRevision } from '#article/history-format.ts';
import { IMPORT } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { numberNext } from '#db/schema/dialect.ts';
import type { SiteNames } from '#editorial/publish/public-revision.ts';
import { makeLive } from '#editorial/publish/publish.ts';
import { withdraw } from '#editorial/publish/unpublish.ts';
import type { Deps } from '#runtime/deps.ts';
import { logPublication } from '#runtime/publication-log.ts';
import {
  evidenceAt,
  isPublication,
  requireSameEvidence,
  restoreArchivedCopies,
  settleAsExported,
  settlementsOf,
  toEvidence,
} from './restore-evidence.ts';

/**
 * Repeats one event of an article: the function that publishes publishes the revision again, with the time and the numbers that it
 * had, and nobody gets a message. The gate is the same as for every publication. The caller holds the lock of the publication log.
 * @throws gate_blocked, validation_failed for evidence that does not fit
 */
export async function replayEvent(
  deps: Deps,
  tx: Tx,
  event: HistoryEvent,
  { history, siteName }: { history: ArticleHistory; siteName: string },
): Promise<void> {
  const { id, events, revisions } = history;
  const { at, act, section: desk, slug } = event;
  const before = events[events.indexOf(event) - 1];
  await numberNext(deps.db.kind, tx, 'publication_log', before?.act === 'moved' ? before.seq : event.seq);
  const revision = revisions.find((candidate) => candidate.revision === event.revision);
  if (revision && isPublication(event)) await publishAgain(deps, tx, history, { event, revision, siteName });
  else if (act === 'withdrawn' && revisions.length > 0)
    await withdraw(deps, tx, IMPORT, { articleId: id, earlier: at });
  else await logPublication(deps, tx, { act, articleId: id, desk, slug, revision: event.revision, at, isSilent: true });
}

type Again = { event: HistoryEvent; revision: HistoryRevision; siteName: string };

async function publishAgain(
  deps: Deps,
  tx: Tx,
  history: ArticleHistory,
  { event, revision, siteName }: Again,
): Promise<void> {
  const { author, tags, hero, archive } = revision;
  const row = await getRevisionRow(tx, history.id, revision.revision);
  const evidence = archive === null ? evidenceAt(history, event) : null;
  if (archive === null) await settleAsExported(deps, tx, row, { known: settlementsOf(history, row.number), siteName });
  if (evidence) {
    await restoreArchivedCopies(deps, tx, history.id, evidence);
    await requireSameEvidence(tx, row, evidence);
  }
  const correction = history.corrections.find((candidate) => candidate.revision === row.number);
  if (correction && event.act === 'corrected') await numberNext(deps.db.kind, tx, 'correction', correction.number);
  const seen = { author, tags, hero, site: revision.site as SiteNames | null };
  await makeLive(deps, tx, IMPORT, {
    articleId: history.id,
    revisionNumber: row.number,
    options: {
      noCorrectionBecause: 'It was published so before the export.',
      ...(archive === null && { leavesArchive: true }),
      earlier: {
        publishedAt: history.publishedAt ?? event.at,
        modifiedAt: revision.modifiedAt ?? event.at,
        archive,
        restored: {
          at: event.at,
          seen: seen as never,
          evidence: evidence && toEvidence(evidence),
          editedBy: history.drafted?.editedBy ?? null,
        },
      },
    },
  });
}
