import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { OPTIONAL_TEXTS, PUBLISHED_TEXT_NAMES, type PublishedTextName, valuesOf } from '#article/article-fields.ts';
import { BLOCK_TYPES } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

const ARTICLE = '/robotics/layout-robot-pilot';
const EVIL = `</title></script><script>alert(1)</script><img src=x onerror="a()"> [x](javascript:a) # "'&amp;]]> --- *`;
/** The API refuses this address; the renderers must escape it anyway. */
const SOURCE = 'https://a.example/"><script>?a=(b)&lt;=1';
const commonmark = new MarkdownIt('commonmark', { html: true });

/** A table of numbers has a form of its own, which hostile text does not have. */
const isTyped = (name: PublishedTextName) => name !== 'numberTable';

/** Publishes an article with hostile text in every field. */
async function goHostile(site: TestSite): Promise<void> {
  const author = await addAuthorOrTag(site.deps, CLI, 'author', EVIL.slice(0, 120));
  const tag = await addAuthorOrTag(site.deps, CLI, 'tag', EVIL.slice(0, 120));
  const everywhere = {
    headline: EVIL,
    dek: EVIL,
    bodyBlocks: BLOCK_TYPES.map((type) => ({ id: EVIL, type, text: EVIL })),
    sources: [{ title: EVIL, url: SOURCE, publisher: EVIL, note: EVIL }],
    authorId: author.id,
    tagIds: [tag.id],
    ...valuesOf(PUBLISHED_TEXT_NAMES.filter(isTyped), (name) => EVIL.slice(0, OPTIONAL_TEXTS[name].max)),
  };
  const article = await goLive(site, everywhere);
  await goLiveAgain(site, article, { ...everywhere, correctionNote: EVIL });
}

test('hostile text in any field creates no element, attribute or script on any page', async (t) => {
  const site = await openSite(t);
  await goHostile(site);
  const blocks = { '/': 2, '/robotics': 1, [ARTICLE]: 2, '/corrections': 0 };
  for (const [path, scripts] of Object.entries(blocks)) {
    const page = await (await site.fetch(path)).text();
    assert.doesNotMatch(page, /<img|onerror="|<script>|href="javascript/i, path);
    assert.equal(page.match(/<script/g)?.length ?? 0, scripts, path);
    assert.equal(page.match(/<title>/g)?.length, 1);
    assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'), path);
  }
  const page = await (await site.fetch(ARTICLE)).text();
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  assert.equal(JSON.parse(data).headline, EVIL);
});

test('hostile text in any field stays text in Markdown, even for a parser that allows HTML', async (t) => {
  const site = await openSite(t);
  await goHostile(site);
  for (const path of [`${ARTICLE}.md`, '/index.md', '/robotics.md', '/llms.txt']) {
    const markdown = (await (await site.fetch(path)).text()).replace(/^---\n[\s\S]*?\n---\n/, '');
    const tokens = commonmark.parse(markdown, {});
    const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
    for (const token of all) {
      assert.doesNotMatch(token.type, /html|image|fence|code_block|hr/, path);
      if (token.type === 'link_open')
        assert.match(String(token.attrGet('href')), /^(https:\/\/a\.example\/|http:\/\/127\.0\.0\.1:3000\/)/);
    }
    assert.equal(all.filter((token) => token.type === 'heading_open' && token.tag === 'h1').length, 1, path);
  }
});

test('front matter has one JSON value per line, even with a hostile headline', async (t) => {
  const site = await openSite(t);
  await goHostile(site);
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(await (await site.fetch(`${ARTICLE}.md`)).text()) ?? [];
  const fields = Object.fromEntries(
    front.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w+): (".*"|\[".*"\]|\d+)$/.exec(line) ?? assert.fail(line);
      return [name, JSON.parse(value)];
    }),
  );
  assert.equal(fields.title, EVIL);
  assert.equal(fields.description, EVIL);
});

test('front matter creates no element, link or picture in a parser that does not know front matter', async (t) => {
  const site = await openSite(t);
  await goHostile(site);
  const [front = ''] = /^---\n[\s\S]*?\n---\n/.exec(await (await site.fetch(`${ARTICLE}.md`)).text()) ?? [];
  assert.ok(front.includes('title'));
  const all = commonmark.parse(front, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  for (const token of all) assert.doesNotMatch(token.type, /html|image|link|code/, token.content);
});

test('JSON returns hostile text unchanged', async (t) => {
  const site = await openSite(t);
  await goHostile(site);
  const { headline, dek, correctionNote, sources } = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
  for (const field of [headline, dek, correctionNote, sources[0].title, sources[0].publisher, sources[0].note])
    assert.equal(field, EVIL);
  assert.equal(sources[0].url, SOURCE);
});

test('only https links become links in body text; others stay text', async (t) => {
  const site = await openSite(t);
  const text = '[a](https://a.example/b) [b](http://b.example) [c](javascript:alert) [d](https://u:p@d.example/)';
  await goLive(site, { bodyBlocks: [{ id: 'b', type: 'paragraph', text }] });
  const page = await (await site.fetch(ARTICLE)).text();
  assert.ok(
    page.includes(
      '<p id="b-b"><a href="https://a.example/b">a</a> [b](http://b.example) [c](javascript:alert) [d](https://u:p@d.example/)</p>',
    ),
  );
  const markdown = await (await site.fetch(`${ARTICLE}.md`)).text();
  assert.ok(
    markdown.includes(
      '[a](https://a.example/b) \\[b\\](http://b.example) \\[c\\](javascript:alert) \\[d\\](https://u:p@d.example/)',
    ),
  );
});

test('any valid body is published in every form', async (t) => {
  const site = await openSite(t);
  let count = 0;
  const texts = fc.array(
    fc.constantFrom('*', '_', '`', '[a](https://a.example)', '<b>', '\n', '- ', '1. ', '#', ' ', 'word', '\\', '&amp;'),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...BLOCK_TYPES), async (parts, type) => {
      const slug = `piece-${++count}`;
      await goLive(site, { slug, bodyBlocks: [{ id: 'b', type, text: `${parts.join('')} end` }] });
      for (const path of [`/robotics/${slug}`, `/robotics/${slug}.md`, `/api/public/articles/robotics/${slug}`]) {
        const answer = await site.fetch(path);
        assert.equal(answer.status, 200);
        if (!path.startsWith('/api')) assert.match(await answer.text(), /end/);
      }
    }),
    { numRuns: 60 },
  );
});
