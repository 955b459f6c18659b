import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { declared } from '#http/declared.ts';
import { inSite, siteSnapshot, withSnapshot } from '#runtime/site-snapshot.ts';
import { refreshSite } from '#site/live-site.ts';
import { addSection, retireSection } from '#site/sections.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { loadParts } from '../../support/part.ts';
import { copy, openSite, type Person, type TestSite } from '../../support/site.ts';

// Two sites in one process, with other names, addresses, sections, own pages, links, languages and prices.

type Own = {
  site: TestSite;
  chief: Person;
  token: string;
  /** Words that only answers of this site may have; each is in one answer at least. */
  words: readonly string[];
  sections: readonly string[];
};

type Described = {
  baseUrl: string;
  name: string;
  language: string;
  word: string;
};

const CRANE: Described = {
  ...{ baseUrl: 'https://crane.example', name: 'The Crane Diary', language: 'en-GB', word: 'crane' },
};
const OVEN: Described = {
  ...{ baseUrl: 'http://oven.example:8080', name: 'Der Ofenbote', language: 'de', word: 'oven' },
};
const DEFAULT_SLUGS = ['field-operations', 'robotics', 'software', 'benchmarks', 'people'];

async function openOwn(t: Parameters<typeof openSite>[0], own: Described): Promise<Own> {
  const { baseUrl, name, language, word } = own;
  const site = await openSite(t, { BASE_URL: baseUrl, RATE_LIMITS: 'off' });
  const { deps, config } = site;
  const chief = await site.person('chief', `Chief ${word}`);
  const token = await site.grantToken(chief);
  await saveSiteSettings(deps, CLI, {
    ...{
      name,
      language,
      description: `What happens at the ${word}works.`,
      accent: word === 'oven' ? '#7a1fa2' : '#1f5fa2',
    },
    ...{ contact: `mail@${word}.example`, postalAddress: `1 ${word} Road` },
    navigation: [{ label: `Shop ${word}`, href: `https://shop-${word}.example/all` }],
    footer: [{ label: `Imprint ${word}`, href: `https://imprint-${word}.example/` }],
    social: [`https://social.example/@${word}`],
  });
  const described: string[] = [];
  for (const { describeSite } of parts) described.push(...((await describeSite?.(site, word)) ?? []));
  const sections = [`${word}-news`, `${word}-people`];
  for (const slug of sections) await addSection(deps, CLI, { slug, name: `Section ${slug}`, about: `About ${slug}.` });
  for (const slug of DEFAULT_SLUGS) await retireSection(deps, CLI, slug, sections[0] ?? null);
  await inSite(deps.site, async () => {
    for (const [section, slug] of [
      [sections[0], `${word}-story`],
      [sections[1], `${word}-profile`],
      ['pages', `${word}-imprint`],
    ]) {
      const headline = `Headline of ${slug}`;
      const { id } = await createDraft(deps, CLI, copy({ section, slug, headline, dek: `Dek of ${slug}.` }));
      await publish(deps, CLI, id, { revisionNumber: 0 });
    }
  });
  await refreshSite(deps, config);
  const words = [
    ...[name, new URL(baseUrl).host, ...sections, ...sections.map((slug) => `Section ${slug}`)],
    ...[`${word}-imprint`, `Shop ${word}`, `shop-${word}.example`, `Imprint ${word}`, `Headline of ${word}-story`],
    ...[`mail@${word}.example`, `@${word}`, ...described],
  ];
  return { site, chief, token, words, sections };
}

const ACCEPTS = ['text/html', 'text/markdown', 'application/json'];
/** Addresses where a crawl begins; the sitemap and the links of pages lead to the others. */
const STARTS = [
  ...['/', '/llms.txt', '/llms-full.txt', '/sitemap.xml', '/sitemap-news.xml', '/rss.xml', '/atom.xml', '/feed.json'],
  ...['/openapi.json', '/api', '/api/public/articles', '/api/public/changes', '/about.md'],
  ...['/robots.txt', '/humans.txt', '/auth.md', '/.well-known/security.txt', '/no-such-page', '/robotics', '/index.md'],
  ...['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource', '/opensearch.xml'],
  ...['/search?q=headline', '/quote', '/brief', '/tags', '/authors', '/corrections', '/evidence'],
];
const parts = await loadParts();
/** Every place of the newsroom that has an entry in its navigation. */
const NEWSROOM = ['/newsroom', '/newsroom/new', ...declared().navigation.map(({ path }) => path)];

type Answer = { address: string; text: string };

/** The paths of this site that an answer links to. */
function linksIn(text: string, baseUrl: string): string[] {
  const found = [...text.matchAll(/(?:href|src)="([^"#]+)"|<loc>([^<]+)<\/loc>|\]\((https?:[^)\s]+)\)/g)];
  return found
    .map(([, href, loc, link]) => URL.parse((href ?? loc ?? link ?? '').replaceAll('&amp;', '&'), baseUrl))
    .filter((url) => url !== null && url.origin === new URL(baseUrl).origin && !url.pathname.startsWith('/static/'))
    .map((url) => `${url?.pathname}${url?.search}`);
}

/** Reads one address as readers and agents do, as text with the headers. */
async function read({ site, chief }: Own, path: string): Promise<string> {
  const isOfStaff = path.startsWith('/newsroom');
  const answers = await Promise.all(
    (isOfStaff ? ['text/html'] : ACCEPTS).map(async (Accept) => {
      const headers = isOfStaff ? { Accept, Cookie: chief.cookie } : { Accept };
      const response = await site.fetch(path, { headers, redirect: 'manual' });
      assert.ok(response.status < 500, `${path} answers ${response.status}`);
      const isText = /text|json|xml/.test(response.headers.get('content-type') ?? '');
      return `${JSON.stringify([...response.headers])}\n${isText ? await response.text() : ''}`;
    }),
  );
  return answers.join('\n');
}

/** Reads everything that `own` links to; answers come one by one, so that two crawls can take turns. */
async function* crawl(own: Own): AsyncGenerator<Answer> {
  const { baseUrl } = own.site.publication;
  const waiting = [
    ...STARTS,
    ...parts.flatMap(({ starts = [] }) => starts),
    ...own.sections.map((slug) => `/${slug}/llms.txt`),
    ...NEWSROOM,
  ];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const text = await read(own, path);
    yield { address: path, text };
    if (path.startsWith('/newsroom')) continue;
    for (const link of linksIn(text, baseUrl)) {
      if (seen.has(link) || link.startsWith('/newsroom') || seen.size > 400) continue;
      seen.add(link);
      waiting.push(link);
    }
  }
}

async function readTools({ site, token }: Own): Promise<Answer[]> {
  const headers = {
    ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    Accept: 'application/json, text/event-stream',
  };
  const calls = ['/mcp', '/api/mcp'].flatMap((path) =>
    ['tools/list', 'initialize'].map(async (method) => {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: method === 'initialize' ? params : {} });
      return {
        address: `${path} ${method}`,
        text: await (await site.fetch(path, { method: 'POST', headers, body })).text(),
      };
    }),
  );
  return Promise.all(calls);
}

function requireNoWordOf(other: Own, { address, text }: Answer): void {
  for (const word of other.words) {
    const at = text.indexOf(word);
    assert.ok(at === -1, `${address} has “${word}” of the other site: ${text.slice(Math.max(0, at - 80), at + 80)}`);
  }
}

/** Every word of a site is in its own answers: a test of words that no page prints would prove nothing. */
function requireAllWords({ words }: Own, answers: readonly Answer[]): void {
  const all = answers.map(({ text }) => text).join('\n');
  assert.deepEqual(
    words.filter((word) => !all.includes(word)),
    [],
  );
}

async function collect(answers: AsyncGenerator<Answer>): Promise<Answer[]> {
  const all: Answer[] = [];
  for await (const answer of answers) all.push(answer);
  return all;
}

test('a request that is in progress while settings are saved sees one state, and the next one the new state', async (t) => {
  const { site } = await openOwn(t, CRANE);
  const { deps, config } = site;
  const described: string[] = [];
  const [before, during, ownAfterwards] = await withSnapshot(deps.site, async () => {
    const taken = siteSnapshot();
    await saveSiteSettings(deps, CLI, { name: 'The Mast Diary', footer: [] });
    for (const { describeSite } of parts)
      described.push(...((await describeSite?.({ ...site, publication: taken.publication }, 'mast')) ?? []));
    await inSite(deps.site, async () => {
      await addSection(deps, CLI, { slug: 'mast-news', name: 'Mast news', about: 'About masts.' });
      await refreshSite(deps, config);
    });
    return [taken, siteSnapshot(), site.publication];
  });
  assert.deepEqual(
    during.publication,
    before.publication,
    'the name, the links and the audience stay for this request',
  );
  assert.equal(ownAfterwards.name, 'The Mast Diary');
  const settings = JSON.stringify(ownAfterwards.settings);
  // A price is stored without its comma.
  for (const words of described.filter((text) => !/\d/.test(text))) assert.ok(settings?.includes(words), words);
  const home = await (await site.fetch('/')).text();
  assert.match(home, /The Mast Diary/);
  assert.match(home, /Mast news/);
  assert.doesNotMatch(home, /The Crane Diary|Imprint crane/);
  for (const frozen of [config, config.publication, deps.site.newest, site.publication])
    assert.ok(Object.isFrozen(frozen));
});

test('two sites of one process show no word of each other, read in turns and at the same time', async (t) => {
  const crane = await openOwn(t, CRANE);
  const oven = await openOwn(t, OVEN);

  const inTurns: [Answer[], Answer[]] = [[], []];
  const crawls = [crawl(crane), crawl(oven)] as const;
  for (let isOpen = true; isOpen; ) {
    const steps = [await crawls[0].next(), await crawls[1].next()] as const;
    if (!steps[0].done) inTurns[0].push(steps[0].value);
    if (!steps[1].done) inTurns[1].push(steps[1].value);
    isOpen = !(steps[0].done && steps[1].done);
  }
  const together = await Promise.all([collect(crawl(crane)), collect(crawl(oven)), readTools(crane), readTools(oven)]);
  const ofCrane = [...inTurns[0], ...together[0], ...together[2]];
  const ofOven = [...inTurns[1], ...together[1], ...together[3]];
  assert.ok(ofCrane.length > 120 && ofOven.length > 120, `${ofCrane.length} and ${ofOven.length} answers`);
  for (const answer of ofCrane) requireNoWordOf(oven, answer);
  for (const answer of ofOven) requireNoWordOf(crane, answer);
  requireAllWords(crane, ofCrane);
  requireAllWords(oven, ofOven);
});
