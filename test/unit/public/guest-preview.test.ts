import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { openPreview } from '#editorial/review/preview-link.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { disableMember } from '#people/members.ts';
import { withoutOwnScripts } from '../../support/own-scripts.ts';
import { copy, form, fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// A preview link shows one exact revision to a person without an account.

const HOUR = 3600;
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)> & "quoted"';

test('a preview link shows its revision, marked as a preview and hidden from search engines', async (t) => {
  const { site, link, id, dana } = await opened(t);
  const answer = await site.fetch(link);
  assert.equal(answer.status, 200);
  const page = await answer.text();
  assert.match(page, /This is a preview, not a publication\./);
  assert.match(page, /This is revision 0\. Readers do not see it/);
  assert.match(page, /wrote down every stop/);
  assert.match(page, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(page, /rel="canonical"|application\/ld\+json|og:title/);
  assert.deepEqual(
    (page.match(/<script[^>]*>/g) ?? []).filter(
      (tag) => !/^<script type="module" src="\/newsroom\/script\/guest-[0-9a-f]{16}\.js">$/.test(tag),
    ),
    [],
  );
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  assert.match(answer.headers.get('x-robots-tag') ?? '', /noindex/);
  assert.match(
    answer.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*script-src 'self'; connect-src 'self'/,
  );
  assert.equal(answer.headers.get('set-cookie'), null);
  assert.match(await (await site.fetch('/robots.txt')).text(), /^Disallow: \/preview\/$/m);
  for (const path of ['/sitemap.xml', '/rss.xml', '/llms.txt', '/', '/api/public/articles'])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /preview\/|layout-robot-pilot/, path);

  await saveRevision(site.deps, dana, id, { copy: { ...copy({ headline: 'Saved since' }), baseRevision: 0 } });
  assert.doesNotMatch(
    await (await site.fetch(link)).text(),
    /Saved since/,
    'the link still shows the revision it was made for',
  );
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  assert.match(await (await site.fetch(link)).text(), /This is revision 0, as readers see it\./);
});

test('a preview link that follows the latest revision shows each later one', async (t) => {
  const { site, id, dana } = await opened(t);
  const link = await makeLink(site, dana, id, { revision: 'latest', hours: '4' });
  assert.match(await (await site.fetch(link)).text(), /A layout robot on a live slab/);
  await saveRevision(site.deps, dana, id, { copy: { ...copy({ headline: 'Saved since' }), baseRevision: 0 } });
  assert.match(await (await site.fetch(link)).text(), /<h1>Saved since<\/h1>/);
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: 'The crew wrote down 412 points and 15 stops.' }];
  await saveRevision(site.deps, dana, id, { copy: { ...copy({ bodyBlocks }), baseRevision: 1 } });
  const [points] = (await readLedgerOf(site.deps.db.read, dana, id, 2)).figures;
  await settleFigure(
    site.deps,
    dana,
    { articleId: id, revision: 2, anchor: points?.anchor ?? '' },
    { kind: 'signed', reason: 'Counted in the log.', forReaders: true },
  );
  const page = await (await site.fetch(link)).text();
  assert.match(page, /1 of 2 numbers checked/);
  assert.match(
    page,
    /Counted in the log<\/span><\/p>\s*<p>Signed by the editor<\/p>\s*<p class="alone"><b id="n1">412/,
  );
  assert.doesNotMatch(page, /The numbers as data/, 'the evidence of a revision that is not published has no address');
  const list = await (await site.fetch(`/newsroom/articles/${id}/previews`, { headers: fromPage(dana) })).text();
  assert.match(list, /<option value="latest" selected>Always the latest revision/);
});

test('unknown, expired and revoked links give the same 404 for reading and commenting', async (t) => {
  const { site, link, id, dana } = await opened(t);
  const revoked = await makeLink(site, dana, id, { hours: '720' });
  const previewId = (await linksOf(site, id)).at(-1)?.id ?? '';
  await site.fetch(`/newsroom/articles/${id}/previews/${previewId}/revoke`, form(dana, {}));
  site.pass(4 * HOUR - 1);
  assert.equal((await site.fetch(link)).status, 200);
  site.pass(1);
  const answers = [];
  for (const path of [link, revoked, '/preview/pl_pv_nothing', '/preview/%00', '/preview/x']) {
    const reading = await site.fetch(path);
    assert.equal(reading.status, 404, path);
    assert.equal(reading.headers.get('cache-control'), 'no-store');
    const writing = await site.fetch(path, form({ cookie: '' }, { name: 'Nobody', text: 'Is anybody there?' }));
    assert.equal(writing.status, 404, path);
    answers.push(await reading.text(), await writing.text());
  }
  assert.equal(new Set(answers).size, 1);
  assert.equal((await site.deps.db.read.selectFrom('comment').selectAll().execute()).length, 0);
});

test('a preview link stops working when the account of its creator is disabled', async (t) => {
  const { site, link, dana } = await opened(t);
  await disableMember(site.deps, CLI, dana.email);
  assert.equal((await site.fetch(link)).status, 404);
});

test('the secret of a preview link is shown once and stored only as a hash', async (t) => {
  const { site, link, id, dana } = await opened(t);
  const secret = link.split('/').at(-1) ?? '';
  const page = await (await site.fetch(`/newsroom/articles/${id}/previews`, { headers: fromPage(dana) })).text();
  assert.match(page, /the superintendent/);
  assert.ok(!page.includes(secret));
  const rows = await site.deps.db.read.selectFrom('preview_link').selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes(secret));
  const journal = await site.deps.db.read.selectFrom('journal').selectAll().execute();
  assert.ok(!JSON.stringify(journal).includes(secret));
  assert.ok(!JSON.stringify(site.log).includes(secret));
});

test('a guest can comment, and the comment is escaped as plain text', async (t) => {
  const { site, link, id, dana } = await opened(t);
  const answer = await site.fetch(
    link,
    form({ cookie: '' }, { name: HOSTILE.slice(0, 60), text: `${HOSTILE}\r\nMore.` }),
  );
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('location'), `${link}#comments`);
  const page = await (await site.fetch(link)).text();
  assert.doesNotMatch(
    page,
    /<script(?! type="module" src="\/newsroom\/script\/guest-[0-9a-f]{16}\.js"><\/script>)|<img src=x/,
  );
  assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  const [row] = await site.deps.db.read.selectFrom('comment').selectAll().execute();
  assert.equal(row?.by_kind, 'guest');
  assert.equal(row?.revision, 0);
  assert.equal(row?.text, `${HOSTILE}\nMore.`);
  const line = await site.deps.db.read
    .selectFrom('journal')
    .selectAll()
    .where('actor_kind', '=', 'guest')
    .executeTakeFirst();
  assert.equal(line?.subject_id, id);
  const links = await (await site.fetch(`/newsroom/articles/${id}/previews`, { headers: fromPage(dana) })).text();
  assert.doesNotMatch(withoutOwnScripts(links), /<script/);
});

test('an invalid comment is refused with a message, and one client may send five comments', async (t) => {
  const { site, link } = await opened(t);
  for (const fields of [
    { name: '', text: 'Who says so?' },
    { name: 'Ana', text: '' },
    { name: 'Ana', text: 'x'.repeat(2001) },
    { name: 'Ana', text: 'Turn \u202e around' },
    { name: 'A'.repeat(81), text: 'Long names.' },
  ]) {
    const answer = await site.fetch(link, form({ cookie: '' }, fields));
    assert.equal(answer.status, 422);
    assert.match(await answer.text(), /role="alert"/);
  }
  for (let sent = 0; sent < 5; sent++)
    assert.equal((await site.fetch(link, form({ cookie: '' }, { name: 'Ana', text: '😀'.repeat(2000) }))).status, 303);
  const over = await site.fetch(link, form({ cookie: '' }, { name: 'Ana', text: 'Once more.' }));
  assert.equal(over.status, 429);
  assert.ok(over.headers.get('retry-after'));
});

test('a comment made through one preview link is not shown through another', async (t) => {
  const { site, link, id, dana } = await opened(t);
  const other = await makeLink(site, dana, id, {});
  await site.fetch(link, form({ cookie: '' }, { name: 'Ana', text: 'Only for the newsroom.' }));
  assert.match(await (await site.fetch(link)).text(), /Only for the newsroom\./);
  assert.doesNotMatch(await (await site.fetch(other)).text(), /Only for the newsroom\./);
});

test('only editors and the writer of a draft can create preview links, for thirty days at most', async (t) => {
  const site = await openSite(t);
  const { drafted, writer, editor } = await stock(site);
  const { id: own } = await createDraft(site.deps, writer, copy({ section: 'people', slug: 'own' }));
  const fields = { revision: '0', label: 'a friend', hours: '24' };
  assert.equal((await site.fetch(`/newsroom/articles/${own}/previews`, form(writer, fields))).status, 201);
  assert.equal((await site.fetch(`/newsroom/articles/${own}/previews`, form(editor, fields))).status, 201);
  assert.equal((await site.fetch(`/newsroom/articles/${drafted}/previews`, form(writer, fields))).status, 404);
  for (const hours of ['721', '0', '-1', '1.5', 'ever', ''])
    assert.equal(
      (await site.fetch(`/newsroom/articles/${own}/previews`, form(editor, { ...fields, hours }))).status,
      422,
      hours,
    );
  const missing = await site.fetch(`/newsroom/articles/${own}/previews`, form(editor, { ...fields, revision: '7' }));
  assert.equal(missing.status, 404);
  await assert.rejects(openPreview(site.deps, CLI, { articleId: own, previewed: 0, label: 'x', hours: 1 }), {
    kind: 'not_found',
  });
});

test('the list of preview links has the time of the last visit and the number of comments', async (t) => {
  const { site, link, id, dana } = await opened(t);
  site.pass(60);
  await site.fetch(link);
  site.pass(30);
  await site.fetch(link);
  await site.fetch(link, form({ cookie: '' }, { name: 'Ana', text: 'Seen.' }));
  const [line] = await linksOf(site, id);
  assert.equal(line?.seen_at, '2026-09-06T13:01:00.000Z', 'recorded to the minute');
  const page = await (await site.fetch(`/newsroom/articles/${id}/previews`, { headers: fromPage(dana) })).text();
  assert.match(page, /<span class="label">Comments<\/span> 1/);
});

async function opened(
  t: Parameters<typeof openSite>[0],
): Promise<{ site: TestSite; dana: Person; id: string; link: string }> {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(site.deps, dana, copy());
  return { site, dana, id, link: await makeLink(site, dana, id, {}) };
}

/** Creates a link with the form and returns its path. */
async function makeLink(site: TestSite, person: Person, id: string, fields: Record<string, string>): Promise<string> {
  const filled = { revision: '0', label: 'the superintendent', hours: '4', ...fields };
  const answer = await site.fetch(`/newsroom/articles/${id}/previews`, form(person, filled));
  const page = await answer.text();
  const [, path = ''] = /value="http:\/\/127\.0\.0\.1:3000(\/preview\/[A-Za-z0-9_-]+)"/.exec(page) ?? [];
  assert.notEqual(path, '', 'the page shows the link');
  return path;
}

function linksOf(site: TestSite, id: string) {
  return site.deps.db.read
    .selectFrom('preview_link')
    .selectAll()
    .where('article_id', '=', id)
    .orderBy('expires_at')
    .execute();
}
