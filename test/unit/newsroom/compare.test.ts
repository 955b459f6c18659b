import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { copy, openSite } from '../../support/site.ts';
import { file, readPage, revise, stock } from '../../support/stocked.ts';

/** A page's text without its tags. */
function plain(page: string): string {
  return page.replace(/<[^>]+>/g, '');
}

test('a comparison shows added and removed words with their revisions and authors', async (t) => {
  const site = await openSite(t);
  const { editor, token } = await stock(site);
  const id = await file(site, token, { slug: 'compared' });
  const text = 'The crew ran the machine on a *live* slab and wrote down every start and stop.';
  await revise(site, token, id, {
    slug: 'compared',
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text }],
    baseRevision: 0,
  });
  await saveRevision(site.deps, editor, id, {
    copy: {
      ...copy({
        slug: 'compared',
        headline: 'A layout robot on a wet slab',
        bodyBlocks: [{ id: 'b1', type: 'paragraph', text: text.replace('ran', 'drove') }],
      }),
      baseRevision: 1,
    },
  });
  const page = await readPage(site, editor, `/newsroom/articles/${id}/compare/0/2`);
  assert.match(
    page,
    /<ins title="Added in revision 1 by Agent let in by Dana Whitfield">start and<\/ins><sup>r1<\/sup><ins[^>]*> <\/ins>/,
  );
  assert.match(page, /<del title="Removed in revision 2 by Dana Whitfield">ran<\/del><sup>r2<\/sup>/);
  assert.match(page, /<h3>Headline<\/h3> <span class="hand">revision 2 by Dana Whitfield<\/span>/);
  assert.match(page, /<strong>2 changes<\/strong>: 4 words added, 2 removed/);
  assert.match(page, /href="#change-2">next/);
  const backwards = await site.fetch(`/newsroom/articles/${id}/compare/2/0`, {
    headers: { Cookie: editor.cookie },
    redirect: 'manual',
  });
  assert.equal(backwards.headers.get('location'), `/newsroom/articles/${id}/compare/0/2`);
  const chosen = await site.fetch(`/newsroom/articles/${id}/compare?from=1&to=0`, {
    headers: { Cookie: editor.cookie },
    redirect: 'manual',
  });
  assert.equal(chosen.headers.get('location'), `/newsroom/articles/${id}/compare/0/1`);
  assert.match(
    await readPage(site, editor, `/newsroom/articles/${id}/compare/1/1`),
    /Nothing differs between these two revisions/,
  );
});

test('a comparison shows blocks as readers see them, with the changed words marked', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const blocks = (word: string) => [
    { id: 'b1', type: 'heading' as const, text: 'What the **crew** saw' },
    { id: 'b2', type: 'list' as const, text: `- a *${word}* slab\n- [the log](https://example.org/log)` },
  ];
  const { id } = await createDraft(site.deps, editor, copy({ bodyBlocks: blocks('wet') }));
  await saveRevision(site.deps, editor, id, { copy: { ...copy({ bodyBlocks: blocks('dry') }), baseRevision: 0 } });
  const page = await readPage(site, editor, `/newsroom/articles/${id}/compare/0/1`);
  assert.match(page, /<h2[^>]*>What the <strong>crew<\/strong> saw<\/h2>/);
  assert.match(page, /<li>a <em>(?=.*<del[^>]*>wet<\/del>)(?=.*<ins[^>]*>dry<\/ins>).*<\/em> slab<\/li>/);
  assert.match(page, /<li><a href="https:\/\/example.org\/log" rel="noreferrer">the log<\/a><\/li>/);
  assert.doesNotMatch(page, /\*\*crew|\[the log\]/);
});

test('a comparison of an unknown article, or of an article the person cannot see, answers 404', async (t) => {
  const site = await openSite(t);
  const { editor, writer, drafted, changed } = await stock(site);
  const status = async (person: { cookie: string }, path: string) =>
    (await site.fetch(path, { headers: { Cookie: person.cookie }, redirect: 'manual' })).status;
  for (const path of [`${drafted}/compare/0/1`, `${drafted}/compare/x/0`, `${drafted}/compare`, `none/compare/0/0`]) {
    assert.equal(await status(editor, `/newsroom/articles/${path}`), 404, path);
  }
  assert.equal(await status(writer, `/newsroom/articles/${changed}/compare/0/1`), 404);
  assert.equal(await status(editor, `/newsroom/articles/${changed}/compare/0/1`), 200);
});

test('without a revision number, the comparison uses the latest revision; one revision alone cannot be compared', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, changed } = await stock(site);
  const open = (path: string) =>
    site.fetch(`/newsroom/articles/${path}`, { headers: { Cookie: editor.cookie }, redirect: 'manual' });
  const { revision } = await readArticle(site.deps.db.read, editor, changed, site.deps);
  assert.equal(
    (await open(`${changed}/compare`)).headers.get('location'),
    `/newsroom/articles/${changed}/compare/${revision - 1}/${revision}`,
  );
  assert.match(
    await (await open(`${drafted}/compare`)).text(),
    /has one revision only, so there is nothing to compare/,
  );
  assert.match(await (await open(`${changed}/compare?from=0`)).text(), /The address names no revision/);
  assert.equal((await open('none/publish')).status, 404);
});

test('hidden and look-alike characters are marked in a comparison, on a revision’s page and in review', async (t) => {
  const site = await openSite(t);
  const { editor, token } = await stock(site);
  const bad = [{ id: 'b1', type: 'paragraph', text: 'Send it to p\u0430ypal, wo\u200crd by word, 3\u00a0mm.' }];
  const id = await file(site, token, { slug: 'hidden' });
  await revise(site, token, id, { slug: 'hidden', bodyBlocks: bad, baseRevision: 0 });
  for (const path of ['', '/revisions/1', '/compare/0/1']) {
    const page = await readPage(site, editor, `/newsroom/articles/${id}${path}`);
    assert.match(page, /Invisible characters, or characters that look like others/, path);
    assert.match(page, /<li>Cyrillic, looks like the Latin a \(U\+0430\)<\/li>/, path);
    assert.match(
      page,
      /<span class="unseen-mark" data-label="ZWNJ" title="Zero width non-joiner \(U\+200C\)">\u200c<\/span>/,
      path,
    );
    assert.match(
      plain(page),
      /Send it to p\u0430ypal, wo\u200crd by word, 3\u00a0mm\./,
      `${path}: the marks add no text`,
    );
    assert.doesNotMatch(await readPage(site, editor, `/newsroom/articles/${id}/revisions/0`), /mark-note/);
  }
});

test('the article’s page marks the changes since the live revision', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  const page = await readPage(site, editor, `/newsroom/articles/${changed}`);
  assert.match(
    page,
    /changes<\/strong> since revision 0, which readers see, in <span class="hand">revision 1 by Agent let in by Dana Whitfield<\/span>/,
  );
  assert.match(page, new RegExp(`href="/newsroom/articles/${changed}/compare/0/1"`));
  assert.match(page, /<ins title="Added in revision 1/);
});

test('a comparison across more than 60 revisions combines the authors of the first ones', async (t) => {
  const site = await openSite(t);
  const hands = [await site.person('editor', 'Dana Whitfield'), await site.person('editor', 'Ines Calloway')] as const;
  const { id } = await createDraft(site.deps, hands[0], copy());
  for (let base = 0; base < 64; base++) {
    const over = base < 63 ? { headline: `Headline ${base}` } : { headline: 'Headline 62', dek: 'Saved 64 times.' };
    await saveRevision(site.deps, hands[base % 2 ? 1 : 0], id, { copy: { ...copy(over), baseRevision: base } });
  }
  const page = await readPage(site, hands[0], `/newsroom/articles/${id}/compare/0/64`);
  assert.match(
    page,
    /<span class="hand">revision 5 by several hands; revision 63 by Dana Whitfield; revision 64 by Ines Calloway</,
  );
  assert.match(page, /<del title="Removed in revision 5 by several hands">A layout robot on a live slab<\/del>/);
  assert.match(page, /<ins title="Added in revision 63 by Dana Whitfield">62<\/ins>/);
  assert.match(page, /<ins title="Added in revision 64 by Ines Calloway">Saved 64 times\.<\/ins>/);
});

test('the pages for comparison and review load one script of their own, below 20 kB', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  for (const path of ['', '/compare/0/1']) {
    const page = await readPage(site, editor, `/newsroom/articles/${changed}${path}`);
    const scripts = [...page.matchAll(/<script type="module" src="([^"]+)">/g)].map(([, src = '']) => src);
    const [own = '', ...more] = scripts.filter((src) => !/^\/newsroom\/script\/(?:forms|frame)-/.test(src)); // each page has these two
    assert.deepEqual([scripts.length, more], [3, []], path);
    const script = await site.fetch(own, { headers: { 'Accept-Encoding': 'gzip' } });
    const size = (await script.arrayBuffer()).byteLength;
    assert.ok(size < 20_000, `${size} bytes`);
  }
});
