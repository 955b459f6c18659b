import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { type Actor, nameOf, requireChief } from '#core/actor.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { lockSubscribers } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { EmailAddress } from './email-address.ts';
import { type ListedPerson, type RefusedLine, readList } from './read-list.ts';
import { findByKey } from './subscribe.ts';
import { ALL_WANTS, recordState, suppressAddress, suppressionOf } from './subscriber.ts';
import { hashToken, tokenOf } from './tokens.ts';
import { unsubscribeRow } from './unsubscribe.ts';

/** Words that stay when an address is erased, in the journal above all: they must not name the person. */
export const reasonText = text({ min: 10, max: 500 }).refine((value) => !value.includes('@'), {
  error: 'must not contain an email address: it outlives the addresses',
});

export const importSchema = z.strictObject({
  /** Who vouches that these people agreed. */
  vouchedBy: text({ min: 2, max: 120 }).refine((value) => !value.includes('@'), {
    error: 'must be a name, not an email address',
  }),
  /** How they agreed. */
  consent: reasonText,
  /** The reason why nobody is asked again; null asks everybody by email. */
  asConfirmedBecause: reasonText.nullable(),
});
export type ImportTerms = z.infer<typeof importSchema>;

type CountedReason = { why: string; count: number };

export type ImportResult = {
  added: number;
  known: number;
  suppressed: number;
  /** How many people the list says opted out, by the column that says so. */
  optedOut: CountedReason[];
  /** How many people were left out because a column may say that they left, in words that this service does not know. */
  unclear: CountedReason[];
  refused: RefusedLine[];
};

/** What became of one address. */
type ImportEnd = 'added' | 'known' | 'suppressed' | 'opted out' | 'unclear';

/** Addresses in one transaction: other writes wait meanwhile. */
const AT_ONCE = 100;

/**
 * Adds the addresses of a list. Suppressed addresses and known subscribers stay as they are, so a second run of the same list
 * adds nothing. New ones wait for a confirmation email, or are confirmed at once with a written reason. A person who opted out there
 * is never subscribed, and no later list without that word brings them in. A person of whom the list says something unclear is left out.
 * @throws forbidden, validation_failed when the list cannot be read; then nothing is added
 */
export async function importSubscribers(
  deps: Deps,
  actor: Actor,
  list: string,
  terms: ImportTerms,
): Promise<ImportResult> {
  requireChief(actor, 'import subscribers');
  const { people, refused } = await readList(list);
  const counts: Record<ImportEnd, number> = { added: 0, known: 0, suppressed: 0, 'opted out': 0, unclear: 0 };
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const some = people.slice(at, at + AT_ONCE);
    const ends = await deps.db.write(async (tx) => {
      await lockSubscribers(deps.db.kind, tx);
      const results: ImportEnd[] = [];
      for (const person of some) results.push(await addImported({ deps, tx, actor }, person, terms));
      return results;
    });
    for (const end of ends) counts[end]++;
    await nextTurn();
  }
  const { added, known, suppressed } = counts;
  await deps.db.write((tx) =>
    writeJournal(deps, tx, actor, {
      act: 'subscribers.imported',
      subject: { kind: 'subscribers', id: 'list' },
      detail: {
        added,
        ...(counts['opted out'] > 0 && { optedOut: counts['opted out'] }),
        vouchedBy: terms.vouchedBy,
        consent: terms.consent,
        ...(terms.asConfirmedBecause !== null && { because: terms.asConfirmedBecause }),
      },
    }),
  );
  return {
    added,
    known,
    suppressed,
    optedOut: countBy(people, 'opted out'),
    unclear: countBy(people, 'unclear'),
    refused,
  };
}

function countBy(people: readonly ListedPerson[], says: 'opted out' | 'unclear'): CountedReason[] {
  const reasons = people.flatMap(({ consent }) => (consent.says === says ? [consent.why] : []));
  const counts = Object.entries(Object.groupBy(reasons, (why) => why));
  return counts.map(([why, all = []]) => ({ why, count: all.length })).sort((a, b) => b.count - a.count);
}

async function addImported(
  { deps, tx, actor }: { deps: Deps; tx: Tx; actor: Actor },
  { address, since, consent: { says } }: ListedPerson,
  { vouchedBy, consent, asConfirmedBecause }: ImportTerms,
): Promise<ImportEnd> {
  if (says === 'unclear') return 'unclear';
  if (says === 'opted out') {
    await keepOptedOut(deps, tx, address, nameOf(actor));
    return 'opted out';
  }
  if ((await suppressionOf(deps, tx, address)) !== null) return 'suppressed';
  if (await findByKey(tx, address.key)) return 'known';
  const id = deps.newId();
  const at = now(deps);
  const isConfirmed = asConfirmedBecause !== null;
  const state = isConfirmed ? ({ state: 'confirmed', reason: 'confirmed_vouched' } as const) : IMPORTED;
  await tx
    .insertInto('subscriber')
    .values({
      id,
      address: address.address,
      address_key: address.key,
      token_hash: hashToken(tokenOf(deps, id)),
      ...state,
      note: asConfirmedBecause,
      wants: JSON.stringify(ALL_WANTS),
      created_at: at,
      origin: 'import',
      consent: `${vouchedBy}: ${consent}${since === null ? '' : ` (since ${since})`}`,
      confirmed_at: isConfirmed ? at : null,
    })
    .execute();
  await recordState(deps, tx, { id, was: null, ...state, note: asConfirmedBecause, by: nameOf(actor) });
  return 'added';
}

const IMPORTED = { state: 'pending', reason: 'imported' } as const;

/** States that an import alone gave: nobody confirmed by a link. */
const BY_IMPORT: readonly string[] = ['imported', 'asked_import', 'confirmed_vouched'];

/** Keeps an opted-out address from every later import, and ends what an earlier import began. Who subscribed here stays subscribed. */
async function keepOptedOut(deps: Deps, tx: Tx, address: EmailAddress, by: string): Promise<void> {
  const known = await findByKey(tx, address.key);
  if (known?.state === 'confirmed' || known?.state === 'pending') {
    if (BY_IMPORT.includes(known.reason)) await unsubscribeRow(deps, tx, known, { reason: 'opted_out', by });
  } else if (!known) await suppressAddress(deps, tx, address, 'unsubscribed');
}
