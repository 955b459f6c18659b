import { sql } from 'kysely';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { kindOf } from '#db/schema/dialect.ts';
import type { ItemDecision } from './plan.ts';

/** Items that one statement of PostgreSQL changes. */
const AT_ONCE = 5000;

/** Stores the decisions that differ from the stored ones. @throws validation_failed for an article that the file does not have */
export async function storeDecisions(tx: Tx, runId: string, items: readonly ItemDecision[]): Promise<void> {
  if (items.length === 0) return;
  const rows = await tx
    .selectFrom('import_item')
    .select(['source_id', 'decision', 'section', 'slug'])
    .where('run_id', '=', runId)
    .where('kind', '=', 'article')
    .execute();
  const stored = new Map(rows.map((row) => [row.source_id, row]));
  const unknown = items.find(({ sourceId }) => !stored.has(sourceId));
  if (unknown)
    throw new Failure('validation_failed', `The plan names an item that the file does not have: ${unknown.sourceId}.`, {
      hint: 'Look at the file again, and edit that plan.',
    });
  const changed = [...new Map(items.map((item) => [item.sourceId, item])).values()].filter((item) => {
    const row = stored.get(item.sourceId);
    return row?.decision !== item.decision || row.section !== item.section || row.slug !== item.slug;
  });
  if (kindOf(tx) === 'sqlite') for (const item of changed) await updateOne(tx, runId, item);
  else
    for (let at = 0; at < changed.length; at += AT_ONCE) await updateMany(tx, runId, changed.slice(at, at + AT_ONCE));
}

/** Fast in the process of the database; SQLite reads the whole list again for each row of the statement for many. */
async function updateOne(tx: Tx, runId: string, { sourceId, decision, section, slug }: ItemDecision): Promise<void> {
  await tx
    .updateTable('import_item')
    .set({ decision, section, slug })
    .where('run_id', '=', runId)
    .where('source_id', '=', sourceId)
    .execute();
}

/** One way to the database for many items: 30,000 statements took PostgreSQL minutes. */
async function updateMany(tx: Tx, runId: string, items: readonly ItemDecision[]): Promise<void> {
  const given = JSON.stringify(
    items.map(({ sourceId, decision, section, slug }) => [sourceId, decision, section, slug]),
  );
  await sql`update import_item set decision = j.value ->> 1, section = j.value ->> 2, slug = j.value ->> 3
    from json_array_elements(${given}::json) as j where run_id = ${runId} and source_id = j.value ->> 0`.execute(tx);
}
