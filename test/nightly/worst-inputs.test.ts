import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuote } from '#quote/quote-words.ts';
import { readerForm, WITH_MAIL } from '../support/brief/readers.ts';
import { runJobOnce } from '../support/jobs.ts';
import { makeZip } from '../support/make-zip.ts';
import { chunk, PNG_MARK, plain } from '../support/pictures.ts';
import { bearer, draft, form, fromPage, openSite, type Person, type TestSite } from '../support/site.ts';
import {
  acceptedClaims,
  acceptedExports,
  acceptedForms,
  acceptedOAuth,
  acceptedPictures,
  CODED_SIGNS,
  MANY_FIELDS,
} from './accepted-inputs.ts';
import { longestTurnOf, processorTimeOf, slowness } from './processor-time.ts';

// Sends inputs that are legal and the worst for each parser, and prints what each cost the main thread, dearest first.

/** Milliseconds of processor time of the main thread for one input, on a machine as fast as the quiet one of the bounds. */
const MOST = 50;

/** How often an input is measured at most. */
const MOST_TURNS = 10;

/** Inputs that are worked on in slices: each slice costs at most MOST. */
const IN_SLICES = /^subscriber list of /;

/** Inputs without a form that the service accepts: all others must be accepted. A page that is not there is a full answer. */
const REFUSED = [
  /^path of /,
  /^\/latest\?page= /,
  /^\/api\/v1\/public\/(?:articles|changes) with 3,000 parameters/,
  /^\/api\/v1\/(?:public\/quote|advertise\/check): (?:deep arrays|many names)/,
  /^OAuth code that is unknown/,
  /^claim that waits/,
  /^picture of (?:an SVG of elements|zeros)/,
];

type Input = { name: string; send: (turn: number) => Promise<unknown> };

/** Texts that are the worst for some pattern, as long as asked. */
const fill = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const TEXTS: Record<string, (size: number) => string> = {
  spaces: fill(' '),
  'one letter': fill('a'),
  'line ends': fill('\n'),
  stars: fill('*'),
  'stars and letters': fill('*a _b '),
  brackets: fill('['),
  'link starts': fill(']('),
  'links without end': fill('[a](https://a.example/ '),
  backticks: fill('`'),
  tags: fill('<a '),
  ampersands: fill('&'),
  quotes: fill('"a\' '),
  digits: fill('1'),
  'numbers and commas': fill('1,000 '),
  'decimals and units': fill('1.5 % of $2 million in 2026-01-02, '),
  points: fill('1.'),
  'addresses without end': fill('https://a.example/('),
  'at signs': fill('a@'),
  'marks above letters': fill('a\u0301'),
  'signs of two units': fill('😀'),
  'shortcode starts': fill('{{<a '),
  'percent signs': fill('%25'),
};
const HEADERS = [
  ...['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'if-modified-since', 'cookie', 'authorization'],
  ...['origin', 'referer', 'user-agent', 'x-forwarded-for', 'last-event-id'],
];
const HEADER_TEXTS: Record<string, (size: number) => string> = {
  commas: fill('a,'),
  'quality values': fill('text/html;q=0.1,'),
  'equal signs': fill('a=b; '),
  quotes: fill('"a",'),
  'inner spaces': (size) => `a${' '.repeat(size - 2)}b`,
};

test('no legal input costs the main thread more than 50 ms', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off', ...WITH_MAIL });
  const chief = await site.person('chief');
  const token = await site.grantToken(chief);
  const inputs = [
    ...paths(site, chief),
    ...headers(site),
    ...drafts(site, token),
    ...readers(site),
    ...readerForms(site),
    ...forms(site, chief),
    ...(await files(site, chief)),
    ...(await acceptedPictures(site, chief)),
    ...(await acceptedExports(t, site, chief, () => work(site))),
    ...(await acceptedOAuth(site, chief)),
    ...(await acceptedClaims(site)),
    ...(await acceptedForms(site, chief, token)),
  ];
  const rows: { name: string; cost: number; isTooDear: boolean; answer: string }[] = [];
  for (const { name, send } of inputs) {
    await send(0); // loads what the first one of a kind needs
    let answer = '';
    const measure = (turn: number) =>
      (IN_SLICES.test(name) ? longestTurnOf : processorTimeOf)(async () => {
        const sent = await send(turn);
        if (sent instanceof Response) answer = `${sent.status} ${(await sent.arrayBuffer()).byteLength}`;
      });
    // The smallest: in the others old memory may be collected, or another program have slowed the processor.
    let cost = Number.POSITIVE_INFINITY;
    for (let turn = 1; turn <= MOST_TURNS && (turn <= 3 || cost > MOST); turn++)
      cost = Math.min(cost, await measure(turn));
    rows.push({ name, cost, isTooDear: cost > MOST && cost > MOST * slowness(), answer });
  }
  rows.sort((one, other) => other.cost - one.cost);
  for (const { name, cost, answer } of rows) t.diagnostic(`${cost.toFixed(1).padStart(8)} ms  ${name}  ${answer}`);
  const tooDear = rows.filter(({ isTooDear }) => isTooDear);
  assert.deepEqual(tooDear, []);
  const refused = rows.filter(({ name, answer }) => /^4/.test(answer) && !REFUSED.some((one) => one.test(name)));
  assert.deepEqual(refused, [], 'each is accepted, so that its parser works');
  assert.ok(rows.length >= 200, `${rows.length} inputs`);
});

/** At most so many UTF-16 units, with no half of a character at the end. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** The text after words that make it a quote, at most 400 words. */
function quotable(text: string): string {
  const count = (words: string) => readQuote(words).reduce((sum, part) => sum + part.length, 0);
  let quote = cut(`Six robots poured concrete ${text}`, 2000);
  while (count(quote) > 400) quote = quote.slice(0, -100);
  return quote;
}

/** The text after a word, at the limits of a search in the API: 200 characters, 16 words. */
function searchable(text: string): string {
  const query = cut(`slab ${text}`, 200);
  const words = query.match(/[\p{L}\p{N}]+[^\p{L}\p{N}]*/gu) ?? [];
  return words.length > 16 ? words.slice(0, 16).join('') : query;
}

function paths(site: TestSite, chief: Person): Input[] {
  const get = (name: string, path: string): Input => ({
    name,
    send: () =>
      site.fetch(path, { redirect: 'manual', headers: { Cookie: path.startsWith('/newsroom') ? chief.cookie : '' } }),
  });
  const long = Object.entries({
    slashes: '/',
    segments: '/a',
    capitals: '/A',
    points: '/.a',
    'coded slashes': '%2F',
    'coded percent signs': '%25',
    'coded signs': '%E2%82%AC',
    hyphens: 'a-',
  }).map(([name, unit]) => get(`path of ${name}`, `/x${fill(unit)(15_000).replace(/%[^%]?$/, '')}`));
  const whole = (text: string) => text;
  const places: Record<string, (text: string) => string> = {
    '/search?q=': whole,
    '/quote?text=': quotable,
    '/api/v1/public/quote?text=': quotable,
    '/api/v1/public/articles?q=': searchable,
    '/newsroom/search?q=': whole,
    '/newsroom/articles?q=': searchable,
  };
  const queries = Object.entries(places).flatMap(([place, fit]) =>
    Object.entries(TEXTS).map(([name, make]) =>
      get(`${place} ${name}`, `${place}${encodeURIComponent(fit(make(400)).trim())}`),
    ),
  );
  const many = ['/search', '/api/v1/public/articles', '/api/v1/public/changes', '/latest'].map((path) =>
    get(`${path} with 3,000 parameters`, `${path}?${fill('q=a&')(12_000)}`),
  );
  const words = Array.from({ length: 16 }, (_, at) => `robtoi${at}zation`).join(' ');
  return [
    ...long,
    ...queries,
    ...many,
    get('/latest?page= digits', `/latest?page=${'1'.repeat(400)}`),
    get('search for 16 misspelled words', `/search?q=${encodeURIComponent(words)}`),
  ];
}

function headers(site: TestSite): Input[] {
  return HEADERS.flatMap((name) =>
    Object.entries(HEADER_TEXTS).map(([of, make]) => ({
      name: `header ${name} of ${of}`,
      send: () => site.fetch('/', { headers: { [name]: make(15_000) } }),
    })),
  );
}

function drafts(site: TestSite, token: string): Input[] {
  let slugs = 0;
  /** 12 paragraphs of 20,000 characters. */
  const article = (text: string) =>
    draft({
      slug: `worst-${++slugs}`,
      bodyBlocks: Array.from({ length: 12 }, (_, at) => ({ id: `b${at}`, type: 'paragraph', text: `a${text}b` })),
    });
  return Object.entries(TEXTS).flatMap(([name, make]) => {
    const text = make(20_000);
    const call = (given: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_article', arguments: given },
    });
    const post = (path: string, body: unknown) =>
      site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
    return [
      { name: `REST draft of ${name}`, send: () => post('/api/admin/articles', article(text)) },
      { name: `MCP draft of ${name}`, send: () => post('/api/mcp', call(article(text))) },
    ];
  });
}

function readers(site: TestSite): Input[] {
  const post = (name: string, path: string, body: string): Input => ({
    name: `${path.replace(/\?.*/, '')}: ${name}`,
    send: () => site.fetch(path, { method: 'POST', headers: JSON_SENT, body, redirect: 'manual' }),
  });
  const nested = `${'['.repeat(24)}${']'.repeat(24)}`;
  const deep = `[${Array.from({ length: 380 }, () => nested).join()}]`;
  const names = JSON.stringify(Object.fromEntries(Array.from({ length: 4900 }, (_, at) => [`a${at}`, {}])));
  /** Where a legal request may have what nobody reads. */
  const carriers: Record<string, (more: string) => string> = {
    '/api/v1/public/quote': (more) => more,
    '/mcp': (more) =>
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"a","version":"1"},"capabilities":{"experimental":{"a":{"b":${more}}}}}}`,
    '/oauth/register': (more) => `{"client_name":"a","redirect_uris":["https://a.example/b"],"more":${more}}`,
    '/api/agent/identity': (more) => `{"type":"service_auth","more":${more}}`,
    '/api/v1/advertise/check?unit=field-brief': (more) => `{"more":${more}}`,
  };
  const redirects = {
    client_name: 'a',
    redirect_uris: Array.from({ length: 10 }, (_, at) => `https://a.example/${at}`),
  };
  return [
    ...Object.entries(TEXTS).map(([name, make]) =>
      post(`text of ${name}`, '/api/v1/public/quote', JSON.stringify({ text: quotable(make(2000)) })),
    ),
    ...Object.entries(carriers).flatMap(([path, carry]) => [
      post('deep arrays', path, carry(deep)),
      post('many names', path, carry(names)),
    ]),
    post('redirects', '/oauth/register', JSON.stringify(redirects)),
  ];
}

const JSON_SENT = { 'Content-Type': 'application/json' };

/** Forms of readers, with fields that nobody reads. */
function readerForms(site: TestSite): Input[] {
  const asked = {
    ...{ unit: 'homepage-band', startsOn: '2026-11-02', advertiser: 'Acme Layout', category: 'layout-robots' },
    ...{ contactName: 'Robin Vance', contactEmail: 'robin@acme.example', note: fill('*a _b ')(900).trim() },
  };
  const places: Record<string, Record<string, string>> = {
    '/oauth/revoke': { token: 'a'.repeat(2000) },
    '/brief/subscribe': { email: 'dana@reader.example' },
    '/advertise/inquiry': asked,
  };
  const more = {
    '5,000 fields': MANY_FIELDS,
    'coded signs': CODED_SIGNS,
  };
  return Object.entries(places).flatMap(([path, fields]) =>
    Object.entries(more).map(([name, text]) => ({
      name: `${path}: ${name}`,
      send: () => {
        const given = readerForm(fields, { 'Sec-Fetch-Site': 'same-origin' });
        return site.fetch(path, { ...given, body: `${given.body}&${text}` });
      },
    })),
  );
}

function forms(site: TestSite, chief: Person): Input[] {
  const rows: Record<string, string> = {
    'doubled quotes': `email,name\na@a.example,"${fill('""')(900_000)}"`,
    'empty lines': `email\na@a.example${fill('\n')(900_000)}`,
    commas: `email${fill(',')(900)}\n${`a@a.example${fill(',')(900)}\n`.repeat(1000)}`,
    'at signs': fill('a@')(900_000),
    'one long field': `email,name\na@a.example,${fill('a ')(900_000)}`,
    'columns that opt out': `email,${Array.from({ length: 900 }, (_, at) => `opted_out_at${at}`).join()}\n${'a@a.example\n'.repeat(19_999)}`,
    '20,000 rows of 40 columns': `email,${fill('status,unsubscribed_at,optin_time,weekly,')(300)}status\n${Array.from({ length: 19_999 }, (_, at) => `a${at}@a.example${',0'.repeat(40)}`).join('\n')}`,
    '20,000 addresses': Array.from({ length: 20_000 }, (_, at) => `reader${at}@a.example`).join('\n'),
  };
  const consent = {
    ...{
      vouchedBy: 'Ruth',
      consent: 'On paper, at the fair',
      how: 'confirmed',
      because: 'The papers are in the office',
    },
  };
  return [
    ...Object.entries(rows).map(([name, text]) => ({
      name: `subscriber list of ${name}`,
      send: () => {
        const body = new FormData();
        for (const [key, value] of Object.entries(consent)) body.set(key, value);
        body.set('file', new Blob([text], { type: 'text/csv' }), 'list.csv');
        return site.fetch('/newsroom/subscribers/import', { method: 'POST', headers: fromPage(chief), body });
      },
    })),
    ...Object.entries({
      headline: fill('*a')(110),
      dek: fill('*a')(240),
      body: fill('*a')(60_000),
      tags: Array.from({ length: 20 }, (_, at) => `tag ${at}`).join(', '),
    }).map(([field, text]) => ({
      name: `new article at the limit of its ${field}`,
      send: (turn: number) => {
        const words = { headline: 'Robots pour a slab', dek: 'Six of them.', body: 'They poured it in May.' };
        const slug = `limit-of-${field}-${turn}`;
        return site.fetch('/newsroom/new', form(chief, { section: 'robotics', ...words, slug, [field]: text }));
      },
    })),
  ];
}

async function files(site: TestSite, chief: Person): Promise<Input[]> {
  const upload = (path: string, name: string, data: string | Uint8Array) => {
    const body = new FormData();
    body.set('title', name);
    body.set('alt', 'A crane');
    body.set('file', new Blob([new Uint8Array(Buffer.from(data))]), name);
    return site.fetch(path, { method: 'POST', headers: fromPage(chief), body, redirect: 'manual' });
  };
  const text = (unit: string) => fill(unit)(250_000);
  const [jpeg, png] = [await plain(1600, 1000).jpeg().toBuffer(), await plain(1600, 1000).png().toBuffer()];
  const zips: Record<string, string> = {
    'Hugo with openings': makeZip([{ path: 'a.md', data: `${'{{<a'.repeat(200)}${text(' ')}` }]).toString('latin1'),
    'Medium with open elements': makeZip([
      { path: 'posts/2020-05-04_a-0123456789ab.html', data: `<article class="h-entry">${text('<b>x')}` },
    ]).toString('latin1'),
    'Ghost with brackets': JSON.stringify({ db: [{ data: { posts: [{ id: '1', title: 'a', html: text('[') }] } }] }),
    'WordPress with starts of tags': `<?xml version="1.0"?><rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><content:encoded><![CDATA[${text('<pre ')}]]></content:encoded></item></channel></rss>`,
    'an unknown text': text('a,'),
  };
  const pictures: Record<string, Buffer> = {
    'markers of JPEG': Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from(fill('\xff\xe1\x00\x02')(4 * 9900), 'latin1'),
      jpeg.subarray(2),
    ]),
    'chunks of PNG': Buffer.concat([
      png.subarray(0, AFTER_HEADER),
      ...Array.from({ length: 900 }, () => chunk('tEXt', Buffer.from(`a\0${'b'.repeat(2000)}`, 'latin1'))),
      png.subarray(AFTER_HEADER),
    ]),
    'an SVG of elements': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${fill('<g>')(1_000_000)}`),
    zeros: Buffer.alloc(2_000_000),
  };
  return [
    ...Object.entries(zips).map(([name, data]) => ({
      name: `import file, ${name}: upload and look`,
      send: async () => {
        const sent = await upload('/newsroom/imports', 'file.zip', Buffer.from(data, 'latin1'));
        await work(site);
        return sent;
      },
    })),
    ...Object.entries(pictures).map(([name, data]) => ({
      name: `picture of ${name}`,
      send: () => upload('/newsroom/pictures/upload', 'a.png', data),
    })),
  ];
}

/** Bytes of a PNG up to the end of its first chunk. */
const AFTER_HEADER = PNG_MARK.byteLength + 25;

function work(site: TestSite): Promise<unknown> {
  return runJobOnce(site, 'import articles');
}
