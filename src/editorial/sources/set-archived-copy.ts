import * as z from 'zod';
import { getRevisionRow } from '#article/article-rows.ts';
import { sourceUrl } from '#article/copy.ts';
import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { getOwn, note } from '#editorial/settle/settlement-rows.ts';
import { removeArchivedCopy, storeArchivedCopy } from '#evidence/archived-copies.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import { validateForm } from '#http/body.ts';
import { type Deps, now } from '#runtime/deps.ts';

const schema = z.object({ archived: z.union([z.literal(''), sourceUrl]) });

/**
 * Stores the address of an archived copy beside a source of an article; an empty one removes it. Nothing is opened.
 * @throws forbidden (agents and writers always), not_found, validation_failed for a source that the revision does not cite, for an
 *   invalid address, and for the address of the source itself, busy
 */
export async function setArchivedCopy(
  deps: Deps,
  actor: Actor,
  { articleId, revision, source, archived }: { articleId: string; revision: number; source: string; archived: string },
): Promise<void> {
  requireEditorial(actor, 'store an archived copy of a source');
  const { archived: url } = validateForm(schema, { archived: archived.trim() }, { archived: 'The archived copy' });
  if (url === source) throw wrong('The archived copy must have another address than the source.');
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { sources } = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    if (!sources.some((cited) => cited.url === source)) throw wrong('This revision does not cite this source.');
    if (url === '') await removeArchivedCopy(tx, article.id, source);
    else {
      const by = { id: actor.id, name: nameOf(actor) };
      await storeArchivedCopy(tx, { articleId: article.id, source, url, by, at: now(deps) });
    }
    const act = url === '' ? 'source.archive_removed' : 'source.archived';
    await note(deps, tx, actor, { article, revision, act, source, ...(url && { archived: url }) });
  });
}

function wrong(message: string): Failure {
  const more = { issues: [{ path: 'archived', message }] };
  return new Failure('validation_failed', message, { hint: 'Correct it below and send the form again.', more });
}
