import * as z from 'zod';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { type AdFile, adFilesOf } from '#ads/creatives/ad-files.ts';
import { faultOfAddress, readAddress } from '#ads/creatives/brief-check.ts';
import { checkCreative, storeCreativeFiles } from '#ads/creatives/creative-check.ts';
import { type Finding, hasNoBlock } from '#ads/creatives/findings.ts';
import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid, text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';

// House ads: ads of the magazine itself, shown at a place while no advertiser's ad runs there. They have no order, invoice or proof.

/** The places that can show one. */
export const HOUSE_PLACES = ['homepage-band', 'in-article'] as const;
export type HousePlace = (typeof HOUSE_PLACES)[number];
/** The most house ads of a place; they take turns by the day. */
export const MOST_HOUSE_ADS = 3;

/** A house ad as readers see it. */
export type HouseAd = { id: string; place: HousePlace; files: AdFile[]; alt: string; url: string };
/** A house ad as the newsroom lists it. */
export type ListedHouseAd = HouseAd & { addedAt: string; addedBy: string; isNext: boolean };

export const houseAdTextSchema = z.strictObject({
  /** Its link: an https address, or a path of this site. */
  url: z.string().max(4000),
  /** The text for readers who cannot see the image. */
  alt: text({ min: 1, max: 300 }),
});

/**
 * Adds a house ad to a place, after the check that advertisers' files get. Returns the findings that are warnings.
 * @throws forbidden (all but editors), validation_failed (the file or the link does not fit), already_exists, busy
 */
export async function addHouseAd(
  deps: Deps,
  actor: Actor,
  { creative, words, file }: { creative: Creative; words: z.infer<typeof houseAdTextSchema>; file: Uint8Array },
): Promise<{ id: string; findings: Finding[] }> {
  requireEditorial(actor, 'add a house ad');
  const url = requireLink(words.url);
  await requireRoom(deps.db.read, creative);
  const { made, findings } = await checkCreative(creative, file, 'desk');
  if (!made || !hasNoBlock(findings)) throw unfit(findings);
  await storeCreativeFiles(deps, made);
  const id = deps.newId();
  await deps.db.write(async (tx) => {
    await logPlacement(deps, tx, 'ads'); // first: its lock makes two editors take turns
    await requireRoom(tx, creative, made.hash);
    await tx
      .insertInto('house_ad')
      .values({
        id,
        place: creative.id,
        hash: made.hash,
        files: JSON.stringify(made.files.map(({ name }) => name)),
        alt: words.alt,
        url,
        shown_day: '',
        added_at: now(deps),
        added_by_name: nameOf(actor),
        removed_at: null,
      })
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'house_ad.added',
      subject: { kind: 'house ad', id },
      detail: { place: creative.id, hash: made.hash, url },
    });
  });
  return { id, findings };
}

/** Removes a house ad; every page loses it within a second. @throws forbidden (all but editors), not_found */
export async function removeHouseAd(deps: Deps, actor: Actor, id: string): Promise<void> {
  requireEditorial(actor, 'remove a house ad');
  await deps.db.write(async (tx) => {
    const row = isUuid(id)
      ? await tx
          .updateTable('house_ad')
          .set({ removed_at: now(deps) })
          .where('id', '=', id.toLowerCase())
          .where('removed_at', 'is', null)
          .returning(['id', 'place', 'hash'])
          .executeTakeFirst()
      : undefined;
    if (!row) throw new Failure('not_found', 'There is no such house ad.', { hint: 'Look at the list again.' });
    await logPlacement(deps, tx, 'ads');
    await writeJournal(deps, tx, actor, {
      act: 'house_ad.removed',
      subject: { kind: 'house ad', id: row.id },
      detail: { place: row.place, hash: row.hash },
    });
  });
}

/** All house ads, those added first at the top. `isNext` marks the ad that is shown while nobody has bought the place. */
export async function listHouseAds(tx: Tx): Promise<ListedHouseAd[]> {
  const shown = await Promise.all(HOUSE_PLACES.map((place) => findHouseAd(tx, place)));
  const rows = await kept(tx).orderBy('added_at').orderBy('id').execute();
  return rows.map((row) => ({
    ...toHouseAd(row),
    addedAt: row.added_at,
    addedBy: row.added_by_name,
    isNext: shown.some((ad) => ad?.id === row.id),
  }));
}

/** The house ad of a place today; null when the place has none. Call it only when the place has no sold ad. */
export async function findHouseAd(tx: Tx, place: HousePlace): Promise<HouseAd | null> {
  const row = await kept(tx)
    .where('place', '=', place)
    .orderBy('shown_day', 'desc')
    .orderBy('added_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? toHouseAd(row) : null;
}

/** Once a UTC day, gives each place with several house ads the one that has waited longest. */
export async function turnHouseAds(deps: Deps): Promise<void> {
  const today = now(deps).slice(0, 10);
  const due = placesToTurn(await kept(deps.db.read).execute(), today);
  if (due.length === 0) return;
  await deps.db.write(async (tx) => {
    await logPlacement(deps, tx, 'ads');
    for (const place of placesToTurn(await kept(tx).execute(), today)) {
      const next = await kept(tx)
        .where('place', '=', place)
        .orderBy('shown_day')
        .orderBy('added_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (next) await tx.updateTable('house_ad').set({ shown_day: today }).where('id', '=', next.id).execute();
    }
  });
}

type Row = Awaited<ReturnType<ReturnType<typeof kept>['execute']>>[number];

function placesToTurn(rows: readonly Row[], today: string): HousePlace[] {
  return HOUSE_PLACES.filter((place) => {
    const own = rows.filter((row) => row.place === place);
    return own.length > 1 && own.every(({ shown_day }) => shown_day < today);
  });
}

function kept(tx: Tx) {
  return tx.selectFrom('house_ad').selectAll().where('removed_at', 'is', null);
}

function toHouseAd({ id, place, files, alt, url }: Row): HouseAd {
  return { id, place: place as HousePlace, files: adFilesOf(JSON.parse(files)), alt, url };
}

/** @throws already_exists when the place has as many as it may have, or this picture */
async function requireRoom(tx: Tx, { id, name }: Creative, hash?: string): Promise<void> {
  const rows = await kept(tx).where('place', '=', id).execute();
  if (rows.length >= MOST_HOUSE_ADS)
    throw new Failure('already_exists', `${name}: there are already ${MOST_HOUSE_ADS} house ads.`, {
      hint: 'Remove one first.',
    });
  if (rows.some((row) => row.hash === hash))
    throw new Failure('already_exists', `${name}: this picture is already one of its house ads.`, {
      hint: 'To change its link or its text, remove it and add it again.',
    });
}

/** @throws validation_failed when it cannot be linked to */
function requireLink(url: string): string {
  const address = url.startsWith('/') ? readPath(url) : readAddress(url);
  if (address) return address;
  throw new Failure('validation_failed', faultOfAddress(url), {
    hint: 'Write an address that begins with https://, or a path of this site, such as /advertise.',
  });
}

/** A path of this site in the form it is stored; null for anything that could lead elsewhere. */
function readPath(path: string): string | null {
  if (/^\/\/|[\s\\\p{C}]/u.test(path)) return null;
  const read = URL.parse(path, 'https://site.invalid');
  return read?.origin === 'https://site.invalid' ? read.pathname + read.search + read.hash : null;
}

function unfit(findings: readonly Finding[]): Failure {
  const blocks = findings.filter(({ severity }) => severity === 'block');
  const lines = blocks.map(({ message, measured, asked }) => `${message} There is: ${measured}. Asked for: ${asked}.`);
  return new Failure('validation_failed', `The file was not accepted. ${lines.join(' ')}`, {
    hint: 'Correct the file and choose it again.',
  });
}
