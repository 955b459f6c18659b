import { type Actor, requireChief } from '#core/actor.ts';
import { csvRow } from '#core/csv.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { readWants } from './subscriber.ts';

export const EXPORTS = ['confirmed', 'suppressed'] as const;
export type ExportKind = (typeof EXPORTS)[number];

/** Rows read at once. */
const AT_ONCE = 1000;

/**
 * The confirmed subscribers with their times and wishes, or the suppressed addresses as hashes, as CSV. The journal records it.
 * @throws forbidden
 */
export async function exportSubscribers(deps: Deps, actor: Actor, kind: ExportKind): Promise<string> {
  requireChief(actor, 'export subscribers');
  await deps.db.write((tx) =>
    writeJournal(deps, tx, actor, {
      act: 'subscribers.exported',
      subject: { kind: 'subscribers', id: 'list' },
      detail: { kind },
    }),
  );
  return kind === 'confirmed' ? confirmedCsv(deps) : suppressedCsv(deps);
}

async function confirmedCsv({ db }: Deps): Promise<string> {
  const rows = [csvRow(['email', 'asked_at', 'confirmed_at', 'origin', 'consent', 'weekly', 'sections', 'plain_text'])];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const some = await db.read
      .selectFrom('subscriber')
      .selectAll()
      .where('state', '=', 'confirmed')
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { address, asked_at, confirmed_at, origin, consent, weekly, wants } of some) {
      const { sections, plainText } = readWants(wants);
      const wishes = [weekly === 1 ? 'yes' : 'no', sections.join(' '), plainText ? 'yes' : 'no'];
      rows.push(csvRow([address, asked_at, confirmed_at, origin, consent, ...wishes]));
    }
    after = some.length === AT_ONCE ? some.at(-1)?.id : undefined;
  }
  return rows.join('');
}

async function suppressedCsv({ db }: Deps): Promise<string> {
  const rows = await db.read.selectFrom('suppression').selectAll().orderBy('since').orderBy('address_hmac').execute();
  const lines = rows.map(({ address_hmac, reason, since }) => csvRow([address_hmac, reason, since]));
  return [csvRow(['address_hmac', 'reason', 'since']), ...lines].join('');
}
