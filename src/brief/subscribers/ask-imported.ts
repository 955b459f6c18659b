import { lockSubscribers } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { readEmailAddress } from './email-address.ts';
import { countEmail, leftForSite, mayEmail } from './email-limits.ts';
import { type BriefSite, emailSubscriberLink } from './emails.ts';
import { recordState } from './subscriber.ts';

/** Confirmation emails in one transaction. */
const AT_ONCE = 20;

/** Asks imported addresses to confirm, oldest first, at most 200 in an hour. Several processes share the limit. */
export async function askImported(deps: Deps, site: BriefSite): Promise<void> {
  for (;;) {
    const waiting = deps.db.read
      .selectFrom('subscriber')
      .select('id')
      .where('state', '=', 'pending')
      .where('asked_at', 'is', null)
      .limit(1);
    if (!(await waiting.executeTakeFirst())) return;
    if ((await leftForSite(deps, deps.db.read, 'import')) <= 0) return;
    if ((await askSome(deps, site)) === 0) return;
  }
}

/** Returns how many were asked. An address that was asked by the form meanwhile waits for its next turn. */
async function askSome(deps: Deps, site: BriefSite): Promise<number> {
  return deps.db.write(async (tx) => {
    await lockSubscribers(deps.db.kind, tx);
    const most = Math.min(AT_ONCE, await leftForSite(deps, tx, 'import'));
    if (most <= 0) return 0;
    const rows = await tx
      .selectFrom('subscriber')
      .select(['id', 'address'])
      .where('state', '=', 'pending')
      .where('asked_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(most)
      .execute();
    for (const { id, address } of rows) {
      const to = readEmailAddress(address ?? '');
      await tx
        .updateTable('subscriber')
        .set({ asked_at: now(deps), reason: 'asked_import' })
        .where('id', '=', id)
        .execute();
      if (!(await mayEmail(deps, tx, { purpose: 'import', address: to }))) continue; // its owner got an email today, which confirms it as well
      await countEmail(deps, tx, 'import', to);
      await emailSubscriberLink(deps, tx, site, { id, address: to.address, act: 'confirm' });
      await recordState(deps, tx, { id, was: 'pending', state: 'pending', reason: 'asked_import' });
    }
    return rows.length;
  });
}
