import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPreview } from '#editorial/review/preview-link.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { bearer, copy, draft, form, fromPage, openSite, type Person, type TestSite } from '../support/site.ts';
import { slowness } from './processor-time.ts';

// No single request may block the event loop for long. The tests measure the processor time of this thread, so other
// processes do not matter.

/** Milliseconds of processor time that one request may take. The slowest took 51 on a busy machine that gives memory at the usual pace. */
const MOST = 80 * slowness();
const TRIES = 4;

/** Sorting a run of these marks takes time that grows with the square of its length. */
const MARKS = '\u0315\u0300';
/** Texts for each field, as long as the route accepts, valid or not. */
const TEXTS: Record<string, string> = {
  'a run of combining marks': `a${MARKS.repeat(200_000)}`,
  'runs of the greatest allowed length': `a${MARKS.repeat(15)}`.repeat(13_000),
  'half-width marks among others': '\uff9e\u0300'.repeat(160_000),
  'letters of which three make one': '\u1112\u1161\u11ab'.repeat(90_000),
  blanks: ' '.repeat(800_000),
  'line ends': '\n'.repeat(400_000),
  letters: 'a'.repeat(800_000),
  'openings of links': '[a]('.repeat(200_000),
  emphasis: '*a _b **c '.repeat(80_000),
  backslashes: '\\'.repeat(400_000),
  markup: '<a href="'.repeat(80_000),
  'quotation marks': '"'.repeat(400_000),
  addresses: 'http://a.'.repeat(80_000),
  'at signs': 'a@'.repeat(400_000),
};

const JSON_SENT = { 'Content-Type': 'application/json' };
const FORM_SENT = { 'Content-Type': 'application/x-www-form-urlencoded' };

type Sent = [path: string, init?: RequestInit];
type At = { site: TestSite; dana: Person; token: string; articleId: string; preview: string };

const post = (path: string, headers: Record<string, string>, body: NonNullable<RequestInit['body']>): Sent => [
  path,
  { method: 'POST', headers, body, redirect: 'manual' },
];
const inJson = (path: string, headers: Record<string, string>, value: unknown): Sent =>
  post(path, { ...JSON_SENT, ...headers }, JSON.stringify(value));

/** The beginning of a text that takes at most `bytes` bytes of JSON. */
function within(text: string, bytes: number): string {
  const all = Buffer.byteLength(JSON.stringify(text));
  return all <= bytes ? text : text.slice(0, Math.floor((text.length * bytes) / all));
}
/** The encoded text, cut to the greatest length of an address or a header. */
const short = (text: string): string => encodeURIComponent(text.slice(0, 15_000)).slice(0, 15_000).replace(/%.?$/, '');
const plain = (text: string): string => text.replace(/[^\x21-\x7e]/g, 'a').slice(0, 15_000);
/** The fields of a form, cut to its greatest length. Text is not encoded, so that as much as possible fits. */
const fields = (all: Record<string, string>): string =>
  Object.entries(all)
    .map(([name, value]) => `${name}=${within(value.replace(/[%&+#]/g, '.'), 31_000)}`)
    .join('&');

/** Every field and parameter that takes text. */
const DOORS: Record<string, (text: string, at: At) => Sent> = {
  'the login hint of a claim': (text) => inJson('/api/agent/identity', {}, { type: 'service_auth', login_hint: text }),
  'a claim token': (text) => post('/api/agent/token', FORM_SENT, fields({ grant_type: text, claim_token: text })),
  'the words of an ad': (text) =>
    inJson('/api/v1/advertise/check?unit=field-brief', {}, { text: within(text, 500_000), url: within(text, 500_000) }),
  'words of an ad at full length': (text) =>
    inJson(
      '/api/v1/advertise/check?unit=field-brief',
      {},
      { text: text.slice(0, 4000), url: `https://${text.slice(0, 1980)}` },
    ),
  'the form of an ad': (text) =>
    post('/advertise/check', {}, formOf({ what: 'words', text: within(text, 500_000), url: within(text, 500_000) })),
  'a search': (text) => [`/search?q=${short(text)}`],
  'a query of the index': (text) => [`/api/public/articles?q=${short(text)}&cursor=${short(text).slice(0, 200)}`],
  'an address': (text) => [`/${short(text)}`],
  headers: (text) => [
    '/',
    {
      headers: Object.fromEntries(
        [
          'Accept',
          'Accept-Encoding',
          'Accept-Language',
          'Cookie',
          'If-None-Match',
          'Authorization',
          'Range',
          'User-Agent',
          'Content-Type',
        ].map((name) => [name, plain(text)]),
      ),
    },
  ],
  'a sign-in': (text) =>
    post('/newsroom/sign-in', fromPage({ cookie: '' }, FORM_SENT), fields({ email: text, password: text })),
  'a forgotten password': (text) =>
    post('/newsroom/reset', fromPage({ cookie: '' }, FORM_SENT), fields({ email: text })),
  'a guest’s comment': (text, { preview }) =>
    post(`/preview/${preview}`, fromPage({ cookie: '' }, FORM_SENT), fields({ name: text, text })),
  'a draft’s short fields': (text, { token }) =>
    inJson('/api/admin/articles', bearer(token), {
      ...draft({ headline: within(text, 200_000), dek: within(text, 200_000) }),
      ...{ slug: within(text, 200_000), sponsorshipDisclosure: within(text, 200_000) },
    }),
  'a draft’s sources': (text, { token }) =>
    inJson(
      '/api/admin/articles',
      bearer(token),
      draft({
        sources: [{ title: within(text, 300_000), url: within(text, 300_000), note: within(text, 300_000) }],
      }),
    ),
  'a draft’s body': (text, { token }) =>
    inJson(
      '/api/admin/articles',
      bearer(token),
      draft({ slug: slugs(), bodyBlocks: [{ id: 'b1', type: 'paragraph', text }] }),
    ),
  'a query of an agent': (text, { token }) =>
    inJson('/api/mcp', bearer(token), {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'list_articles', arguments: { q: text } },
    }),
  'a working copy': (text, { dana, articleId }) =>
    inJson(`/newsroom/articles/${articleId}/working-copy`, fromPage(dana), {
      ...{ editorId: dana.id, baseRevision: 0 },
      copy: {
        ...copy(),
        headline: within(text, 400_000),
        bodyBlocks: [{ id: 'b', type: 'paragraph', text: within(text, 400_000) }],
      },
    }),
  'a comment': (text, { dana, articleId }) => [
    `/newsroom/articles/${articleId}/comments`,
    form(dana, { text: text.slice(0, 10_000), revision: '0' }),
  ],
  'a query of the board': (text, { dana }) => [`/newsroom/articles?q=${short(text)}`, { headers: fromPage(dana) }],
};

/** Request bodies that are deep, wide, or made of many small parts. */
const SHAPES: Record<string, (at: At) => Sent> = {
  'JSON nested a million deep': () => post('/api/agent/identity', JSON_SENT, '['.repeat(1_000_000)),
  'JSON nested deep and closed': () =>
    post('/api/agent/identity', JSON_SENT, '['.repeat(500_000) + ']'.repeat(500_000)),
  'JSON of many keys': () =>
    post('/api/agent/identity', JSON_SENT, `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":1`).join()}}`),
  'JSON of one key, many times': () => post('/api/agent/identity', JSON_SENT, `{${'"a":1,'.repeat(170_000)}"a":1}`),
  'JSON of many empty objects': () => post('/api/agent/identity', JSON_SENT, `[${'{},'.repeat(340_000)}{}]`),
  'JSON of escaped letters': () => post('/api/agent/identity', JSON_SENT, `{"type":"${'\\u0061'.repeat(170_000)}"}`),
  'JSON of a long number': () => post('/api/agent/identity', JSON_SENT, `{"type":${'9'.repeat(1_000_000)}}`),
  'many keys from an agent': ({ token }) =>
    post('/api/mcp', bearer(token), `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":1`).join()}}`),
  'a JSON-RPC batch': ({ token }) =>
    post('/api/mcp', bearer(token), `[${'{"jsonrpc":"2.0","id":1,"method":"ping"},'.repeat(24_000)}{}]`),
  'a form of many fields': () => post('/api/agent/token', FORM_SENT, 'a&'.repeat(32_000)),
  'a form of many escapes': () => post('/api/agent/token', FORM_SENT, `a=${'%25'.repeat(21_000)}`),
  'a form of many parts': () =>
    post(
      '/advertise/check',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(20_000)}--b--\r\n`,
    ),
  'a form of one long header': () =>
    post(
      '/advertise/check',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      `--b\r\nContent-Disposition: form-data; name="${'a'.repeat(1_000_000)}"\r\n\r\n\r\n--b--\r\n`,
    ),
  'a form of false boundaries': () =>
    post(
      '/advertise/check',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'\r\n--'.repeat(250_000)}`,
    ),
  'a form whose boundary is nearly everywhere': () =>
    post(
      '/advertise/check',
      { 'Content-Type': `multipart/form-data; boundary=${'-'.repeat(60)}b` },
      '-'.repeat(1_000_000),
    ),
  'a query of many parameters': () => [`/api/public/articles?${'a&'.repeat(7_500)}`],
  'many cookies': () => ['/newsroom', { headers: { Cookie: 'a=1; '.repeat(3_000) } }],
};

let drafts = 0;
const slugs = (): string => `a-slug-of-its-own-${++drafts}`;

function formOf(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

async function open(t: TestContext): Promise<At> {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const dana = await site.person('chief');
  const { id } = await createDraft(site.deps, dana, copy());
  const { secret } = await openPreview(site.deps, dana, { articleId: id, previewed: 0, label: 'A guest', hours: 24 });
  return { site, dana, token: await site.grantToken(dana), articleId: id, preview: secret };
}

/** The least processor time of several attempts; the first ones include loading and compiling. */
async function leastTime({ site }: At, make: () => Sent): Promise<{ took: number; status: number }> {
  let took = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let at = 0; at < TRIES && took > MOST / 2; at++) {
    const [path, init] = make();
    const before = process.threadCpuUsage();
    const answer = await site.fetch(path, init);
    await answer.arrayBuffer();
    const { user, system } = process.threadCpuUsage(before);
    took = Math.min(took, (user + system) / 1000);
    status = answer.status;
    if (took > 20 * MOST) break;
  }
  return { took, status };
}

test('no text in any field blocks the event loop', async (t) => {
  const at = await open(t);
  for (const [name, make] of Object.entries(DOORS))
    await t.test(name, async () => {
      for (const [what, text] of Object.entries(TEXTS)) {
        const { took, status } = await leastTime(at, () => make(text, at));
        assert.ok(took < MOST, `${what}: ${took.toFixed(0)} ms, answered ${status}`);
        assert.ok(status < 500, `${what}: answered ${status}`);
      }
    });
});

test('no shape of a request blocks the event loop', async (t) => {
  const at = await open(t);
  for (const [name, make] of Object.entries(SHAPES))
    await t.test(name, async () => {
      const { took, status } = await leastTime(at, () => make(at));
      assert.ok(took < MOST, `${took.toFixed(0)} ms, answered ${status}`);
      assert.ok(status < 500, `answered ${status}`);
    });
});
