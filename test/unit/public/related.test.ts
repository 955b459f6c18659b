import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLinkingArticles } from '#article/linking-articles.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addSeries, addToSeries } from '#editorial/publish/series.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { mergeTags } from '#editorial/tags.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { goLive } from '../../support/live.ts';
import { copy, form, fromPage, openSite, type TestSite } from '../../support/site.ts';

// What readers find below an article: what editors chose, or the articles that share its tags.

/** The slugs that the page of an article lists below it, and those that its Markdown and JSON list. */
async function next(site: TestSite, path: string): Promise<string> {
  const page = await (await site.fetch(path)).text();
  const below = page.slice(page.indexOf('id="next"'), page.indexOf('</aside>'));
  const shown = [...below.matchAll(/<h3><a href="\/[a-z-]+\/([a-z0-9-]+)">/g)].map(([, slug]) => slug).join(' ');
  const text = await (await site.fetch(`${path}.md`)).text();
  const listed = [...text.slice(text.indexOf('## Read next')).matchAll(/\/([a-z0-9-]+)\.md\)$/gm)];
  assert.equal(listed.map(([, slug]) => slug).join(' '), shown, 'Markdown lists the same');
  const { related } = (await (await site.fetch(`/api/v1/public/articles${path}/related`)).json()) as {
    related: { slug: string }[];
  };
  assert.equal(related.map(({ slug }) => slug).join(' '), shown, 'JSON lists the same');
  assert.match(below, /<a href="\/[a-z]+">All of /);
  return shown;
}

async function filled(site: TestSite) {
  const tag = async (name: string) => (await addAuthorOrTag(site.deps, CLI, 'tag', name)).id;
  const [rare, common, other] = [await tag('Rare'), await tag('Common'), await tag('Other')];
  const live = async (slug: string, section: string, tagIds: string[]) => {
    site.pass(60);
    return (await goLive(site, { slug, section, tagIds, headline: `Story ${slug} & its <end>` })).id;
  };
  return { rare, common, other, live };
}

test('what follows an article shares its tags, rare tags first, then its section, then the newest', async (t) => {
  const site = await openSite(t);
  const { rare, common, other, live } = await filled(site);
  await live('first', 'robotics', [rare, common]);
  assert.equal(await next(site, '/robotics/first'), '', 'the only article');
  const second = await live('second', 'people', []);
  assert.equal(await next(site, '/robotics/first'), 'second', 'the cached page follows, also without a tag in common');
  assert.equal(await next(site, '/people/second'), 'first', 'the only article of its section has an onward link');
  await live('common-people', 'people', [common]);
  await live('common-old', 'robotics', [common]);
  await live('common-new', 'robotics', [common]);
  assert.equal(await next(site, '/robotics/first'), 'common-new common-old common-people');
  await live('rare', 'software', [rare, other]);
  assert.equal(await next(site, '/robotics/first'), 'rare common-new common-old');
  assert.equal(await next(site, '/people/second'), 'common-people first common-old', 'its section first');
  await mergeTags(site.deps, CLI, other, common);
  assert.equal(await next(site, '/robotics/common-old'), 'common-new first rare', 'a merged tag counts as the other');
  await unpublish(site.deps, CLI, second);
  assert.equal(await next(site, '/people/common-people'), 'rare common-new common-old');
});

test('editors choose what follows an article, in their order; unpublished articles leave the page', async (t) => {
  const site = await openSite(t);
  const [editor, writer, sales] = [
    await site.person('editor'),
    await site.person('writer'),
    await site.person('ad sales'),
  ];
  const { live } = await filled(site);
  const ids = [];
  for (const slug of ['one', 'two', 'three', 'four', 'five']) ids.push(await live(slug, 'robotics', []));
  const [one = '', two = '', three = '', four = '', five = ''] = ids;
  const { id: draft } = await createDraft(site.deps, CLI, copy({ slug: 'draft' }));
  const path = `/newsroom/articles/${one}/related`;
  const send = async (rest: string, fields: Record<string, string>, who = editor) =>
    (await site.fetch(`${path}${rest}`, form(who, fields))).status;
  assert.equal(await next(site, '/robotics/one'), 'two three four', 'the oldest of its section leads on to newer ones');
  for (const who of [writer, sales]) assert.equal(await send('', { article: four }, who), 403);
  assert.equal(await send('', { article: one }), 422, 'itself');
  assert.equal(await send('', { article: draft }), 422, 'not published');
  assert.equal(await send('', { article: '' }), 422);
  assert.equal(await send('', { article: 'x'.repeat(9) }), 404);
  assert.equal(await next(site, '/robotics/one'), 'two three four', 'nothing changed');
  assert.equal(await send('', { article: four }), 303);
  assert.equal(await next(site, '/robotics/one'), 'four');
  assert.equal(await send('', { article: four }), 409);
  await send('', { article: two });
  await send('', { article: five });
  assert.equal(await send('', { article: three }), 422, 'three are the most');
  assert.equal(await send('/move', { article: five, direction: 'up' }), 303);
  assert.equal(await send('/move', { article: four, direction: 'up' }), 409);
  assert.equal(await next(site, '/robotics/one'), 'four five two');
  await unpublish(site.deps, CLI, five);
  assert.equal(await next(site, '/robotics/one'), 'four two');
  const page = await (await site.fetch(`${path}?q=story`, { headers: fromPage(editor) })).text();
  assert.match(page, /Story five &amp; its &lt;end&gt;<\/a><\/p><p class="facts">Robotics · not published/);
  await publish(site.deps, CLI, five, { revisionNumber: 0 });
  assert.equal(await next(site, '/robotics/one'), 'four five two', 'it comes back');
  for (const article of [four, five, two]) assert.equal(await send('/remove', { article }), 303);
  assert.equal(await send('/remove', { article: two }), 404);
  assert.equal(await next(site, '/robotics/one'), 'two three four');
});

test('a publication renews the pages near it, and not those far away', async (t) => {
  const site = await openSite(t);
  const { common, live } = await filled(site);
  const ids: string[] = [];
  for (let nth = 0; nth < 25; nth++) ids.push(await live(`s${nth}`, 'robotics', [common]));
  const near = await listLinkingArticles(site.deps.db.read, [ids[0] ?? '']);
  assert.deepEqual(near.toSorted(), ids.slice(1, 11).toSorted());
  const { id } = await addSeries(site.deps, CLI, { name: 'Far apart', description: 'First and last.' });
  for (const part of [ids[0], ids[24]]) await addToSeries(site.deps, CLI, id, part ?? '');
  const linking = await listLinkingArticles(site.deps.db.read, [ids[0] ?? '']);
  assert.ok(linking.includes(ids[24] ?? ''), 'a part counts the others, however far');
  assert.equal(await next(site, '/robotics/s24'), 's23 s22 s21');
  assert.equal(await next(site, '/robotics/s0'), 's10 s9 s8', 'of a common tag, the nearest ten count');
});
