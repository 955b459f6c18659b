import { type Actor, type Advertiser, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { foldForSearch } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

/** The names of known advertisers, latest first, as suggestions for the form. */
export async function listAdvertisers(tx: Tx): Promise<string[]> {
  const names = await tx.selectFrom('advertiser').select('name').orderBy('added_at', 'desc').limit(200).execute();
  return names.map(({ name }) => name);
}

/**
 * Returns the id of the advertiser with exactly this name, or creates one. When advertisers with a similar name exist, `choice`
 * says which one is meant: the id of one of them, or `new`. Similar names alone never join two companies.
 * @throws validation_failed, already_exists with `similar`: the advertisers of a similar name
 */
export async function findOrCreateAdvertiser(
  deps: Deps,
  tx: Tx,
  actor: Actor | Advertiser,
  { typed, choice }: { typed: string; choice?: string | undefined },
): Promise<string> {
  const name = exactName(typed);
  const exact = await findByName(tx, name);
  if (exact) return exact;
  const similar = await listSimilar(tx, name);
  const chosen = similar.find(({ id }) => id === choice);
  if (chosen) return chosen.id;
  if (similar.length > 0 && choice !== 'new')
    throw new Failure('already_exists', `An advertiser with a similar name exists: ${namesOf(similar)}.`, {
      hint: 'Choose that advertiser, or a new one with the name you typed.',
      more: { similar },
    });
  const row = { id: deps.newId(), name, name_key: name, similar_key: similarKey(name) };
  await tx
    .insertInto('advertiser')
    .values({ ...row, added_at: now(deps), added_by_name: nameOf(actor) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findByName(tx, name)) ?? row.id;
}

/**
 * Corrects an advertiser's legal name on all its orders. Issued documents do not change.
 * @throws already_exists when another advertiser has that name, validation_failed
 */
export async function renameAdvertiser(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, typed }: { id: string; typed: string },
): Promise<void> {
  const name = exactName(typed);
  const { name: was } = await tx.selectFrom('advertiser').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  if (was === name) return;
  if (await findByName(tx, name)) throw nameTaken(name);
  await tx
    .updateTable('advertiser')
    .set({ name, name_key: name, similar_key: similarKey(name) })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueError(error) ? nameTaken(name) : error;
    });
  await writeJournal(deps, tx, actor, {
    act: 'ad.advertiser_renamed',
    subject: { kind: 'advertiser', id },
    detail: { from: was, to: name },
  });
}

function nameTaken(name: string): Failure {
  return new Failure('already_exists', `Another advertiser already has the name ${name}.`, {
    hint: 'Give this order to that advertiser instead, while it is not booked.',
  });
}

/** Letters that people often write without their stroke, and that folding does not change. */
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' };

/** Equal for names that differ only in accents, strokes, case and punctuation. */
function similarKey(name: string): string {
  return foldForSearch(name).replace(/[łøđðıæœßþ]/g, (letter) => PLAIN[letter] ?? letter);
}

type Similar = { id: string; name: string };

async function listSimilar(tx: Tx, name: string): Promise<Similar[]> {
  return tx
    .selectFrom('advertiser')
    .select(['id', 'name'])
    .where('similar_key', 'in', [similarKey(name), foldForSearch(name)])
    .orderBy('name')
    .limit(20)
    .execute();
}

async function findByName(tx: Tx, name: string): Promise<string | null> {
  const row = await tx.selectFrom('advertiser').select('id').where('name_key', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

function exactName(typed: string): string {
  const name = typed.normalize('NFC').trim();
  if (foldForSearch(name) !== '') return name;
  throw new Failure('validation_failed', 'The advertiser’s name contains no letters.', { hint: 'Write their name.' });
}

function namesOf(similar: readonly Similar[]): string {
  return similar.map(({ name }) => name).join(', ');
}
