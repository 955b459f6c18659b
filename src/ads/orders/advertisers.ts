import { type Actor, nameOf } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { foldForSearch } from '../../core/tokenize.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';

/** The names the desk has used, the last first, for editors who type one. */
export async function listAdvertisers(tx: Tx): Promise<string[]> {
  const names = await tx.selectFrom('advertiser').select('name').orderBy('added_at', 'desc').limit(200).execute();
  return names.map(({ name }) => name);
}

/**
 * The advertiser of exactly this name; a new one where there is none. Where others have a similar name, `choice` says which
 * is meant: the id of one of them, or `new`. Two companies are never made one by their letters.
 * @throws validation_failed, already_exists with `similar`: the advertisers of a similar name
 */
export async function findOrCreateAdvertiser(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  typed: string,
  choice?: string,
): Promise<string> {
  const name = exactName(typed);
  const exact = await findByName(tx, name);
  if (exact) return exact;
  const similar = await listSimilar(tx, name);
  const chosen = similar.find(({ id }) => id === choice);
  if (chosen) return chosen.id;
  if (similar.length > 0 && choice !== 'new')
    throw new Failure('already_exists', `An advertiser of a similar name is known: ${namesOf(similar)}.`, {
      hint: 'Choose whether that advertiser is meant, or a new one of the name you typed.',
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
 * Corrects an advertiser's legal name, on all its orders. Papers that are issued stay as they are.
 * @throws already_exists when another advertiser has that name, validation_failed
 */
export async function renameAdvertiser(deps: Deps, tx: Tx, actor: Actor, id: string, typed: string): Promise<void> {
  const name = exactName(typed);
  const { name: was } = await tx.selectFrom('advertiser').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  if (was === name) return;
  const other = await findByName(tx, name);
  if (other)
    throw new Failure('already_exists', `Another advertiser is called ${name} already.`, {
      hint: 'Give this order to that advertiser instead, while it is not booked.',
    });
  await tx
    .updateTable('advertiser')
    .set({ name, name_key: name, similar_key: similarKey(name) })
    .where('id', '=', id)
    .execute();
  await writeJournal(deps, tx, actor, {
    act: 'ad.advertiser_renamed',
    subject: { kind: 'advertiser', id },
    detail: { from: was, to: name },
  });
}

/** Letters that folding leaves as they are, though people write them without their stroke. */
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' };

/** The same for names that differ in accents, strokes, case and punctuation alone. */
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
  throw new Failure('validation_failed', 'The advertiser’s name holds no letters.', { hint: 'Write their name.' });
}

function namesOf(similar: readonly Similar[]): string {
  return similar.map(({ name }) => name).join(', ');
}
