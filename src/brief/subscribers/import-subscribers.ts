import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { type Actor, nameOf, requireChief } from '../../core/actor.ts';
import { readCsv, unescapeFormula } from '../../core/csv.ts';
import { Failure } from '../../core/failure.ts';
import { text } from '../../core/text.ts';
import type { Tx } from '../../db/database.ts';
import { lockSubscribers } from '../../db/schema/dialect.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import { type EmailAddress, readEmailAddress } from './email-address.ts';
import { findByKey } from './subscribe.ts';
import { ALL_WANTS, recordState, suppressionOf } from './subscriber.ts';
import { hashToken, tokenOf } from './tokens.ts';

/** Most addresses of one import, and most bytes of its file. */
export const MOST_ROWS = 20_000;
export const LARGEST_LIST = 2 * 1024 * 1024;

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

export type ImportResult = {
  added: number;
  known: number;
  suppressed: number;
  /** Lines that hold no address, by number, with the reason. */
  refused: { line: number; error: string }[];
};

/** What became of one address. */
type ImportEnd = 'added' | 'known' | 'suppressed';

/** Addresses in one transaction: other writes wait meanwhile. */
const AT_ONCE = 200;

/**
 * Adds the addresses of a list. Suppressed addresses and known subscribers stay as they are, so a second run of the same list
 * adds nothing. New ones wait for a confirmation email, or are confirmed at once with a written reason.
 * @throws forbidden, validation_failed when the list cannot be read; then nothing is added
 */
export async function importSubscribers(
  deps: Deps,
  actor: Actor,
  list: string,
  terms: ImportTerms,
): Promise<ImportResult> {
  requireChief(actor, 'import subscribers');
  const { addresses, refused } = readList(list);
  const result: ImportResult = { added: 0, known: 0, suppressed: 0, refused };
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = addresses.slice(at, at + AT_ONCE);
    const ends = await deps.db.write(async (tx) => {
      await lockSubscribers(deps.db.kind, tx);
      const found: ImportEnd[] = [];
      for (const address of some) found.push(await addImported(deps, tx, actor, address, terms));
      return found;
    });
    for (const end of ends) result[end]++;
    await nextTurn();
  }
  await deps.db.write((tx) =>
    writeJournal(deps, tx, actor, {
      act: 'subscribers.imported',
      subject: { kind: 'subscribers', id: 'list' },
      detail: {
        added: result.added,
        vouchedBy: terms.vouchedBy,
        consent: terms.consent,
        ...(terms.asConfirmedBecause !== null && { because: terms.asConfirmedBecause }),
      },
    }),
  );
  return result;
}

async function addImported(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  address: EmailAddress,
  { vouchedBy, consent, asConfirmedBecause }: ImportTerms,
): Promise<ImportEnd> {
  if ((await suppressionOf(deps, tx, address)) !== null) return 'suppressed';
  if (await findByKey(tx, address.key)) return 'known';
  const id = deps.newId();
  const at = now(deps);
  const isConfirmed = asConfirmedBecause !== null;
  const state = isConfirmed ? ({ state: 'confirmed', reason: 'confirmed_vouched' } as const) : IMPORTED;
  await tx
    .insertInto('subscriber')
    .values({
      ...{ id, address: address.address, address_key: address.key, token_hash: hashToken(tokenOf(deps, id)) },
      ...{ ...state, note: asConfirmedBecause, wants: JSON.stringify(ALL_WANTS), created_at: at, origin: 'import' },
      ...{ consent: `${vouchedBy}: ${consent}`, confirmed_at: isConfirmed ? at : null },
    })
    .execute();
  await recordState(deps, tx, { id, was: null, ...state, note: asConfirmedBecause, by: nameOf(actor) });
  return 'added';
}

const IMPORTED = { state: 'pending', reason: 'imported' } as const;

/** The addresses of a list: of the column named email or address, or of the first column when no row names one. */
function readList(list: string): { addresses: EmailAddress[]; refused: ImportResult['refused'] } {
  const rows = readCsv(list);
  const names = (rows[0]?.fields ?? []).map((name) => name.toLowerCase());
  const named = names.findIndex((name) => /^(?:e-?mail(?: ?address)?|address)$/.test(name));
  const lines = named === -1 ? rows : rows.slice(1);
  if (lines.length === 0)
    throw new Failure('validation_failed', 'The list holds no address.', { hint: 'Give one address on each line.' });
  if (lines.length > MOST_ROWS)
    throw new Failure('validation_failed', `The list has more than ${MOST_ROWS} lines.`, {
      hint: 'Divide it into several files.',
    });
  const found = new Map<string, EmailAddress>();
  const refused: ImportResult['refused'] = [];
  for (const { line, fields } of lines) {
    try {
      const address = readEmailAddress(unescapeFormula(fields[Math.max(0, named)] ?? ''));
      if (!found.has(address.key)) found.set(address.key, address);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ line, error: error.message });
    }
  }
  return { addresses: [...found.values()], refused };
}
