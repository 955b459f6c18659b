import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { ROUTES } from '#server/routes.ts';
import { publishArchived } from '../../exchange/archived.ts';
import { finishForExport } from '../../support/finished.ts';
import { call, callPublic } from '../../support/mcp.ts';
import { bearer, copy, openSite, type TestSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// Every public address that names an article of an archive has its mark, in every form.

const SITE = { name: 'Mast Weekly', url: 'https://mast.example/' };
const [SLUG, HEADLINE] = ['archived-crane', 'The crane that waited'];
const SENTENCE =
  /From the archive of Mast Weekly, published there 4 March 2015\. Its figures were not settled by this magazine\./;
const FORMS = ['text/html', 'text/markdown', 'application/json'];
/** Other sites of the server, and files that never change. */
const SKIPPED = /^\/(?:newsroom|preview|static|media|ads\/|oauth\/|agent\/claim|cards\/|health|ready|metrics)/;
/** They hold addresses alone. */
const ADDRESSES_ALONE = /^\/(?:sitemap\S*\.xml |[a-z-]+\/[a-z0-9-]+\/r\/timemap |api\/v1\/public\/records )/;

/** What a reader reads: without tags, and without the address of a Markdown link. */
function readable(body: string): string {
  return body
    .replace(/<[^>]*>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ');
}

/** Reads every public address that a route or another answer names, in each form. */
async function readSite(site: TestSite): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const waiting = ROUTES.filter(
    ({ method, who, path }) => method === 'GET' && who === 'anyone' && !/[:*]/.test(path),
  ).map(({ path }) => path);
  waiting.push(
    '/search?q=crane',
    '/search.md?q=crane',
    '/api/public/articles?q=crane',
    '/api/public/articles?section=robotics',
  );
  waiting.push(`/quote?text=${QUOTE}`, `/quote.md?text=${QUOTE}`, `/api/v1/public/quote?text=${QUOTE}`);
  waiting.push(
    `/robotics/${SLUG}/r/0/record.json`,
    `/robotics/${SLUG}/r/1/record.json`,
    '/api/v1/public/changes?after=0',
  );
  const known = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (SKIPPED.test(path)) continue;
    for (const accept of FORMS) {
      const response = await site.fetch(path, { headers: { Accept: accept }, redirect: 'manual' });
      const type = response.headers.get('content-type') ?? '';
      if (/^(?:image|application\/gzip|font|text\/event-stream)/.test(type)) break;
      const body = await response.text();
      bodies.set(`${path} ${accept}`, body);
      for (const [, found = ''] of body.matchAll(/(?:href="|http:\/\/127\.0\.0\.1:3000)(\/[a-z0-9./_-]*)/g)) {
        const next = found.replace(/[.,]+$/, '');
        if (!known.has(next) && known.size < 500) waiting.push(next);
        known.add(next);
      }
    }
  }
  return bodies;
}

const QUOTE = encodeURIComponent('the crane lifted 420 tonnes in three hours');

test('every form of an article of an archive has its mark; feeds, home, latest, news sitemap and brief do not name it', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const { chief, token } = await stock(site);
  const text = 'The crane lifted 420 tonnes in three hours, and nobody had expected it.';
  const body = { headline: HEADLINE, bodyBlocks: [{ id: 'b1', type: 'paragraph', text }] };
  const publishedAt = '2015-03-04T08:30:00.000Z';
  const earlier = { publishedAt, modifiedAt: '2016-01-02T09:00:00.000Z', archive: { ...SITE, publishedAt } };
  const id = await publishArchived(site, body, { earlier });
  const changed = { ...copy({ ...body, slug: SLUG }), correctionNote: 'The crane stood in Leith, not in Hull.' };
  await saveRevision(site.deps, chief, id, { copy: { ...changed, baseRevision: 0 } });
  await publish(site.deps, chief, id, { revisionNumber: 1 });

  await finishForExport(site);
  const bodies = await readSite(site);
  const naming = [...bodies].filter(([, found]) => found.includes(SLUG) || found.includes(HEADLINE));
  const bare = naming.filter(([path, found]) => !SENTENCE.test(readable(found)) && !ADDRESSES_ALONE.test(path));
  assert.deepEqual(
    bare.map(([path]) => path),
    [],
  );
  assert.ok(bodies.size > 300 && naming.length > 40, `${naming.length} of ${bodies.size} answers name the article`);
  t.diagnostic(`${naming.length} of ${bodies.size} answers name the article, and each has the mark`);

  const answers = [
    await callPublic(site, 'search', { query: 'crane' }),
    await callPublic(site, 'fetch', { id: `robotics/${SLUG}` }),
    await callPublic(site, 'fetch', { id: `http://127.0.0.1:3000/robotics/${SLUG}/r/0` }),
    await callPublic(site, 'check_quote', { text: decodeURIComponent(QUOTE) }),
    await callPublic(site, 'changes', {}),
    await call(site, token, 'get_article', { id }),
    await call(site, token, 'get_article', { id, fields: ['headline'] }),
    await call(site, token, 'list_articles', { q: 'crane' }),
    await (await site.fetch('/api/agent/articles?q=crane', { headers: bearer(token) })).json(),
  ];
  for (const [nth, answer] of answers.entries())
    assert.match(readable(JSON.stringify(answer)), SENTENCE, `answer ${nth}`);

  const without =
    /^\/(?:(?:[a-z/-]*\/)?(?:rss\.xml|atom\.xml|feed\.json)|index\.md|latest(?:\.md)?|news-sitemap\.xml|brief\S*|issues\S*)? /;
  assert.deepEqual(
    naming.filter(([path]) => without.test(path)).map(([path]) => path),
    [],
  );
});
