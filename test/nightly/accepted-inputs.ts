import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { CLAIM_GRANT } from '#agents/auth-protocol.ts';
import { exportFolder } from '../support/exchange/exports.ts';
import { makeZip } from '../support/make-zip.ts';
import {
  approve,
  authorizePath,
  CALLBACK,
  type Flow,
  open as openRequest,
  post,
  redeem,
  register,
} from '../support/oauth/oauth-flow.ts';
import { draft, form, fromPage, json, type Person, type TestSite } from '../support/site.ts';

// Inputs that the service accepts, at its limits: pictures, exports of other systems, OAuth, and the forms of the newsroom.

type Input = { name: string; send: (turn: number) => Promise<unknown> };

/** Fields that nobody reads, each once, as OAuth asks; and two of many coded signs. */
export const MANY_FIELDS = Array.from({ length: 5000 }, (_, at) => `a${at}=b`).join('&');
export const CODED_SIGNS = `b=${'%40'.repeat(5000)}&c=${'%2B'.repeat(5000)}`;
/** Codes that are made before: one for each measure. */
const CODES = 12;

/** Pictures that are shown: the largest side, the most pixels, and the largest metadata. */
export async function acceptedPictures(site: TestSite, chief: Person): Promise<Input[]> {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#7a5' }, limitInputPixels: false });
  const noise = sharp({
    create: {
      width: 2400,
      height: 1600,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  });
  const pictures: Record<string, Buffer> = {
    'JPEG of 50 megapixels': await plain(8000, 6250).jpeg().toBuffer(),
    'PNG of 16,000 pixels in width': await plain(16_000, 3000).png().toBuffer(),
    'JPEG of noise': await noise.clone().jpeg({ quality: 90 }).toBuffer(),
    'WebP of noise': await noise.clone().webp({ quality: 80 }).toBuffer(),
    'JPEG with 60,000 characters of EXIF': await plain(1600, 1000)
      .withExif({ IFD0: { ImageDescription: 'a<'.repeat(30_000) } })
      .jpeg()
      .toBuffer(),
  };
  return Object.entries(pictures).map(([name, data]) => ({
    name: `valid picture: ${name}`,
    send: () => upload(site, chief, '/newsroom/pictures/upload', 'a.jpg', data),
  }));
}

/** Files of Substack and of this service. `work` looks at what was uploaded. */
export async function acceptedExports(
  t: TestContext,
  site: TestSite,
  chief: Person,
  work: () => Promise<unknown>,
): Promise<Input[]> {
  const posts = Array.from({ length: 400 }, (_, at) => ({
    id: `${at}.post-${at}`,
    html: '<p>Six robots in <a href="https://a.example/b">May</a>.</p>'.repeat(100),
  }));
  const rows = posts.map(
    ({ id }) =>
      `${id},2026-01-02T10:00:00.000Z,true,2026-01-02T10:00:00.000Z,newsletter,everyone,,${'"a, ""title"""'},,`,
  );
  const substack = makeZip([
    {
      path: 'posts.csv',
      data: `post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url\n${rows.join('\n')}`,
    },
    ...posts.map(({ id, html }) => ({ path: `posts/${id}.html`, data: html })),
  ]);
  const folder = await exportFolder(t, site, { site: true, private: true });
  const own = makeZip(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: path.slice(folder.length + 1), data: readFileSync(path) })),
  );
  return Object.entries({ 'Substack with 400 posts': substack, 'own export': own }).map(([name, data]) => ({
    name: `import file, ${name}: upload and look`,
    send: async () => {
      const sent = await upload(site, chief, '/newsroom/imports', 'file.zip', data);
      await work();
      return sent;
    },
  }));
}

/** Registrations, authorizations, codes and tokens, with the longest texts and with fields that nobody reads. */
export async function acceptedOAuth(site: TestSite, chief: Person): Promise<Input[]> {
  const metadata = {
    client_name: '"<&'.repeat(300),
    redirect_uris: Array.from({ length: 5 }, (_, at) => `https://a${at}.example/${'a'.repeat(400)}`),
    client_uri: `https://a.example/${'a'.repeat(1000)}`,
    contacts: Array.from({ length: 100 }, () => 'a@a.example'),
  };
  const registered = await json(await register(site));
  const verifier = 'a'.repeat(128);
  const flow: Flow = { site, editor: chief, clientId: registered.client_id, verifier, cookie: '' };
  const asked = authorizePath(flow, { state: 'a&'.repeat(250) });
  const codes: string[] = [];
  for (let nth = 0; nth < CODES; nth++)
    codes.push((await approve(flow, await openRequest(flow), { renewal: 'hour' })).searchParams.get('code') ?? '');
  let token = (await json(await redeem(flow, codes.pop() ?? ''))).refresh_token;
  /** Each use of a refresh token gives the next one. */
  const next = async (path: string, more = '') => {
    const fields = { grant_type: 'refresh_token', client_id: registered.client_id, refresh_token: token };
    const answer = await sendForm(site, path, fields, more);
    token = (await json(answer.clone())).refresh_token;
    return answer;
  };
  const code = { grant_type: 'authorization_code', code: 'a'.repeat(2000), code_verifier: verifier };
  return [
    { name: 'OAuth registration', send: () => register(site, metadata.redirect_uris, metadata) },
    { name: 'OAuth authorization', send: () => site.fetch(asked, { redirect: 'manual' }) },
    {
      name: '/oauth/authorize with 3,000 parameters',
      send: () => site.fetch(`${asked}&${MANY_FIELDS}`.slice(0, 15_000), { redirect: 'manual' }),
    },
    { name: 'OAuth code', send: () => redeem(flow, codes.pop() ?? '') },
    {
      name: 'OAuth code that is unknown',
      send: () => post(site, '/oauth/token', { ...code, client_id: registered.client_id, redirect_uri: CALLBACK }),
    },
    { name: 'OAuth refresh', send: () => next('/oauth/token') },
    { name: '/oauth/token: 5,000 fields', send: () => next('/oauth/token', MANY_FIELDS) },
    {
      name: '/oauth/token: coded signs',
      send: () => next('/oauth/token', CODED_SIGNS),
    },
    { name: 'OAuth revocation', send: () => post(site, '/oauth/revoke', { token: 'a'.repeat(2000) }) },
  ];
}

/** A claim that a person has not approved: the answer to its token is an error by RFC 8628, after all of its work. */
export async function acceptedClaims(site: TestSite): Promise<Input[]> {
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const claim = await json(await site.fetch('/api/agent/identity', { ...sent, body: '{"type":"service_auth"}' }));
  const fields = { grant_type: CLAIM_GRANT, claim_token: claim.claim_token };
  return Object.entries({ '5,000 fields': MANY_FIELDS, 'coded signs': CODED_SIGNS }).map(([name, more]) => ({
    name: `claim that waits, ${name}`,
    send: () => sendForm(site, '/api/agent/token', fields, more),
  }));
}

/** Sends a form with more text behind its fields. */
function sendForm(site: TestSite, path: string, fields: Record<string, string>, more: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return site.fetch(path, { method: 'POST', headers, body: `${new URLSearchParams(fields)}&${more}` });
}

/** Forms of the newsroom with texts as long as their limits. */
export async function acceptedForms(site: TestSite, chief: Person, token: string): Promise<Input[]> {
  const filed = await json(
    await site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(draft({ slug: 'with-long-forms' })),
    }),
  );
  const article = `/newsroom/articles/${filed.id}`;
  const words = (size: number) =>
    'a *b* 1,000 <i> [c](d) '
      .repeat(Math.ceil(size / 23))
      .slice(0, size)
      .trim();
  const post = (path: string, fields: Record<string, string>) => () =>
    site.fetch(path, { ...form(chief, fields), redirect: 'manual' });
  const settings = {
    ...{ name: 'The Site Diary', description: 'What happens on site.', byline: '', contact: 'desk@magazine.example' },
    ...{ postalAddress: '1 Mast Road', language: 'en-GB', timeZone: 'Europe/London', accent: '#7a1fa2' },
  };
  return [
    { name: 'comment', send: post(`${article}/comments`, { revision: '0', about: 'article', text: words(1900) }) },
    {
      name: 'new article with 10 paragraphs',
      send: (turn: number) =>
        post('/newsroom/new', {
          ...{ section: 'robotics', headline: `Long ${turn} ${words(60)}`, dek: words(200), slug: `long-form-${turn}` },
          body: Array.from({ length: 10 }, () => words(1500)).join('\n\n'),
        })(),
    },
    {
      name: 'series',
      send: (turn: number) => post('/newsroom/series', { name: `Series ${turn}`, description: words(150) })(),
    },
    {
      name: 'review, changes requested',
      send: post(`${article}/review/request-changes`, { revision: '0', note: words(1900) }),
    },
    { name: 'settings of the site', send: post('/newsroom/site', settings) },
    {
      name: 'search of the board',
      send: () =>
        site.fetch(`/newsroom/articles?q=${encodeURIComponent(words(200))}`, { headers: { Cookie: chief.cookie } }),
    },
  ].map(({ name, send }) => ({ name: `form: ${name}`, send }));
}

function upload(site: TestSite, chief: Person, path: string, name: string, data: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.set('title', name);
  body.set('alt', 'A crane');
  body.set('file', new Blob([new Uint8Array(data)]), name);
  return site.fetch(path, { method: 'POST', headers: fromPage(chief), body, redirect: 'manual' });
}
