import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { storeCreativeFiles } from '#ads/creatives/creative-check.ts';
import { now } from '#runtime/deps.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { oncePerRun } from '../once-per-run.ts';
import { scene } from '../pictures.ts';
import type { TestSite } from '../site.ts';
import { checkOnce, creativeOf, goodPng } from './creatives.ts';

// Inserts running ads directly into the tables. The steps before that are tested with the orders.

type Over = { unit?: string; advertiser?: string; url?: string; alt?: string; file?: Buffer };

/** Starts an ad at a place of the catalog. Returns id and reference of its order, and the hash of its picture. */
export async function runAd(site: TestSite, place: string, over: Over = {}) {
  const { deps } = site;
  const creative = creativeOf(place);
  const { unit = place, advertiser = `Advertiser ${deps.newId()}`, url = 'https://advertiser.example/?a=1&b=2' } = over;
  const file = over.file ?? (await pictureFor(creative));
  const { made, findings } = await checkOnce(creative, file);
  if (!made) throw new Error(`the creative does not fit: ${JSON.stringify(findings)}`);
  await storeCreativeFiles(deps, made);
  const [id, advertiserId, at] = [deps.newId(), deps.newId(), now(deps)];
  const reference = id.slice(0, 8);
  await deps.db.write(async (tx) => {
    await tx
      .insertInto('advertiser')
      .values({
        id: advertiserId,
        name: advertiser,
        name_key: advertiser.toLowerCase(),
        added_at: at,
        added_by_name: 'Test',
      })
      .execute();
    await tx
      .insertInto('ad_order')
      .values({
        id,
        reference,
        unit,
        advertiser_id: advertiserId,
        category: 'layout tools',
        contact_name: 'Pat',
        contact_email: 'pat@advertiser.example',
        rate: 'list',
        cents: 1,
        state: 'running',
        starts_on: at.slice(0, 10),
        ends_on: at.slice(0, 10),
        note: '',
        opened_at: at,
        changed_at: at,
      })
      .execute();
    await tx
      .insertInto('creative')
      .values({
        id: deps.newId(),
        order_id: id,
        kind: place,
        state: 'accepted',
        hash: made.hash,
        width: made.width,
        height: made.height,
        bytes: made.bytes,
        type: made.type,
        files: JSON.stringify(made.files.map(({ name }) => name)),
        url,
        label: creative.label,
        alt: over.alt ?? 'A saw, and "more" <of> it',
        reasons: '[]',
        warnings: '[]',
        checked_at: at,
        taken_by_name: 'Test',
        decided_at: at,
        decided_by_name: 'Test',
      })
      .execute();
    await tx
      .insertInto('ad_run')
      .values({ order_id: id, place, starts_on: at.slice(0, 10), ends_on: at.slice(0, 10), started_at: at })
      .execute();
    await logPlacement(deps, tx, 'ads');
  });
  return { id, reference, hash: made.hash, type: made.type };
}

/** Ends the running ads, as the ad job does. */
export async function endAd({ deps }: TestSite, orderId: string): Promise<void> {
  await deps.db.write(async (tx) => {
    await tx
      .updateTable('ad_run')
      .set({ ended_at: now(deps) })
      .where('order_id', '=', orderId)
      .execute();
    await logPlacement(deps, tx, 'ads');
  });
}

/** The picture of an ad that names none. Noise is random, so only the same file is the same creative in the whole run. */
function pictureFor(creative: Creative): Promise<Buffer> {
  const { id, widthPx, heightPx } = creative;
  if (id === 'directory-logo') return goodPng(creative);
  return oncePerRun(`running-${id}`, () => scene(widthPx, heightPx, 4).jpeg({ quality: 70 }).toBuffer());
}
