import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publicBriefSchema } from '#brief/pages/brief-json.ts';
import { CLI } from '#core/actor.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { BRIEF_SETTINGS, composed, correctStory, INTRO, publishStories, sent } from '../../support/brief/briefs.ts';
import { json, openSite } from '../../support/site.ts';

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
  assert.match(await (await site.fetch('/brief/subscribe')).text(), /<p>It goes out on Tuesdays\.<\/p>/);
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
    assert.ok(page.indexOf('Corrections') < page.indexOf('A layout robot on a live slab'));
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
      /on Tuesdays\. The latest one: <a href="\/brief\/2026-10-06">A robot, a slab, and who checks<\/a>, <time datetime="2026-10-06">6 October 2026<\/time>, went to 1,240 readers\./,
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
