import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyPage, fillRest } from '../../support/browser/newsroom-pages.ts';
import { openSite, type TestSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// What a browser needs before it shows a page of the newsroom: its HTML, style sheets and scripts.

/** Most bytes that a page takes on its way to a browser that has nothing of it yet. */
const MOST = 60_000;
/** Pages that bring the editor with them, and the handbook, which is a book on one page. */
const LARGER = /\/edit$|\/help$/;

test('each page of the newsroom is at most 60 kB of HTML, style sheets and scripts', async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:1' });
  const { chief, drafted, stopped, published, changed, unpublished } = await stock(site);
  const rest = await fillRest(site, { addCookies: async () => {} }, chief);
  const claims = await site.deps.db.read.selectFrom('claim').select('id').execute();
  const articleIds = [drafted, stopped, published, changed, unpublished];
  const filled = { ...rest, articleIds, revisedIds: [changed], claimIds: claims.map(({ id }) => id) };
  const paths = everyPage(filled).filter((path) => !LARGER.test(path));
  const parts = new Map<string, Weight>();
  const heavy: string[] = [];
  const weights = new Map<string, Weight>();
  for (const path of paths) {
    const weight = await weighPage(site, chief.cookie, path, parts);
    weights.set(path, weight);
    if (weight.sent > MOST) heavy.push(`${path} takes ${weight.sent} bytes, ${weight.whole} without compression`);
  }
  assert.ok(paths.length > 80, `${paths.length} pages`);
  assert.deepEqual(heavy, []);
  for (const [path, { sent, whole }] of [...weights].sort(([, one], [, other]) => other.sent - one.sent).slice(0, 5))
    t.diagnostic(`${path}: ${sent} bytes, ${whole} without compression`);
});

/** Bytes as they are sent, and without compression. */
type Weight = { sent: number; whole: number };

/** A page with all that it loads; `parts` are those weighed before. */
async function weighPage(site: TestSite, cookie: string, path: string, parts: Map<string, Weight>): Promise<Weight> {
  const page = await site.fetch(path, { headers: { Cookie: cookie } }).then((answer) => answer.text());
  const loaded = [...page.matchAll(/(?:href|src)="(\/(?:static|newsroom\/script)\/[^"]+\.(?:css|js))"/g)];
  const own = Buffer.byteLength(page);
  const sum = { sent: own, whole: own }; // pages of the newsroom are sent as they are
  for (const [, part = ''] of loaded) {
    const weight = parts.get(part) ?? (await weighPart(site, part));
    parts.set(part, weight);
    sum.sent += weight.sent;
    sum.whole += weight.whole;
  }
  return sum;
}

async function weighPart(site: TestSite, path: string): Promise<Weight> {
  const bytes = async (coding: string) => {
    const answer = await site.fetch(path, { headers: { 'Accept-Encoding': coding } });
    assert.equal(answer.status, 200, path);
    return (await answer.arrayBuffer()).byteLength;
  };
  return { sent: await bytes('br'), whole: await bytes('identity') };
}
