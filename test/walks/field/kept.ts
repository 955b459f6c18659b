import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { isDeclared } from '#http/declared.ts';
import { chooseRestore } from '#import/choose-restore.ts';
import { runImport } from '#import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { clientFolder, clientOf, letIn, NODE, runIn } from '../../agents/agent-client.ts';
import { exportFolder, readJson } from '../../exchange/exports.ts';
import { assertSame, BECAUSE, looked } from '../../exchange/restores.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { call, callPublic, openOnPort } from '../../support/mcp.ts';
import { type After, BASE, copy, json, openSite, type TestSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';
import { FIELD, FORMAT } from './made-up-field.ts';

// Runs in a copy of the project that has the made-up field: every form of an article keeps it.

const WORDS = 'A plumb line tells 7 masons more than a quixotic speech';
const ARTICLE = '/robotics/layout-robot-pilot';

test('the page, the Markdown, the JSON, the permanent revision, MCP, the search and the quote check have it', async (t) => {
  const site = await openSite(t);
  const { id } = await goLive(site, { [FIELD]: WORDS });
  const told = await readForms(site);
  for (const [form, text] of Object.entries(told)) assert.ok(text.includes(WORDS), `${form}: ${text.slice(0, 2000)}`);
  const permanent = JSON.parse(told.permanent ?? '');
  assert.deepEqual([permanent[FIELD], permanent.format], [WORDS, FORMAT]);
  assert.equal((await callPublic(site, 'fetch', { id })).metadata[FIELD], WORDS);
  const found = await json(await site.fetch('/api/public/articles?q=quixotic'));
  assert.equal(found.articles[0]?.[FIELD], WORDS);
  const quote = await json(await site.fetch(`/api/v1/public/quote?text=${encodeURIComponent(WORDS)}`));
  assert.equal(quote.match, 'verbatim');
  const { paths, components } = await json(await site.fetch('/openapi.json'));
  assert.ok(paths);
  for (const schema of ['ArticleDraft', 'ArticleRevision', 'StoredArticle', 'PublicArticle', 'PermanentRevision'])
    assert.ok(components.schemas[schema].properties[FIELD], schema);
});

async function readForms(site: TestSite): Promise<Record<string, string>> {
  const text = async (path: string) => (await site.fetch(path)).text();
  return {
    page: await text(ARTICLE),
    markdown: await text(`${ARTICLE}.md`),
    json: await text(`/api/public/articles${ARTICLE}`),
    ...(isDeclared('/:section/:slug/r/:revision') && {
      permanent: await text(`${ARTICLE}/r/0.json`),
      permanentMarkdown: await text(`${ARTICLE}/r/0.md`),
      permanentPage: await text(`${ARTICLE}/r/0`),
    }),
  };
}

test('the newsroom edits it, compares it and asks for its number, and agents write and read it', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const filed = await json(
    await site.fetch('/api/admin/articles', {
      ...{ method: 'POST', headers },
      body: JSON.stringify(copy({ [FIELD]: WORDS })),
    }),
  );
  assert.deepEqual(
    filed.gate.filter(({ path }: { path: string }) => path === FIELD).map(({ figure }: { figure: string }) => figure),
    ['7'],
  );
  const saved = { ...copy({ [FIELD]: 'Other words' }), articleId: filed.id, baseRevision: 0 };
  await call(site, token, 'save_revision', saved);
  assert.equal((await call(site, token, 'get_article', { id: filed.id })).structuredContent[FIELD], 'Other words');
  const article = `/newsroom/articles/${filed.id}`;
  assert.match(await readPage(site, editor, `${article}/edit`), new RegExp(`<textarea id="f-${FIELD}"`));
  const compared = await readPage(site, editor, `${article}/compare/0/1`);
  assert.ok(compared.includes('Epigraph') && compared.includes('quixotic'), compared);
  assert.match(await readPage(site, editor, `${article}/revisions/1`), /<dt>Epigraph[\s\S]*?Other words/);
});

test('an export has it in each file, and after a restore the export is the same', async (t) => {
  const first = await openSite(t);
  const article = await goLive(first, { [FIELD]: WORDS });
  first.pass(60);
  await goLiveAgain(first, article, { [FIELD]: `${WORDS}, twice` });
  first.pass(10 * 86_400);
  const folder = await exportFolder(t, first, { site: true, private: true });
  const files = ['articles', 'history'].map((name) => `${name}${ARTICLE}.json`);
  for (const file of [...files, `articles${ARTICLE}.md`, `private/articles/${article.id}.json`])
    assert.ok(readFileSync(join(folder, file), 'utf8').includes(`${WORDS}, twice`), file);
  assert.equal(readJson(folder, `history${ARTICLE}.json`).revisions[0].copy[FIELD], WORDS);

  const before = await exportFolder(t, first, { site: true });
  const second = await restored(t, first, before);
  assertSame(before, await exportFolder(t, second, { site: true }));

  const third = await openSite(t);
  await runImport(third.deps, CLI, await looked(third, before), { options: { isRoute, baseUrl: BASE } });
  const draft = await third.deps.db.read.selectFrom('revision').selectAll().executeTakeFirstOrThrow();
  assert.equal(Object.entries(draft).find(([name]) => name === FIELD)?.[1], `${WORDS}, twice`, 'imported as a draft');
});

async function restored(t: After, first: TestSite, folder: string): Promise<TestSite> {
  const site = await openSite(t);
  site.pass((first.deps.clock() - site.deps.clock()) / 1000);
  const id = await looked(site, folder);
  await chooseRestore(site.deps, CLI, id, { given: BECAUSE, hasFreshFactor: false });
  assert.equal((await runImport(site.deps, CLI, id, { options: { isRoute, baseUrl: BASE } })).trouble, null);
  return site;
}

test('the client of agents reads and writes it, and the client before the field keeps it', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const editor = await site.person('chief');
  const { id } = await createDraft(site.deps, editor, copy({ [FIELD]: WORDS }));
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  const folder = clientFolder(t);
  const client = clientOf(folder, baseUrl);
  await letIn(site, client, editor);
  const printed = await client('read', id);
  assert.ok(printed.out.includes(`${FIELD}: ${WORDS}\n`), printed.out + printed.error);
  const file = join(folder, 'draft.md');
  writeFileSync(file, printed.out.replace(WORDS, 'Other words'));
  const revised = await client('revise', file);
  assert.deepEqual([revised.code, await stored(site, id)], [0, 'Other words'], revised.error);

  const program = join(process.env.CLIENT_BEFORE ?? '', 'plumbline-agent.mjs');
  const older = (...args: string[]) => runIn(folder, NODE, [program, ...args], { PLUMBLINE_SITE: baseUrl });
  const known = await older('read', id);
  assert.ok(!known.out.includes(FIELD), 'it does not know the field');
  writeFileSync(file, known.out.replace('live* slab', 'cold* slab'));
  const again = await older('revise', file);
  assert.deepEqual([again.code, await stored(site, id)], [0, 'Other words'], again.error);
  const { revision } = await readArticle(site.deps.db.read, CLI, id, site.deps);
  assert.equal(revision, 2);
});

async function stored(site: TestSite, id: string): Promise<unknown> {
  const { copy: kept } = await readArticle(site.deps.db.read, CLI, id, site.deps);
  return Object.entries(kept).find(([name]) => name === FIELD)?.[1];
}
