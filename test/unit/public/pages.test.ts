import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';
import { file } from '../../support/stocked.ts';

// The content of the pages of the magazine, and the links between them.

const ARTICLE = '/robotics/layout-robot-pilot';
const NOTE = 'An earlier version gave the crew size as twelve; the crew was nine people.';
const TYPES = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' };

async function read(site: TestSite, path: string, accept = TYPES.html): Promise<string> {
  const answer = await site.fetch(path, { headers: { Accept: accept } });
  assert.equal(answer.status, 200, path);
  return answer.text();
}

for (const path of ['/about', '/standards', '/corrections']) {
  test(`${path} is an HTML page, and Markdown by Accept and at ${path}.md`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    const page = await site.fetch(path, { headers: { Accept: TYPES.html } });
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const asked = await site.fetch(path, { headers: { Accept: TYPES.markdown } });
    const twin = await site.fetch(`${path}.md`, { headers: { Accept: TYPES.html } });
    for (const answer of [asked, twin]) {
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.match(answer.headers.get('link') ?? '', new RegExp(`<http://127.0.0.1:3000${path}>; rel="canonical"`));
      assert.match(answer.headers.get('x-markdown-tokens') ?? '', /^\d+$/);
    }
    assert.match(asked.headers.get('vary') ?? '', /^Accept\b/);
    assert.equal(await asked.text(), await twin.text());
    for (let round = 0; round < 2; round++) {
      assert.match(await read(site, path), /^<!DOCTYPE html>/);
      assert.match(await read(site, path, TYPES.markdown), /^---\n/);
    }
  });
}

test('the home page leads with the newest article, then the latest, and lists the others by section, without repeats', async (t) => {
  const site = await openSite(t);
  const copy = { slug: 'crew', section: 'people', headline: 'A crew' };
  for (let n = 0; n < 13; n++) {
    await goLive(site, { slug: `robot-${n}`, headline: `Robot ${n}` });
    site.pass(60);
  }
  const crew = await goLive(site, copy);
  const page = await read(site, '/');
  assert.match(page, /<div class="hang lead">[\s\S]*?>A crew<[\s\S]*?<\/article>/);
  assert.equal(page.match(/>A crew</g)?.length, 1);
  const shown = (text: string) => [...text.matchAll(/>Robot (\d+)</g)].map(([, n]) => Number(n));
  assert.deepEqual(shown(page), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  assert.deepEqual(shown(page.slice(page.indexOf('id="section-robotics"'))), [4, 3, 2]);
  assert.doesNotMatch(page, /id="section-people"/, 'a section without other articles leaves');
  assert.doesNotMatch(page, /Corrected/);
  await goLiveAgain(site, crew, { ...copy, correctionNote: NOTE });
  const corrected = await read(site, '/');
  assert.match(corrected, /A crew[\s\S]*?<p class="fact">[^\n]*<time[^>]*>[^<]*<\/time>\. Corrected\.<\/p>/);
  assert.match(corrected, /<span class="mark">1<\/span>[\s\S]*?<a href="\/people\/crew#correction-1">The story<\/a>/);
  const section = await read(site, '/robotics');
  assert.equal(shown(section).length, 13);
});

test('an article shows its latest correction with its text and earlier ones below, and /corrections links to each', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  const once = await goLiveAgain(site, article, { correctionNote: NOTE });
  await goLiveAgain(site, once, { correctionNote: 'The machine was rented, not bought, for these weeks.' });
  const page = await read(site, ARTICLE);
  assert.match(page, /<a href="#correction-2">[\s\S]*id="correction-2">[\s\S]*?rented, not bought[\s\S]*<\/article>/);
  assert.match(page, /<\/article>[\s\S]*<li[^>]* id="correction-1"><span class="mark"[^>]*>1<\/span>[\s\S]*twelve/);
  const schedule = await read(site, '/corrections');
  assert.match(schedule, /#correction-2"[\s\S]*#correction-1"/);
  for (const [, id = ''] of schedule.matchAll(new RegExp(`${ARTICLE}#([^"]+)"`, 'g')))
    assert.ok(page.includes(`id="${id}"`));
  const markdown = await read(site, '/corrections.md', TYPES.markdown);
  assert.match(markdown, /- Correction 2, 2026-09-06, \[A layout robot on a live slab\]\(.*\.md\): The machine/);
});

test('/corrections has pages in HTML and Markdown, and the cache never mixes them up', async (t) => {
  const site = await openSite(t);
  let article = await goLive(site);
  for (const n of [1, 2])
    article = await goLiveAgain(site, article, { correctionNote: `Correction that is number ${n}.` });
  for (let round = 0; round < 2; round++) {
    for (const [form, path] of [
      [TYPES.html, '/corrections'],
      [TYPES.markdown, '/corrections'],
      [TYPES.markdown, '/corrections.md'],
    ] as const) {
      assert.match(await read(site, path, form), /number 2\./);
      assert.doesNotMatch(await read(site, `${path}?before=2`, form), /number 2\./);
      assert.match(await read(site, `${path}?before=2`, form), /number 1\./);
    }
  }
  for (const before of ['0', 'x', '-1']) assert.equal((await site.fetch(`/corrections?before=${before}`)).status, 404);
});

test('only an article drafted by an agent names who granted the agent access and who edited the article', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana <Whitfield>');
  const ruth = await site.person('chief', 'Ruth Okafor');
  const id = await file(site, await site.grantToken(dana));
  await publish(site.deps, ruth, id, { revisionNumber: 0 });
  const line = 'Drafted with an agent let in by Dana &lt;Whitfield&gt;; edited by Ruth Okafor.';
  assert.ok((await read(site, ARTICLE)).includes(line));
  await goLive(site, { slug: 'by-hand' });
  assert.doesNotMatch(await read(site, '/robotics/by-hand'), /Drafted with/);
});

test('an article links to other articles, first those of its section, but not to itself or an unpublished one', async (t) => {
  const site = await openSite(t);
  const old = await goLive(site, { slug: 'old', headline: 'The old one' });
  site.pass(60);
  await goLive(site, { slug: 'elsewhere', section: 'people', headline: 'Elsewhere' });
  site.pass(60);
  await goLive(site, { slug: 'new', headline: 'The new one' });
  const next = async () => /<aside class="next[\s\S]*<\/aside>/.exec(await read(site, '/robotics/new'))?.[0] ?? '';
  assert.match(await next(), /The old one[\s\S]*Elsewhere/);
  assert.doesNotMatch(await next(), /The new one/);
  await unpublish(site.deps, CLI, old.id);
  assert.doesNotMatch(await next(), /The old one|The new one/);
});

test('a byline links to a page of its published articles, and a byline without articles has no page', async (t) => {
  const site = await openSite(t);
  const ines = await addAuthorOrTag(site.deps, CLI, 'author', 'Ines Calloway');
  await addAuthorOrTag(site.deps, CLI, 'author', 'Nobody Yet');
  const article = await goLive(site, { authorId: ines.id });
  await goLive(site, { slug: 'other', headline: 'By the newsroom' });
  const page = await read(site, ARTICLE);
  assert.match(page, /<a href="\/authors\/ines-calloway" rel="author">Ines Calloway<\/a>/);
  const author = await read(site, '/authors/ines-calloway');
  assert.match(author, /<h1>Ines Calloway<\/h1>[\s\S]*A layout robot on a live slab/);
  assert.doesNotMatch(author, /By the newsroom/);
  const twin = await site.fetch('/authors/ines-calloway.md');
  assert.equal(twin.headers.get('content-location'), '/authors/ines-calloway.md');
  const text = await twin.text();
  assert.match(
    text,
    /\n# Ines Calloway\n[\s\S]*\n- \[A layout robot on a live slab\]\(http:\S+\/robotics\/layout-robot-pilot\.md\): /,
  );
  const asked = await site.fetch('/authors/ines-calloway', { headers: { Accept: 'text/markdown' } });
  assert.equal(await asked.text(), text);
  assert.equal(asked.headers.get('vary'), 'Accept, Accept-Encoding');
  for (const slug of ['nobody-yet', 'nothing', 'nothing.md'])
    assert.equal((await site.fetch(`/authors/${slug}`)).status, 404);
  assert.equal((await site.fetch('/authors/ines-calloway?page=wrong')).status, 404);
  await unpublish(site.deps, CLI, article.id);
  assert.equal((await site.fetch('/authors/ines-calloway')).status, 404);
});

test('/search has a form, finds published articles by words and section, and explains invalid queries', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  await goLive(site, { slug: 'crew', section: 'people', headline: 'A crew on Monday' });
  assert.match(
    await read(site, '/search'),
    /<form class="search" action="\/search" role="search">\s*<p><label for="q">/,
  );
  const marked = await read(site, '/search?q=layouts+slab');
  assert.match(marked, /A <mark>layout<\/mark> robot on a live <mark>slab<\/mark>/);
  assert.match(marked, /class="passage">[^<]*on a live <mark>slab<\/mark>/);
  assert.match(await read(site, '/search?section=people'), /A crew on Monday/);
  assert.doesNotMatch(await read(site, '/search?q=slab&section=people'), /A layout robot/);
  assert.match(await read(site, '/search?q=%22%3E%3Cscript%3E'), /No published article[\s\S]*&quot;&gt;&lt;script&gt;/);
  for (const q of ['%21%21', 'x'.repeat(201), Array.from({ length: 17 }, (_, n) => `w${n}`).join('+')])
    assert.match(await read(site, `/search?q=${q}`), /role="alert">The words must/);
  assert.match(await read(site, '/search?q=slab&cursor=x'), /Search again/);
  for (const path of ['/search?q=slab', '/search?q=nothing'])
    assert.match(await read(site, path), /<meta name="robots" content="noindex">/);
});

test('the pages of search results list every article found', async (t) => {
  const site = await openSite(t);
  for (let n = 0; n < 35; n++) await goLive(site, { slug: `robot-${n}`, headline: `Robot number${n}` });
  const seen = new Set<string>();
  for (let path: string | undefined = '/search?q=robot&section=robotics'; path; ) {
    const page: string = await read(site, path);
    for (const [, slug = ''] of page.matchAll(/<h2><a href="\/robotics\/([^"]+)"/g)) seen.add(slug);
    path = /<a href="(\/search\?[^"]+)" rel="next">/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  }
  assert.equal(seen.size, 35);
});

test('no public page runs a script, and every internal link works', async (t) => {
  const site = await openSite(t, { SAMPLE_EDITION: 'off' });
  const ines = await addAuthorOrTag(site.deps, CLI, 'author', 'Ines Calloway');
  const article = await goLive(site, { authorId: ines.id });
  await goLiveAgain(site, article, { authorId: ines.id, correctionNote: NOTE });
  const seen = new Set(['/']);
  for (const path of seen) {
    const answer = await site.fetch(path);
    assert.ok(answer.status === 200 || path.startsWith('/newsroom'), `${path} answers ${answer.status}`);
    if (!answer.headers.get('content-type')?.startsWith('text/html') || path.startsWith('/newsroom')) continue;
    const page = await answer.text();
    assert.doesNotMatch(page, /<script(?! type="application\/ld\+json")|style="|\son[a-z]+="/, path);
    for (const [, to = ''] of page.matchAll(/(?:href|action)="(\/[^"#]*)/g)) seen.add(to.replaceAll('&amp;', '&'));
  }
  for (const path of ['/about', '/standards', '/corrections', '/search', '/authors/ines-calloway', ARTICLE])
    assert.ok(seen.has(path), `${path} is linked`);
});

test('compressed, the style sheet has at most 10 KB, and an article and the home page at most 20 KB', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site, {
    bodyBlocks: Array.from({ length: 40 }, (_, n) => ({
      id: `b${n}`,
      type: 'paragraph',
      text: `Paragraph ${n}: the crew ran the machine on a live slab for ${n} weeks, wrote down every stop and measured it again.`,
    })),
  });
  await goLiveAgain(site, article, { correctionNote: NOTE });
  for (const [path, most] of [
    ['/static/style.css', 10_000],
    [ARTICLE, 20_000],
    ['/', 20_000],
  ] as const)
    assert.ok(brotliCompressSync(await read(site, path)).length <= most, path);
});

test('the name of the magazine is text in each form of /about, whatever signs it has', async (t) => {
  const name = 'A [b](/c) *d* <e> `f`';
  const site = await openSite(t, { PUBLICATION_NAME: name });
  const read = async (path: string) => (await site.fetch(path)).text();
  const words = ' is read by estimators';
  const page = await read('/about');
  assert.match(page, /<p>A \[b\]\(\/c\) \*d\* &lt;e&gt; `f` is read by estimators/);
  const markdown = await read('/about.md');
  assert.ok(markdown.includes(`${escapeMarkdown(name)}${words}`));
  assert.ok(!markdown.includes(`${name}${words}`));
});
