import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { getBrief } from '#brief/issues/brief-record.ts';
import { checkBrief } from '#brief/issues/gate.ts';
import { approveBrief } from '#brief/issues/plan.ts';
import { publicBriefSchema } from '#brief/pages/brief-json.ts';
import { CLI } from '#core/actor.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { booked, DAY, openDesk } from '../support/ad-desk.ts';
import { json } from '../support/site.ts';
import { BRIEF_SETTINGS, composed, correctStory, INTRO, publishStories, saved, sent, siteOf } from './briefs.ts';

// A sponsored brief: its sponsor comes from the slot, and its archive changes with the publication log.

// Pages show the subscribe form only where the site can send email; nothing here is sent.
const desk = await openDesk({ after }, { ...BRIEF_SETTINGS, SMTP_URL: 'smtp://127.0.0.1:9' });
const { site, dana } = desk;
const { deps } = site;
const SOLD = '2026-10-06';
const order = await booked(desk, { unit: 'field-brief', startsOn: SOLD });
site.pass(28 * DAY);
const ids = await publishStories(site);
await correctStory(site, ids[3] ?? '');

const markdown = { headers: { Accept: 'text/markdown' } };
const asJson = { headers: { Accept: 'application/json' } };

test('a brief whose slot is sold has the accepted creative, and is not approved without it', async () => {
  const { sponsor } = await composed(site, dana, { intro: INTRO }, SOLD);
  assert.deepEqual(
    [sponsor?.name, sponsor?.text, sponsor?.url],
    ['Acme Layout', 'Rent a layout robot with an operator for one day.', 'https://acme.example/'],
  );
  assert.equal((await site.fetch(sponsor?.picture ?? '')).status, 200);
  const subscribe = await (await site.fetch('/brief/subscribe')).text();
  assert.match(subscribe, /<p>It goes out on Tuesdays\.<\/p>/);
  const codes = async (content: Awaited<ReturnType<typeof saved>>) =>
    (await checkBrief(deps.db.read, await getBrief(deps.db.read, SOLD), content, siteOf(site), deps)).map(
      ({ code }) => code,
    );
  const content = await saved(site, dana, {}, SOLD);
  assert.deepEqual(await codes(content), []);
  assert.deepEqual(await codes({ ...content, sponsor: null }), ['sponsor_differs']);
  await deps.db.write((tx) => tx.updateTable('ad_order').set({ state: 'ran' }).where('id', '=', order.id).execute());
  assert.deepEqual(await codes(content), ['sponsor_ends']);
  await deps.db.write((tx) => tx.updateTable('ad_order').set({ state: 'booked' }).where('id', '=', order.id).execute());
  await deps.db.write((tx) =>
    tx.updateTable('creative').set({ state: 'in' }).where('order_id', '=', order.id).execute(),
  );
  assert.deepEqual(await codes(content), ['sponsor_unaccepted']);
  await assert.rejects(approveBrief(deps, dana, siteOf(site), SOLD, content.revision), /1 check stops the approval/);
  await deps.db.write((tx) =>
    tx.updateTable('creative').set({ state: 'accepted' }).where('order_id', '=', order.id).execute(),
  );
  await deps.db.write((tx) =>
    tx
      .insertInto('brief_send')
      .values({ brief_day: SOLD, audience: 1300, begins_at: SOLD, counts: '{"accepted":1240}' })
      .execute(),
  );
  await sent(site, dana, SOLD);
});

test('a sent brief is public in every form, in lists, feed, sitemap and llms.txt', async () => {
  const page = await (await site.fetch(`/brief/${SOLD}`)).text();
  assert.match(page, /<h1>A robot, a slab, and who checks<\/h1>/);
  assert.match(page, /Advertisement: Acme Layout sponsored this brief/);
  assert.ok(page.indexOf('Corrections') < page.indexOf('A layout robot on a live slab'));
  const text = await (await site.fetch(`/brief/${SOLD}`, markdown)).text();
  assert.equal(text, await (await site.fetch(`/brief/${SOLD}.md`)).text());
  assert.match(text, /## Corrections\n\n- Correction 1, /);
  assert.match(text, /\/robotics\/story-\d+\.md\): \w.* \(Robotics\)$/m);
  const data = await json(await site.fetch(`/api/v1/public/briefs/${SOLD}`));
  assert.deepEqual(data, await json(await site.fetch(`/brief/${SOLD}`, asJson)));
  assert.deepEqual(publicBriefSchema.parse(data).sponsor, { name: 'Acme Layout', label: 'Advertisement' });
  assert.doesNotMatch(JSON.stringify(data), new RegExp(`${dana.id}|${dana.name}|${order.id}|acme\\.example`));
  const { briefs } = await json(await site.fetch('/api/v1/public/briefs'));
  assert.deepEqual(briefs, (await json(await site.fetch('/brief', asJson))).briefs);
  assert.deepEqual([briefs[0].day, briefs[0].url], [SOLD, `http://127.0.0.1:3000/brief/${SOLD}`]);
  assert.match(await (await site.fetch('/brief')).text(), /action="\/brief\/subscribe"/);
  for (const path of ['/brief', '/brief.md', '/brief/rss.xml', '/sitemap.xml'])
    assert.ok((await (await site.fetch(path)).text()).includes(`/brief/${SOLD}`), path);
  assert.match(
    await (await site.fetch('/brief/subscribe')).text(),
    /on Tuesdays\. The latest one: <a href="\/brief\/2026-10-06">A robot, a slab, and who checks<\/a>, <time datetime="2026-10-06">6 October 2026<\/time>, went to 1,240 readers\./,
    'the cached page gets the sample',
  );
  assert.match(await (await site.fetch('/llms.txt')).text(), /\/api\/v1\/public\/briefs/);
  for (const path of ['/brief/2026-10-13', '/brief/none', '/api/v1/public/briefs/2026-10-13'])
    assert.equal((await site.fetch(path)).status, 404, path);
});

test('a cached brief follows its stories: a moved one has its address, one that was taken back is gone', async () => {
  await moveArticle(deps, CLI, {
    articleId: ids[4] ?? '',
    baseRevision: 0,
    to: { section: 'people', slug: 'the-estimator' },
  });
  assert.match(await (await site.fetch(`/brief/${SOLD}`)).text(), /href="\/people\/the-estimator"/);
  await unpublish(deps, CLI, ids[0] ?? '');
  const page = await (await site.fetch(`/brief/${SOLD}`)).text();
  assert.doesNotMatch(page, /A layout robot on a live slab/);
  assert.match(page, /One story of this brief was taken back since/);
  const [creative] = await listCreatives(deps.db.read, order.id);
  await withdrawCreative(deps, dana, site.config.publication, order.id, creative?.id ?? '', 'The offer ended.');
  assert.match(await (await site.fetch(`/brief/${SOLD}`)).text(), /Acme Layout/);
});
