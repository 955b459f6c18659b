import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSON_TEXT_NAMES } from '#article/article-fields.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { BASE, copy, json, openSite, type TestSite } from '../../support/site.ts';

const ARTICLE = '/robotics/layout-robot-pilot';
const NOTE = 'An earlier version gave the crew size as twelve; the crew was *nine* people & <b>no</b> more.';
const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';
const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const TYPES = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' };
type Form = keyof typeof TYPES;

// Tests every row of the content negotiation table on every negotiated URL.

const rows: [string | null, Form][] = [
  [null, 'html'],
  ['*/*', 'html'],
  [CHROME, 'html'],
  [FIREFOX, 'html'],
  ['text/markdown', 'markdown'],
  ['text/markdown, text/html, */*', 'markdown'],
  ['text/markdown, text/plain;q=0.9, */*;q=0.8', 'markdown'],
  ['text/html;q=0.5, text/markdown', 'markdown'],
  ['text/html, text/markdown;q=0.5', 'html'],
  ['text/markdown;q=0, */*', 'html'],
  ['application/json', 'json'],
  ['text/*', 'html'],
  ['image/png', 'html'],
];
for (const path of ['/', '/robotics', ARTICLE, '/robotics/nothing']) {
  test(`${path} negotiates its media type by Accept`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    for (const [accept, form] of rows) {
      await t.test(`Accept ${accept ?? 'missing'} is ${form}`, async () => {
        const answer = await site.fetch(path, accept === null ? {} : { headers: { Accept: accept } });
        assert.equal(answer.status, path.endsWith('nothing') ? 404 : 200);
        assert.equal(answer.headers.get('content-type'), `${TYPES[form]}; charset=utf-8`);
        assert.equal(answer.headers.get('vary'), 'Accept, Accept-Encoding');
      });
    }
  });
}

test('as JSON an article page is a PublicArticle, and a 404 has the error shape of the API', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const ask = async (path: string) => json(await site.fetch(path, { headers: { Accept: 'application/json' } }));
  assert.equal(Object.keys(await ask(ARTICLE)).length, 11 + JSON_TEXT_NAMES.length);
  assert.deepEqual(Object.keys(await ask('/robotics/nothing')).sort(), ['code', 'error', 'hint']);
});

test('the URLs of one format and the prefixed URLs give the same bytes and ETag as negotiation', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const twins: [string, Form, string[]][] = [
    ['/', 'markdown', ['/index.md']],
    ['/robotics', 'markdown', ['/robotics.md']],
    [ARTICLE, 'markdown', [`${ARTICLE}.md`, `/api/public/markdown${ARTICLE}`, `/api/v1/public/markdown${ARTICLE}`]],
    [ARTICLE, 'json', [`/api/public/articles${ARTICLE}`, `/api/v1/public/articles${ARTICLE}`]],
  ];
  for (const [path, form, others] of twins) {
    const one = await told(site, path, { Accept: TYPES[form] });
    assert.ok(one.etag);
    for (const other of others) {
      // The URL of one format ignores Accept.
      for (const accept of ['text/html', 'text/markdown', 'application/json'])
        assert.deepEqual(await told(site, other, { Accept: accept }), one, other);
    }
    assert.match(one.link ?? '', new RegExp(`<${BASE}${path}>; rel="canonical"`));
  }
});

const reads: [string, Form | null][] = [
  ['/', 'html'],
  ['/', 'markdown'],
  ['/', 'json'],
  ['/robotics', 'html'],
  ['/robotics', 'markdown'],
  ['/robotics', 'json'],
  [ARTICLE, 'html'],
  [ARTICLE, 'markdown'],
  [ARTICLE, 'json'],
  [`${ARTICLE}.md`, null],
  ['/index.md', null],
  ['/robotics.md', null],
  [`/api/public/articles${ARTICLE}`, null],
  [`/api/v1/public/markdown${ARTICLE}`, null],
  ['/api/public/articles', null],
  ['/corrections', null],
  ['/static/style.css', null],
];
for (const [path, form] of reads) {
  test(`${path}${form ? ` as ${form}` : ''} is cached, has an ETag, and answers HEAD and 304`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    const headers: Record<string, string> = form ? { Accept: TYPES[form] } : {};
    const get = await site.fetch(path, { headers });
    const body = await get.text();
    assert.equal(get.status, 200);
    assert.equal(
      get.headers.get('cache-control'),
      'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
    );
    assert.equal(get.headers.get('content-length'), String(Buffer.byteLength(body)));
    const etag = get.headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]+"$/);

    const head = await site.fetch(path, { method: 'HEAD', headers });
    assert.deepEqual(own(head), own(get));
    assert.equal(await head.text(), '');

    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await site.fetch(path, { headers: { ...headers, 'If-None-Match': known } });
      assert.equal(again.status, 304, known);
      assert.equal(await again.text(), '');
      for (const name of ['etag', 'vary', 'cache-control', 'content-location'])
        assert.equal(again.headers.get(name), get.headers.get(name), name);
      assert.deepEqual(
        [...again.headers.keys()].filter((name) => !OF_304.has(name)),
        [],
      );
    }
    const refused = await site.fetch(path, { headers: { ...headers, 'If-Match': '"other"' } });
    assert.equal(refused.status, 412);
    assert.equal((await json(refused)).code, 'precondition_failed');
    for (const own of [etag, `"other", ${etag}`, '*'])
      assert.equal((await site.fetch(path, { headers: { ...headers, 'If-Match': own } })).status, 200, own);
    assert.equal((await site.fetch(path, { headers: { ...headers, 'If-None-Match': '"other"' } })).status, 200);
    const asHead = await site.fetch(path, { method: 'HEAD', headers: { ...headers, 'If-None-Match': etag } });
    assert.equal(asHead.status, 304);
  });
}

/** The headers that a 304 repeats (RFC 9110, 15.4.5), and the one that a script of another site needs. */
const OF_304 = new Set([
  'cache-control',
  'content-location',
  'date',
  'etag',
  'expires',
  'vary',
  'access-control-allow-origin',
]);

test('Last-Modified is modifiedAt; If-Modified-Since counts only without If-None-Match', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  site.pass(90.5);
  await goLiveAgain(site, article, { headline: 'Changed' });
  const at = 'Sun, 06 Sep 2026 13:01:30 GMT';
  const status = async (headers: Record<string, string>) => (await site.fetch(ARTICLE, { headers })).status;
  assert.equal((await site.fetch(ARTICLE)).headers.get('last-modified'), at);
  assert.equal(await status({ 'If-Modified-Since': at }), 304);
  assert.equal(await status({ 'If-Modified-Since': 'Sun, 06 Sep 2026 13:01:29 GMT' }), 200);
  assert.equal(await status({ 'If-Modified-Since': 'last week' }), 200);
  assert.equal(await status({ 'If-Modified-Since': at, 'If-None-Match': '"other"' }), 200);
  assert.equal(await status({ 'If-Unmodified-Since': at }), 200);
  assert.equal(await status({ 'If-Unmodified-Since': 'Sun, 06 Sep 2026 13:01:29 GMT' }), 412);
  assert.equal(await status({ 'If-Unmodified-Since': 'Sun, 06 Sep 2026 13:01:29 GMT', 'If-Match': '*' }), 200);
  assert.equal(await status({ 'If-Unmodified-Since': 'last week' }), 200);
});

test('the ETag of one format never gives 304 for another', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  for (const path of ['/', '/robotics', ARTICLE]) {
    const forms = Object.values(TYPES);
    const tags = await Promise.all(forms.map(async (Accept) => (await told(site, path, { Accept })).etag ?? ''));
    assert.equal(new Set(tags).size, 3);
    for (const [index, Accept] of forms.entries()) {
      const others = tags.filter((_, other) => other !== index).join(', ');
      assert.equal((await site.fetch(path, { headers: { Accept, 'If-None-Match': others } })).status, 200);
    }
  }
});

test('200, 304 and 404 of every negotiated read have a Vary header', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  for (const Accept of Object.values(TYPES)) {
    for (const path of ['/', '/robotics', ARTICLE, '/nothing', '/robotics/nothing', '/gardening/x']) {
      const answer = await site.fetch(path, { headers: { Accept } });
      assert.equal(answer.headers.get('vary'), 'Accept, Accept-Encoding', path);
      if (answer.status !== 200) continue;
      const known = { Accept, 'If-None-Match': answer.headers.get('etag') ?? '' };
      assert.equal((await site.fetch(path, { headers: known })).headers.get('vary'), 'Accept, Accept-Encoding');
    }
  }
});

test('every format shows a correction, also after a later revision without a note', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  site.pass(86400);
  const corrected = await goLiveAgain(site, article, { correctionNote: NOTE });
  const check = async (modifiedAt: string) => {
    const page = await (await site.fetch(ARTICLE)).text();
    assert.match(
      page,
      /id="correction-1"[\s\S]*7 Sep 2026[\s\S]*\*nine\* people &amp; &lt;b&gt;no&lt;\/b&gt; more\.[\s\S]*<div class="body">/,
    );
    assert.match(
      await (await site.fetch(`${ARTICLE}.md`)).text(),
      /^> \*\*Correction, 2026-09-07\.\*\* .*\\\*nine\\\* people & \\<b>no/m,
    );
    const body = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
    assert.deepEqual(
      [body.correctionNote, body.correctedAt, body.modifiedAt],
      [NOTE, '2026-09-07T13:00:00.000Z', modifiedAt],
    );
    assert.match(await (await site.fetch('/corrections')).text(), /\*nine\* people &amp; &lt;b&gt;/);
    assert.match(await (await site.fetch('/rss.xml')).text(), /Correction, 7 September 2026/);
  };
  await check('2026-09-07T13:00:00.000Z');
  site.pass(86400);
  await goLiveAgain(site, corrected, { headline: 'Another headline' });
  await check('2026-09-08T13:00:00.000Z');
});

test('a correction note on a first publication makes no correction', async (t) => {
  const site = await openSite(t);
  await goLive(site, { correctionNote: NOTE });
  const { correctedAt, correctionNote } = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
  assert.deepEqual([correctedAt, correctionNote], [null, null]);
});

test('PublicArticle has exactly the eleven fields of the specification and the texts of the table, its author as a name, and sources without empty fields', async (t) => {
  const site = await openSite(t);
  const author = await addAuthorOrTag(site.deps, CLI, 'author', 'Dana Whitfield');
  const sources = [
    { title: 'Bare', url: 'https://example.org/a' },
    { title: 'Empty', url: 'https://example.org/b', publisher: '', note: '' },
    { title: 'Full', url: 'https://example.org/c', publisher: 'P', note: 'N' },
  ];
  const { id } = await createDraft(site.deps, CLI, {
    ...copy({ sources, authorId: author.id, sponsorshipDisclosure: 'None.' }),
    editorialPacket: { sourceNotes: 'Zinnober' },
  });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const body = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
  assert.deepEqual(
    Object.keys(body).sort(),
    [
      'author',
      'correctedAt',
      'correctionNote',
      'dek',
      'headline',
      'modifiedAt',
      'publishedAt',
      'section',
      'slug',
      'sources',
      'url',
    ]
      .concat(JSON_TEXT_NAMES)
      .sort(),
  );
  assert.equal(body.author, 'Dana Whitfield');
  assert.deepEqual(body.sources, [
    { title: 'Bare', url: 'https://example.org/a' },
    { title: 'Empty', url: 'https://example.org/b' },
    sources[2],
  ]);
  for (const form of Object.values(TYPES))
    assert.doesNotMatch(await (await site.fetch(ARTICLE, { headers: { Accept: form } })).text(), /Zinnober/);
});

function own(answer: Response): [string, string][] {
  return [...answer.headers].filter(([name]) => name !== 'x-request-id');
}

async function told(site: TestSite, path: string, headers: Record<string, string>) {
  const answer = await site.fetch(path, { headers, redirect: 'manual' });
  const [etag, link] = [answer.headers.get('etag'), answer.headers.get('link')];
  return { status: answer.status, type: answer.headers.get('content-type'), etag, link, body: await answer.text() };
}
