import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { getBrief } from '#brief/issues/brief-record.ts';
import { checkBrief } from '#brief/issues/gate.ts';
import { approveBrief } from '#brief/issues/plan.ts';
import { publicBriefSchema } from '#brief/pages/brief-json.ts';
import { booked, DAY, openDesk } from '../../support/ads/ad-desk.ts';
import { BRIEF_SETTINGS, composed, INTRO, publishStories, saved, sent, siteOf } from '../../support/brief/briefs.ts';
import { json } from '../../support/site.ts';

// A sponsored brief: its sponsor comes from the slot.

const desk = await openDesk({ after }, BRIEF_SETTINGS);
const { site, dana } = desk;
const { deps } = site;
const SOLD = '2026-10-06';
const order = await booked(desk, { unit: 'field-brief', startsOn: SOLD });
site.pass(28 * DAY);
await publishStories(site);

test('a sponsored brief, from the sold slot to its archive', async (t) => {
  await t.test('a brief whose slot is sold has the accepted creative, and is not approved without it', async () => {
    const { sponsor } = await composed(site, dana, { intro: INTRO }, SOLD);
    assert.deepEqual(
      [sponsor?.name, sponsor?.text, sponsor?.url],
      ['Acme Layout', 'Rent a layout robot with an operator for one day.', 'https://acme.example/'],
    );
    assert.equal((await site.fetch(sponsor?.picture ?? '')).status, 200);
    const codes = async (content: Awaited<ReturnType<typeof saved>>) =>
      (
        await checkBrief(deps, deps.db.read, { brief: await getBrief(deps.db.read, SOLD), content, site: siteOf(site) })
      ).map(({ code }) => code);
    const content = await saved(site, dana, {}, SOLD);
    assert.deepEqual(await codes(content), []);
    assert.deepEqual(await codes({ ...content, sponsor: null }), ['sponsor_differs']);
    await deps.db.write((tx) => tx.updateTable('ad_order').set({ state: 'ran' }).where('id', '=', order.id).execute());
    assert.deepEqual(await codes(content), ['sponsor_ends']);
    await deps.db.write((tx) =>
      tx.updateTable('ad_order').set({ state: 'booked' }).where('id', '=', order.id).execute(),
    );
    await deps.db.write((tx) =>
      tx.updateTable('creative').set({ state: 'in' }).where('order_id', '=', order.id).execute(),
    );
    assert.deepEqual(await codes(content), ['sponsor_unaccepted']);
    await assert.rejects(
      approveBrief(deps, dana, siteOf(site), { day: SOLD, revision: content.revision }),
      /1 check stops the approval/,
    );
    await deps.db.write((tx) =>
      tx.updateTable('creative').set({ state: 'accepted' }).where('order_id', '=', order.id).execute(),
    );
    await sent(site, dana, SOLD);
  });

  await t.test('every form of the archive names the sponsor, and no form has the order or its link', async () => {
    assert.match(await read(`/brief/${SOLD}`), /Advertisement: Acme Layout sponsored this brief/);
    const data = await json(await site.fetch(`/api/v1/public/briefs/${SOLD}`));
    assert.deepEqual(publicBriefSchema.parse(data).sponsor, { name: 'Acme Layout', label: 'Advertisement' });
    assert.doesNotMatch(JSON.stringify(data), new RegExp(`${dana.id}|${order.id}|acme\\.example`));
  });

  await t.test('the archive keeps the name of a sponsor whose creative is withdrawn after the send', async () => {
    const [creative] = await listCreatives(deps.db.read, order.id);
    await withdrawCreative(deps, dana, site.publication, {
      orderId: order.id,
      creativeId: creative?.id ?? '',
      reason: 'The offer ended.',
    });
    assert.match(await read(`/brief/${SOLD}`), /Acme Layout/);
  });
});

async function read(path: string): Promise<string> {
  return (await site.fetch(path)).text();
}
