import { type Actor, requireChief } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

// The first steps of a new site on the board of chiefs, until they are done or skipped.

/** The row of `site_setting` that says that a chief skipped the steps. */
const SKIPPED = 'stepsSkipped';

export async function areStepsSkipped(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('site_setting').select('name').where('name', '=', SKIPPED).executeTakeFirst();
  return row !== undefined;
}

/** @throws forbidden */
export async function skipSteps(deps: Deps, actor: Actor): Promise<void> {
  requireChief(actor, 'skip the first steps');
  await deps.db.write(async (tx) => {
    if (await areStepsSkipped(tx)) return;
    await tx.insertInto('site_setting').values({ name: SKIPPED, value: 'true' }).execute();
    await writeJournal(deps, tx, actor, { act: 'site.steps_skipped', subject: { kind: 'setting', id: SKIPPED } });
  });
}
