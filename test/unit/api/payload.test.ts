import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, draft, json, openSite } from '../../support/site.ts';

// Tests each limit of the specification's write payload at its boundary, through the HTTP route.

type Row = [limit: string, over: Record<string, unknown>, status: number];

const letters = (count: number) => 'a'.repeat(count);
const block = (over: Record<string, unknown> = {}) => ({ id: 'b', type: 'paragraph', text: 'Text.', ...over });
const source = (over: Record<string, unknown> = {}) => ({ title: 'A source', url: 'https://example.org/', ...over });
const uuid = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
const longUrl = (length: number) => `https://example.org/${'a'.repeat(length - 'https://example.org/'.length)}`;

const rows: Row[] = [
  ['headline of 0 characters', { headline: '' }, 422],
  ['headline of 1 character', { headline: 'a' }, 201],
  ['headline of 109 characters', { headline: letters(109) }, 201],
  ['headline of 110 characters', { headline: letters(110) }, 201],
  ['headline of 111 characters', { headline: letters(111) }, 422],
  ['headline of 110 code points beyond the basic plane', { headline: '🏗'.repeat(110) }, 201],
  ['headline of 111 code points beyond the basic plane', { headline: '🏗'.repeat(111) }, 422],
  ['dek of 0 characters', { dek: '' }, 422],
  ['dek of 1 character', { dek: 'a' }, 201],
  ['dek of 240 characters', { dek: letters(240) }, 201],
  ['dek of 241 characters', { dek: letters(241) }, 422],
  ['bodyBlocks of 0 items', { bodyBlocks: [] }, 422],
  ['bodyBlocks of 1 item', { bodyBlocks: [block()] }, 201],
  ['bodyBlocks with repeated ids', { bodyBlocks: [block(), block()] }, 201],
  ['a block with an empty text', { bodyBlocks: [block({ text: '' })] }, 201],
  ['a block without id', { bodyBlocks: [block({ id: undefined })] }, 422],
  ['a block without text', { bodyBlocks: [block({ text: undefined })] }, 422],
  ['a block without type', { bodyBlocks: [block({ type: undefined })] }, 422],
  ['a block of an unknown type', { bodyBlocks: [block({ type: 'image' })] }, 422],
  ['a block with 30 combining marks on a character', { bodyBlocks: [block({ text: `a${'\u0301'.repeat(30)}` })] }, 201],
  ['a block with 31 combining marks on a character', { bodyBlocks: [block({ text: `a${'\u0301'.repeat(31)}` })] }, 422],
  ['a block with 31 half-width marks', { bodyBlocks: [block({ text: `a${'\uff9e'.repeat(31)}` })] }, 422],
  ['a block with an unknown key', { bodyBlocks: [block({ html: '<b>' })] }, 422],
  ...['paragraph', 'heading', 'subheading', 'quote', 'list'].map(
    (type): Row => [`a block of type ${type}`, { bodyBlocks: [block({ type })] }, 201],
  ),
  ['correctionNote of 19 characters', { correctionNote: letters(19) }, 422],
  ['correctionNote of 20 characters', { correctionNote: letters(20) }, 201],
  ['correctionNote of 2000 characters', { correctionNote: letters(2000) }, 201],
  ['correctionNote of 2001 characters', { correctionNote: letters(2001) }, 422],
  ['correctionNote null', { correctionNote: null }, 201],
  ['sponsorshipDisclosure of 1000 characters', { sponsorshipDisclosure: letters(1000) }, 201],
  ['sponsorshipDisclosure of 1001 characters', { sponsorshipDisclosure: letters(1001) }, 422],
  ['sponsorshipDisclosure null', { sponsorshipDisclosure: null }, 201],
  ['sources of 30 items', { sources: Array.from({ length: 30 }, () => source()) }, 201],
  ['sources of 31 items', { sources: Array.from({ length: 31 }, () => source()) }, 422],
  ['no sources', { sources: undefined }, 201],
  ['Source.title of 1 character', { sources: [source({ title: 'a' })] }, 422],
  ['Source.title of 2 characters', { sources: [source({ title: 'ab' })] }, 201],
  ['Source.title of 240 characters', { sources: [source({ title: letters(240) })] }, 201],
  ['Source.title of 241 characters', { sources: [source({ title: letters(241) })] }, 422],
  ['Source.url of 2000 characters', { sources: [source({ url: longUrl(2000) })] }, 201],
  ['Source.url of 2001 characters', { sources: [source({ url: longUrl(2001) })] }, 422],
  ['Source.url with http', { sources: [source({ url: 'http://example.org/' })] }, 422],
  ['Source.url with javascript', { sources: [source({ url: 'javascript:alert(1)' })] }, 422],
  ['Source.url with userinfo', { sources: [source({ url: 'https://a:b@example.org/' })] }, 422],
  ['Source.url with backslashes', { sources: [source({ url: 'https:\\\\example.org' })] }, 422],
  ['Source.url with a blank', { sources: [source({ url: 'https://example.org/a b' })] }, 422],
  ['Source.url without a host', { sources: [source({ url: 'https://' })] }, 422],
  ['Source.publisher of 160 characters', { sources: [source({ publisher: letters(160) })] }, 201],
  ['Source.publisher of 161 characters', { sources: [source({ publisher: letters(161) })] }, 422],
  ['Source.note of 500 characters', { sources: [source({ note: letters(500) })] }, 201],
  ['Source.note of 501 characters', { sources: [source({ note: letters(501) })] }, 422],
  ['a source with an unknown key', { sources: [source({ rel: 'me' })] }, 422],
  ['tagIds of 20 items', { tagIds: Array.from({ length: 20 }, () => uuid) }, 201],
  ['tagIds of 21 items', { tagIds: Array.from({ length: 21 }, () => uuid) }, 422],
  ['a tagId that is no uuid', { tagIds: ['tag'] }, 422],
  ['authorId that is no uuid', { authorId: 'dana' }, 422],
  ['authorId of nobody', { authorId: uuid }, 201],
  ['authorId null', { authorId: null }, 422],
  ['heroAssetId that is no uuid', { heroAssetId: 'x' }, 422],
  ['heroAssetId null', { heroAssetId: null }, 201],
  ['section that is no section', { section: 'night-shift' }, 201],
  ['section against the pattern', { section: 'Robotics' }, 422],
  ['slug with a double dash', { slug: 'a--b' }, 422],
  ['slug with a trailing dash', { slug: 'a-' }, 422],
  ['slug with an upper-case letter', { slug: 'A' }, 422],
  ['slug empty', { slug: '' }, 422],
  ['slug of one character', { slug: '0' }, 201],
  ['slug with a newline at its end', { slug: 'a\n' }, 422],
  ['editorialPacket with each of its fields', { editorialPacket: packet() }, 201],
  ['editorialPacket with an unknown key', { editorialPacket: { approved: 'yes' } }, 422],
  ['editorialPacket with a number', { editorialPacket: { seoTitle: 1 } }, 422],
  ['editorialPacket null', { editorialPacket: null }, 422],
  ['an unknown key', { status: 'published' }, 422],
  ['a key called __proto__', JSON.parse('{"__proto__": {"status": "published"}}'), 422],
  ['baseRevision on a new article', { baseRevision: 0 }, 422],
  ['headline as a number', { headline: 7 }, 422],
  ['headline missing', { headline: undefined }, 422],
  ['dek missing', { dek: undefined }, 422],
  ['section missing', { section: undefined }, 422],
  ['slug missing', { slug: undefined }, 422],
  ['bodyBlocks missing', { bodyBlocks: undefined }, 422],
  ['NUL in the headline', { headline: 'a\u0000b' }, 422],
  ['a newline in the headline', { headline: 'a\nb' }, 422],
  ['a lone surrogate in the dek', { dek: 'a\ud800b' }, 422],
  ['a bidi override in the headline', { headline: 'a\u202eb' }, 422],
  ['a bidi isolate in body text', { bodyBlocks: [block({ text: 'a\u2066b' })] }, 422],
  ['tab and newline in body text', { bodyBlocks: [block({ text: 'a\tb\nc' })] }, 201],
  ['a vertical tab in body text', { bodyBlocks: [block({ text: 'a\u000bb' })] }, 422],
  ['a zero-width space in the headline', { headline: 'a\u200bb' }, 422],
  ['a zero-width joiner in the headline', { headline: 'a\u200db' }, 422],
  ['a right-to-left mark in the dek', { dek: 'a\u200fb' }, 422],
  ['a byte order mark in a source title', { sources: [source({ title: 'ab\ufeff' })] }, 422],
  ['a soft hyphen in body text', { bodyBlocks: [block({ text: 'a\u00adb' })] }, 422],
  ['a variation selector in body text', { bodyBlocks: [block({ text: 'a\ufe00b' })] }, 422],
  ['a joiner between two digits in body text', { bodyBlocks: [block({ text: '4\u200d2 points' })] }, 422],
  ['a joiner between two letters in body text', { bodyBlocks: [block({ text: 'می\u200cشود' })] }, 201],
  ['an emoji with its selector in body text', { bodyBlocks: [block({ text: 'Well done \u2764\ufe0f' })] }, 201],
  ['the joiner of a Persian word in the headline', { headline: 'می\u200cشود' }, 201],
  ['the joiner of a Persian ordinal in the dek', { dek: 'طبقه ۵\u200cام' }, 201],
  ['the joiner of a Devanagari letter in a source title', { sources: [source({ title: 'क्\u200dष' })] }, 201],
  ['the joiner of a German compound in the headline', { headline: 'Auf\u200clage' }, 201],
  ['emoji with selectors and joiners in the headline', { headline: '⚠️ 👷🏽\u200d♀️ ❤️\u200d🔥 1️⃣ ☎\ufe0e' }, 201],
  [
    'the flag of Scotland in the headline',
    { headline: '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}' },
    201,
  ],
  ['the form of a Chinese character in a source title', { sources: [source({ title: '葛\u{e0100}城市' })] }, 201],
  ['two joiners in a row in the headline', { headline: 'می\u200c\u200cشود' }, 422],
  ['a joiner between two digits in the headline', { headline: '4\u200c2 points' }, 422],
  ['a selector after a letter in the headline', { headline: 'a\ufe0fb' }, 422],
  ['a tag character in a source title', { sources: [source({ title: 'a\u{e0041}b' })] }, 422],
];

for (const [limit, over, status] of rows) {
  test(`${limit} is ${status === 201 ? 'accepted' : 'refused'}`, async (t) => {
    const site = await openSite(t);
    const token = await site.grantToken(await site.person('editor'));
    const payload = draft(over);
    for (const key of Object.keys(over)) Object.defineProperty(payload, key, { value: over[key], enumerable: true });
    const answer = await site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: bearer(token),
      body: JSON.stringify(payload),
    });
    const body = await json(answer);
    assert.equal(answer.status, status, JSON.stringify(body));
    const stored = await site.deps.db.read.selectFrom('article').selectAll().execute();
    assert.equal(stored.length, status === 201 ? 1 : 0, 'a refused request stores nothing');
    if (status === 201) return;
    assert.equal(body.code, 'validation_failed');
    assert.ok(body.error && body.hint);
    assert.ok(
      body.issues.length > 0 &&
        body.issues.every(
          (issue: { path: unknown; message: unknown }) => typeof issue.path === 'string' && issue.message,
        ),
    );
  });
}

for (const [baseRevision, status] of [
  [undefined, 422],
  [-1, 422],
  [0, 201],
  [0.5, 422],
  ['0', 422],
  [Number.POSITIVE_INFINITY, 422],
  [2 ** 53, 422],
] as const) {
  test(`a revision with baseRevision ${baseRevision} answers ${status}`, async (t) => {
    const site = await openSite(t);
    const token = await site.grantToken(await site.person('editor'));
    const { id } = await json(
      await site.fetch('/api/admin/articles', {
        method: 'POST',
        headers: bearer(token),
        body: JSON.stringify(draft()),
      }),
    );
    const body = JSON.stringify(draft({ baseRevision })).replace('"baseRevision":null', '"baseRevision":1e400');
    const answer = await site.fetch(`/api/admin/articles/${id}/revisions`, {
      method: 'POST',
      headers: bearer(token),
      body,
    });
    assert.equal(answer.status, status);
  });
}

test('the server stores the URL of a source in normalized form', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const sources = [{ title: 'Umlaut', url: 'https://BÜCHER.example/ä/../b' }];
  await site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(draft({ sources })),
  });
  const row = await site.deps.db.read.selectFrom('revision').select('sources').executeTakeFirstOrThrow();
  assert.equal(JSON.parse(row.sources)[0].url, 'https://xn--bcher-kva.example/b');
});

function packet(): Record<string, string> {
  const fields = [
    'claimsReview',
    'editorialStatus',
    'factCheckNotes',
    'heroBrief',
    'reportingGaps',
    'seoDescription',
    'seoTitle',
    'socialExcerpt',
    'sourceNotes',
  ];
  return Object.fromEntries(fields.map((field) => [field, 'Some notes\non two lines.']));
}
