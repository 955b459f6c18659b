import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addSeries, addToSeries, changeSeries } from '#editorial/publish/series.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { goLive } from '../../support/live.ts';
import { copy, form, fromPage, openSite } from '../../support/site.ts';

// Series of articles: editors make them, readers see their published parts in order.

const NAME = 'Six <weeks> & a *robot*';
const DESCRIPTION = 'One slab, "from" the first line <to> the last.';

test('editors make a series and order it; readers follow its published parts in every form', async (t) => {
  const site = await openSite(t);
  const people = [await site.person('editor'), await site.person('writer'), await site.person('ad sales')] as const;
  const [editor, writer, sales] = people;
  const send = (path: string, fields: Record<string, string>, who = editor) =>
    site.fetch(`/newsroom${path}`, form(who, fields));
  const text = async (path: string) => (await site.fetch(path)).text();
  const page = async (path: string) => (await site.fetch(`/newsroom${path}`, { headers: fromPage(editor) })).text();
  const live = async (slug: string) => (await goLive(site, { slug, headline: `Story ${slug}` })).id;
  const [one, two] = [await live('one'), await live('two')];
  const { id: draft } = await createDraft(site.deps, CLI, copy({ slug: 'three', headline: 'Story three' }));

  const words = { name: NAME, description: DESCRIPTION };
  for (const who of [writer, sales]) assert.equal((await send('/series', words, who)).status, 403);
  assert.equal((await send('/series', { name: '', description: DESCRIPTION })).status, 422);
  assert.equal((await send('/series', { ...words, slug: 'A b' })).status, 422);
  assert.equal((await send('/series', { name: '日本', description: '東京' })).status, 422, 'no slug from it');
  const made = await send('/series', words);
  const [, id] = /series\/([0-9a-f-]{36})/.exec(made.headers.get('location') ?? '') ?? [];
  const slug = 'six-weeks-a-robot';
  assert.equal((await send('/series', words)).status, 409, 'the address is taken');
  assert.equal((await site.fetch(`/series/${slug}`)).status, 404, 'no part is published');
  assert.doesNotMatch(await text('/series'), /weeks/);

  const part = (article: string, who = editor) => send(`/series/${id}/parts`, { article }, who);
  assert.equal((await part(two, writer)).status, 403);
  assert.equal((await part('')).status, 422);
  assert.equal((await part('none')).status, 404);
  assert.match(await text('/robotics/two'), /<aside class="next/, 'the page is cached without a series');
  assert.equal((await send(`/articles/${draft}/series`, { series: id ?? '' })).status, 303, 'a draft on its own page');
  for (const article of [two, one]) assert.equal((await part(article)).status, 303);
  assert.equal((await part(one)).status, 409);
  assert.equal((await send(`/series/${id}/move`, { article: one, direction: 'up' })).status, 303);
  assert.equal((await send(`/series/${id}/move`, { article: draft, direction: 'up' })).status, 409);

  const parts = async () => {
    const body = JSON.parse(await text(`/api/v1/public/series/${slug}`));
    const shown = [...(await text(`/series/${slug}`)).matchAll(/<h3><a href="\/robotics\/([a-z]+)">/g)];
    const listed = [...(await text(`/series/${slug}.md`)).matchAll(/^\d\. .*\/([a-z]+)\.md\)/gm)];
    const slugs = body.articles.map((article: { slug: string }) => article.slug).join(' ');
    for (const found of [shown, listed]) assert.equal(found.map(([, name]) => name).join(' '), slugs);
    return slugs;
  };
  assert.equal(await parts(), 'one two');
  const escaped = 'Six &lt;weeks&gt; &amp; a *robot*';
  const place = (nth: number, of: number) => `Part ${nth} of ${of} of <a href="/series/${slug}">${escaped}</a>`;
  const second = await text('/robotics/two');
  assert.ok(second.includes(place(2, 2)), 'the cached page follows');
  assert.match(second, /<a href="\/robotics\/one" rel="prev">Story one<\/a>/);
  assert.doesNotMatch(second.slice(second.indexOf('<aside')), /Story one/, 'what to read next does not repeat it');
  assert.match(
    await text('/robotics/two.md'),
    /Part 2 of 2 of \[Six .*\]\(.*\/series\/six-weeks-a-robot\.md\)\n\n- Previous: \[Story one\]/,
  );
  const { series } = JSON.parse(await text('/api/public/articles/robotics/two/related'));
  assert.deepEqual([series.name, series.part, series.of, series.next], [NAME, 2, 2, null]);
  assert.match(series.previous, /\/robotics\/one$/);
  const lists = ['/series', '/series.md', '/sitemap.xml'].map(text);
  for (const list of await Promise.all(lists)) assert.match(list, /\/series\/six-weeks-a-robot/);
  assert.match(await text('/llms.txt'), /\/series\.md/);

  await publish(site.deps, CLI, draft, { revisionNumber: 0 });
  assert.equal(await parts(), 'three one two', 'a published draft takes its place');
  assert.ok((await text('/robotics/two')).includes(place(3, 3)), 'the other parts count it');
  await unpublish(site.deps, CLI, one);
  assert.match(await text('/robotics/two'), /Part 2 of 2 .*rel="prev">Story three/s);
  assert.match(await page(`/series/${id}`), /Story one<\/a><\/p><p class="facts">Robotics · not published/);

  assert.equal((await send(`/series/${id}`, { name: 'Renamed', description: 'Else.' })).status, 303);
  assert.match(await text('/robotics/two'), /of 2 of <a href="\/series\/six-weeks-a-robot">Renamed<\/a>/);
  assert.match(await text('/series'), /Renamed/);
  assert.equal((await send(`/series/${id}/remove`, { article: draft })).status, 303);
  assert.doesNotMatch(await text('/robotics/three'), /Renamed/);
  const other = await send('/series', { name: 'Other', description: 'Else.' });
  const [, otherId] = /series\/([0-9a-f-]{36})/.exec(other.headers.get('location') ?? '') ?? [];
  assert.equal((await send(`/series/${otherId}/parts`, { article: two })).status, 409, 'one series at most');
  assert.match(await page('/journal'), /added <a[^>]*>Story two<\/a> to a series/);
  assert.equal((await send(`/series/${id}/delete`, {}, writer)).status, 403);
  assert.equal((await send(`/series/${id}/delete`, {})).status, 303);
  assert.equal((await site.fetch(`/series/${slug}`)).status, 404);
  assert.doesNotMatch(await text('/robotics/two'), /Renamed/);
});

test('a change of a series renews the pages of its parts, and no others', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const [part] = [await goLive(site, { slug: 'inside' }), await goLive(site, { slug: 'outside' })];
  const { id } = await addSeries(site.deps, editor, { name: 'Measured', description: DESCRIPTION });
  await addToSeries(site.deps, editor, id, part.id);
  await changeSeries(site.deps, editor, id, { name: 'Counted', description: DESCRIPTION });
  const renewed = site.deps.db.read.selectFrom('publication_log').select('article_id').where('act', '=', 'recaptioned');
  assert.deepEqual(
    (await renewed.execute()).map(({ article_id }) => article_id),
    [part.id, part.id],
  );
});
