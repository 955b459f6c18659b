import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runJobOnce } from '../support/jobs.ts';
import { makeZip } from '../support/make-zip.ts';
import { longestTurnOf, processorTimeOf } from '../support/processor-time.ts';
import { bearer, draft, form, fromPage, openSite, type Person, type TestSite } from '../support/site.ts';
import { acceptedExports, acceptedForms, acceptedOAuth, acceptedPictures } from './accepted-inputs.ts';

// Sends inputs that are legal and the worst for each parser, and prints what each cost the main thread, dearest first.

/** Milliseconds of processor time of the main thread for one input. */
const MOST = 50;

/** Inputs that are worked on in slices: each slice costs at most MOST. */
const IN_SLICES = /^subscriber list of /;

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
const URL_TEXTS = Object.entries(TEXTS).map(([name, make]) => [name, encodeURIComponent(make(400))] as const);
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
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const chief = await site.person('chief');
  const token = await site.grantToken(chief);
  const inputs = [
    ...paths(site),
    ...headers(site),
    ...drafts(site, token),
    ...readers(site),
    ...forms(site, chief),
    ...files(site, chief),
    ...(await acceptedPictures(site, chief)),
    ...(await acceptedExports(t, site, chief, () => work(site))),
    ...(await acceptedOAuth(site)),
    ...(await acceptedForms(site, chief, token)),
  ];
  const rows: { name: string; cost: number; answer: string }[] = [];
  for (const { name, send } of inputs) {
    await send(0); // loads what the first one of a kind needs
    let answer = '';
    const measure = (turn: number) =>
      (IN_SLICES.test(name) ? longestTurnOf : processorTimeOf)(async () => {
        const sent = await send(turn);
        if (sent instanceof Response) answer = `${sent.status} ${(await sent.arrayBuffer()).byteLength}`;
      });
    // The smallest: in the others old memory may be collected.
    const costs = [await measure(1), await measure(2), await measure(3)];
    rows.push({ name, cost: Math.min(...costs), answer });
  }
  rows.sort((one, other) => other.cost - one.cost);
  for (const { name, cost, answer } of rows) t.diagnostic(`${cost.toFixed(1).padStart(8)} ms  ${name}  ${answer}`);
  const tooDear = rows.filter(({ cost }) => cost > MOST);
  assert.deepEqual(tooDear, []);
  assert.ok(rows.length >= 200, `${rows.length} inputs`);
});

function paths(site: TestSite): Input[] {
  const get = (name: string, path: string): Input => ({ name, send: () => site.fetch(path, { redirect: 'manual' }) });
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
  const places = [
    '/search?q=',
    '/quote?text=',
    '/api/v1/public/quote?text=',
    '/api/v1/public/articles?q=',
    '/latest?page=',
  ];
  const queries = places.flatMap((place) =>
    URL_TEXTS.map(([name, text]) => get(`${place} ${name}`, `${place}${text}`)),
  );
  const many = ['/search', '/api/v1/public/articles', '/api/v1/public/changes', '/oauth/authorize', '/latest'].map(
    (path) => get(`${path} with 3,000 parameters`, `${path}?${fill('q=a&')(12_000)}`),
  );
  const words = Array.from({ length: 16 }, (_, at) => `robtoi${at}zation`).join(' ');
  return [
    ...long,
    ...queries,
    ...many,
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
  const post = (name: string, path: string, body: string, type = 'application/json'): Input => ({
    name: `${path}: ${name}`,
    send: () => site.fetch(path, { method: 'POST', headers: { 'Content-Type': type }, body, redirect: 'manual' }),
  });
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const bodies: Record<string, string> = {
    'deep arrays': deep,
    'many names': JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`a${at}`, at]))),
  };
  const json = ['/api/v1/public/quote', '/mcp', '/oauth/register', '/api/agent/identity', '/api/v1/advertise/check'];
  const form = 'application/x-www-form-urlencoded';
  const posts = ['/oauth/token', '/oauth/revoke', '/api/agent/token', '/brief/subscribe', '/advertise/inquiry'];
  const redirects = {
    client_name: 'a',
    redirect_uris: Array.from({ length: 10 }, (_, at) => `https://a.example/${at}`),
  };
  return [
    ...Object.entries(TEXTS).map(([name, make]) =>
      post(`text of ${name}`, '/api/v1/public/quote', JSON.stringify({ text: make(2000) })),
    ),
    ...json.flatMap((path) => Object.entries(bodies).map(([name, body]) => post(name, path, body))),
    ...posts.flatMap((path) => [
      post('5,000 fields', path, fill('a=b&')(20_000), form),
      post('coded signs', path, `email=${fill('%40')(15_000)}&token=${fill('%2B')(15_000)}`, form),
    ]),
    post('redirects', '/oauth/register', JSON.stringify(redirects)),
  ];
}

function forms(site: TestSite, chief: Person): Input[] {
  const rows: Record<string, string> = {
    'quotes without end': fill('"a,')(900_000),
    'empty lines': fill('\n')(900_000),
    commas: fill(',')(900_000),
    'at signs': fill('a@')(900_000),
    'one row of columns': fill('a,')(2_000_000),
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
    ...['headline', 'dek', 'body', 'tags'].map((field) => ({
      name: `new article with 200,000 stars as ${field}`,
      send: () => site.fetch('/newsroom/new', form(chief, { section: 'robotics', [field]: fill('*a')(200_000) })),
    })),
  ];
}

function files(site: TestSite, chief: Person): Input[] {
  const upload = (path: string, name: string, data: string | Uint8Array) => {
    const body = new FormData();
    body.set('title', name);
    body.set('file', new Blob([new Uint8Array(Buffer.from(data))]), name);
    return site.fetch(path, { method: 'POST', headers: fromPage(chief), body, redirect: 'manual' });
  };
  const text = (unit: string) => fill(unit)(250_000);
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
    'markers of JPEG': Buffer.from(`\xff\xd8${fill('\xff\xe0\x00\x02')(2_000_000)}`, 'latin1'),
    'chunks of PNG': Buffer.from(
      `\x89PNG\r\n\x1a\n${fill('\x00\x00\x00\x00tEXt\x00\x00\x00\x00')(2_000_000)}`,
      'latin1',
    ),
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

function work(site: TestSite): Promise<unknown> {
  return runJobOnce(site, 'import articles');
}
