import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { renderBriefHtml } from '#brief/emails/brief-html.ts';
import { deadLinks, renderBriefText } from '#brief/emails/brief-text.ts';
import { listNewestStories } from '#brief/issues/material.ts';
import { holdBrief, markSent } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { publicBriefSchema } from '#brief/pages/brief-json.ts';
import { CLI, SYSTEM } from '#core/actor.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { now } from '#runtime/deps.ts';
import { seedArticles } from '#server/seed/seed.ts';
import {
  BRIEF_DAY,
  BRIEF_SETTINGS,
  composed,
  correctStory,
  INTRO,
  publishStories,
  scheduled,
  sent,
  siteOf,
} from '../../support/brief/briefs.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

// The archive of the Field Brief, which changes with the publication log.

// Pages show the subscribe form only where the site can send email; nothing here is sent.
const site = await openSite({ after }, { ...BRIEF_SETTINGS, SMTP_URL: 'smtp://127.0.0.1:9' });
const { deps } = site;
const DAY = '2026-10-06';
const dana = await site.person('editor', 'Dana Whitfield');
site.pass(28 * 86_400);
const ids = await publishStories(site);
await correctStory(site, ids[3] ?? '');

const markdown = { headers: { Accept: 'text/markdown' } };
const asJson = { headers: { Accept: 'application/json' } };

before(async () => {
  await composed(site, dana, { intro: INTRO }, DAY);
  assert.doesNotMatch(await (await site.fetch('/brief/subscribe')).text(), /The latest one/);
  await deps.db.write((tx) =>
    tx
      .insertInto('brief_send')
      .values({ brief_day: DAY, audience: 1300, begins_at: DAY, counts: '{"accepted":1240}' })
      .execute(),
  );
  await sent(site, dana, DAY);
});

test('the archive shows a brief from its send on', async (t) => {
  await t.test('a sent brief is public in every form, in lists, feed, sitemap and llms.txt', async () => {
    const page = await (await site.fetch(`/brief/${DAY}`)).text();
    assert.match(page, /<h1>A robot, a slab, and who checks<\/h1>/);
    assert.match(page, /A layout robot on a live slab.*<b>Corrected /s);
    const text = await (await site.fetch(`/brief/${DAY}`, markdown)).text();
    assert.equal(text, await (await site.fetch(`/brief/${DAY}.md`)).text());
    assert.match(text, /## Corrections\n\n- Correction 1, /);
    assert.match(text, /\/robotics\/story-\d+\.md\): \w.* \(Robotics\)$/m);
    const data = await json(await site.fetch(`/api/v1/public/briefs/${DAY}`));
    assert.deepEqual(data, await json(await site.fetch(`/brief/${DAY}`, asJson)));
    publicBriefSchema.parse(data);
    assert.doesNotMatch(JSON.stringify(data), new RegExp(`${dana.id}|${dana.name}`));
    const { briefs } = await json(await site.fetch('/api/v1/public/briefs'));
    assert.deepEqual(briefs, (await json(await site.fetch('/brief', asJson))).briefs);
    assert.deepEqual([briefs[0].day, briefs[0].url], [DAY, `http://127.0.0.1:3000/brief/${DAY}`]);
    assert.match(await (await site.fetch('/brief')).text(), /action="\/brief\/subscribe"/);
    for (const path of ['/brief', '/brief.md', '/brief/rss.xml', '/sitemap.xml'])
      assert.ok((await (await site.fetch(path)).text()).includes(`/brief/${DAY}`), path);
    assert.match(
      await (await site.fetch('/brief/subscribe')).text(),
      /<p>The latest one: <a href="\/brief\/2026-10-06">A robot, a slab, and who checks<\/a>, <time datetime="2026-10-06">6 October 2026<\/time>, went to 1,240 readers\./,
      'the cached page gets the sample',
    );
    assert.match(await (await site.fetch('/llms.txt')).text(), /\/api\/v1\/public\/briefs/);
    for (const path of ['/brief/2026-10-13', '/brief/none', '/api/v1/public/briefs/2026-10-13'])
      assert.equal((await site.fetch(path)).status, 404, path);
  });

  await t.test(
    'a cached brief follows its stories: a moved one has its address, one that was taken back is gone',
    async () => {
      await moveArticle(deps, CLI, {
        articleId: ids[4] ?? '',
        baseRevision: 0,
        to: { section: 'people', slug: 'the-estimator' },
      });
      assert.match(await (await site.fetch(`/brief/${DAY}`)).text(), /href="\/people\/the-estimator"/);
      await unpublish(deps, CLI, ids[0] ?? '');
      const page = await (await site.fetch(`/brief/${DAY}`)).text();
      assert.doesNotMatch(page, /A layout robot on a live slab/);
      assert.match(page, /One story of this brief was taken back since/);
    },
  );
});

const read = async ({ fetch }: TestSite, path: string) => (await fetch(path)).text();

test('until the first send, the page shows a specimen of the newest stories, and with no story nothing', async (t) => {
  const fresh = await openSite(t, { ...BRIEF_SETTINGS, SMTP_URL: 'smtp://127.0.0.1:9' });
  for (const path of ['/brief', '/brief.md'])
    assert.match(await read(fresh, path), /No brief has been sent yet\. Every brief will be kept here\./);
  await seedArticles(fresh.deps);
  const newest = await listNewestStories(fresh.deps.db.read, 3);
  for (const path of ['/brief', '/brief.md']) {
    const page = await read(fresh, path);
    assert.match(page, /A specimen/, path);
    for (const { headline, dek } of newest) assert.ok(page.includes(headline) && page.includes(dek), path);
    assert.match(page, /Number of the week/, path);
    assert.doesNotMatch(page, /Earlier briefs|The next one comes/, path);
  }
  assert.match(await read(fresh, '/brief'), /<form method="post" action="\/brief\/subscribe">/);

  const editor = await fresh.person('editor');
  const stories = newest.map(({ articleId }) => ({ articleId, sentence: '' }));
  const content = await composed(fresh, editor, { stories });
  const email = { publication: fresh.publication, postalAddress: null, content };
  assert.match(renderBriefText(email, deadLinks('')), /NUMBER OF THE WEEK: /);
  assert.match(await renderBriefHtml(email, deadLinks('')), /Number of the week/);
  await scheduled(fresh, editor);
  assert.match(await read(fresh, '/brief'), /The next one comes on Tuesday 8 September 2026 at 11:30 \(UTC\)\./);
  await holdBrief(fresh.deps, editor, BRIEF_DAY, 'A number is in doubt.');
  assert.doesNotMatch(await read(fresh, '/brief'), /The next one comes/);
  await releaseBrief(fresh.deps, editor, siteOf(fresh), BRIEF_DAY);
  await markSent(fresh.deps, SYSTEM, BRIEF_DAY, now(fresh.deps));
  for (const path of ['/brief', '/brief.md']) {
    const page = await read(fresh, path);
    assert.match(page, /The last brief/, path);
    assert.ok(page.includes(content.subject), path);
    assert.doesNotMatch(page, /specimen/i, path);
  }
});

test('without email, the page says that none is sent, and shows a specimen but no form', async (t) => {
  const quiet = await openSite(t);
  const [, second = ''] = await publishStories(quiet, 2);
  await correctStory(quiet, second);
  const page = await read(quiet, '/brief');
  assert.match(page, /A specimen.*<b>Corrected /s);
  assert.match(page, /sends no email at present/);
  assert.doesNotMatch(page, /<form/);
  assert.doesNotMatch(page, /Number of the week/, 'no story has a number with a quotation');
});
