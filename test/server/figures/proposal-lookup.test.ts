import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortAnchor } from '#editorial/newsroom/figure-state.ts';
import { publish } from '#editorial/publish/publish.ts';
import { confirmSettlement } from '#editorial/settle/settle.ts';
import { createProposalLookups } from '#editorial/sources/look-up-proposals.ts';
import { createSourceOpener } from '#editorial/sources/open-source.ts';
import { createTriedSources } from '#editorial/sources/try-sources.ts';
import { createLimits } from '#http/limits.ts';
import { dataOf } from '../../support/mcp.ts';
import { html, otherSite } from '../../support/other-site.ts';
import { bearer, draft, json, openSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// An agent names sources for its numbers. The server opens them: the agent is told what is there before an editor looks, and the
// editor sees the passage beside the proposal.

const HOSTS = ['record.example', 'gone.example'];
const RECORD = 'https://record.example/pilot';
const PAGE = `<title>Pilot record</title><h1>Setting out</h1>
<table><tr><th>What</th><th>Count</th></tr><tr><td>Points set out</td><td>412</td></tr></table>
<p>The crew set out 397 points within tolerance on the slab.</p><p>The robot ran for 31 hours on the slab.</p>`;

const TEXT = {
  headline: 'A robot on one slab',
  dek: 'What the crew saw.',
  bodyBlocks: [
    { id: 'a', type: 'paragraph', text: 'The crew set out 397 points within tolerance.' },
    { id: 'b', type: 'paragraph', text: 'The robot ran for 13 hours on the slab.' },
    { id: 'c', type: 'paragraph', text: 'The client paid 88 kroner for coffee.' },
    { id: 'd', type: 'paragraph', text: 'The trade body counts 2,750 members.' },
  ],
  sources: [
    { title: 'Pilot record', url: RECORD },
    { title: 'Trade body', url: 'https://gone.example/members' },
  ],
};

const claim = (path: string, figure: string, source = RECORD) => ({
  ...{ path, figure, source, settlement: 'sourced', locator: 'Section 1', quote: `It says ${figure}.` },
});
const PROPOSED = [
  claim('bodyBlocks.0.text', '397'),
  claim('bodyBlocks.1.text', '13 hours'),
  claim('bodyBlocks.2.text', '88'),
  claim('bodyBlocks.3.text', '2,750', 'https://gone.example/members'),
];
const packet = (figures: unknown) => ({ claimsReview: JSON.stringify({ figures }) });

type Entry = { code: string; figure?: string; message: string; lookup?: Record<string, string> };

test('an agent is told what its sources say, mends its draft, and an editor settles by the passage beside the proposal', async (t) => {
  const { asked, rehearsal } = await otherSite(t, HOSTS, { '/pilot': html(PAGE) });
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const token = await site.grantToken(dana);
  const lookUp = createProposalLookups(site.deps, createSourceOpener('plumbline (test)', rehearsal));
  const save = async (path: string, method: string, body: object) =>
    json(await site.fetch(path, { method, headers: bearer(token), body: JSON.stringify(body) }));
  const filed = await save('/api/admin/articles', 'POST', { ...draft(TEXT), editorialPacket: packet(PROPOSED) });
  const read = async () => {
    const path = `/api/agent/articles/${filed.id}?gateEntries=all`;
    const { gate } = await json(await site.fetch(path, { headers: bearer(token) }));
    return new Map((gate as Entry[]).filter(({ figure }) => figure).map((entry) => [entry.figure, entry]));
  };
  assert.equal((await read()).get('397')?.lookup, undefined, 'nothing was opened while the agent waited');

  await lookUp();
  assert.equal(
    asked.filter(({ path }) => path === '/pilot').length,
    1,
    'one source is opened once for all its numbers',
  );
  const told = await read();
  assert.deepEqual(told.get('397')?.lookup, {
    state: 'found',
    says: '397',
    place: 'Section “Setting out”',
    passage: 'The crew set out 397 points within tolerance on the slab.',
  });
  assert.deepEqual(
    [told.get('13 hours')?.lookup?.state, told.get('13 hours')?.lookup?.says],
    ['near', '31 hours'],
    'the digits are turned',
  );
  assert.match(told.get('13 hours')?.message ?? '', /says something else there/);
  assert.equal(told.get('88')?.lookup?.state, 'not_found');
  assert.deepEqual(told.get('2,750')?.lookup, { state: 'unreachable', because: 'It answers 404.' });
  for (const { message } of told.values()) assert.doesNotMatch(message, /31|slab|crew/, 'words of a source are data');

  const short = await json(await site.fetch(`/api/agent/articles/${filed.id}`, { headers: bearer(token) }));
  assert.deepEqual(
    (short.gate as Entry[]).filter(({ figure }) => figure).map(({ lookup }) => lookup?.state),
    ['near', 'not_found', 'unreachable'],
    'what is wrong comes first in the short form',
  );
  assert.match(short.next, /3 numbers were not found in the source you named/);

  await lookUp();
  assert.equal(
    asked.filter(({ path }) => path === '/pilot').length,
    1,
    'it is not opened again for the same proposals',
  );

  const mended = TEXT.bodyBlocks.map((block) => ({ ...block, text: block.text.replace('13 hours', '31 hours') }));
  const claims = PROPOSED.map((one) => (one.figure === '13 hours' ? claim(one.path, '31 hours') : one));
  await save(`/api/admin/articles/${filed.id}/revisions`, 'POST', {
    ...draft({ ...TEXT, bodyBlocks: mended }),
    baseRevision: 0,
    editorialPacket: packet(claims),
  });
  assert.equal((await read()).get('397')?.lookup?.state, 'found', 'the same proposal keeps its answer');
  await lookUp();
  assert.equal((await read()).get('31 hours')?.lookup?.state, 'found');

  assert.match(await readPage(site, dana, '/newsroom/agents'), /2 of 4 numbers found at first in their sources/);
  const { claim_id } = await site.deps.db.read
    .selectFrom('revision')
    .select('claim_id')
    .where('article_id', '=', filed.id)
    .where('number', '=', 0)
    .executeTakeFirstOrThrow();
  assert.match(
    await readPage(site, dana, `/newsroom/agents/${claim_id}`),
    /2 found, 1 with another number in the source, 1 not found, 1 with a source that could not be opened/,
  );

  const panelOf = (figure: { anchor: string }) =>
    readPage(site, dana, `/newsroom/articles/${filed.id}/figures?figure=${shortAnchor(figure)}`);
  const anchors = await site.deps.db.read
    .selectFrom('settlement')
    .select(['id', 'anchor', 'text'])
    .where('replaced_at', 'is', null)
    .execute();
  const of = (text: string) => anchors.find((one) => one.text === text) ?? { id: '', anchor: '' };
  const page = await panelOf(of('397'));
  assert.match(page, /<strong>Found in the source<\/strong>:/);
  assert.match(page, /set out <mark>397<\/mark> points within tolerance on the slab/);
  const [form = ''] = /<form method="post" action="[^"]+\/settle" data-key="Enter">[\s\S]*?<\/form>/.exec(page) ?? [];
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  assert.doesNotMatch(page, /\/figures\/confirm" data-key="Enter"/, 'Enter settles by what is on screen');
  const settled = await site.fetch(`/newsroom/articles/${filed.id}/figures/settle`, {
    ...{ method: 'POST', body: new URLSearchParams(Object.fromEntries(fields)), redirect: 'manual' },
    headers: { cookie: dana.cookie, origin: 'http://127.0.0.1:3000' },
  });
  assert.equal(settled.status, 303);
  assert.match(await panelOf(of('88')), /<strong>Not found in this source<\/strong>/);
  assert.match(await panelOf(of('2,750')), /could not open this source .*It answers 404\./);

  const confirm = (text: string, because?: string) =>
    confirmSettlement(site.deps, dana, {
      articleId: filed.id,
      revision: 1,
      id: of(text).id,
      ...(because && { because }),
    });
  await assert.rejects(confirm('88'), /did not find this number there/);
  assert.doesNotMatch(await panelOf(of('88')), /data-key="Enter"/, 'no key confirms what the source does not say');
  await confirm('88', 'The receipt is in the drawer of the site office.');
  for (const text of ['31 hours', '2,750']) await confirm(text);
  await publish(site.deps, dana, filed.id, { revisionNumber: 1 });
  const evidence = await json(await site.fetch('/api/public/articles/robotics/layout-robot-pilot/evidence'));
  const found = Object.fromEntries(
    (evidence.figures as { text: string; found?: { says: string } }[]).map((one) => [
      one.text,
      one.found?.says ?? null,
    ]),
  );
  assert.deepEqual(
    [found['397'], found['31 hours'], found['88'], found['2,750']],
    ['397', null, null, null],
    'only what an editor settled by its passage reads as found',
  );
  const why = (evidence.figures as { text: string; unfound?: string }[]).map((one) => [one.text, one.unfound]);
  assert.deepEqual(
    Object.fromEntries(why.filter(([text = '']) => ['397', '31 hours', '88', '2,750'].includes(text))),
    { '397': undefined, '31 hours': 'not_compared', '88': 'not_found', '2,750': 'not_opened' },
    'the evidence says that the server did not find the number',
  );
  const markdown = await (await site.fetch('/robotics/layout-robot-pilot.md')).text();
  const noteOf = (number: string) => {
    const mark = new RegExp(`${number}(\\[\\^n\\d+\\])`).exec(markdown)?.[1];
    return markdown.split('\n').find((line) => line.startsWith(`${mark}: `)) ?? '';
  };
  assert.match(noteOf('88'), /\(not found when the source was opened\)$/);
  assert.match(noteOf('31 hours'), /\(passage not compared\)$/);
  assert.match(noteOf('2,750'), /\(source not opened\)$/);
});

test('two processes look a draft up once, and a server that is too busy looks again later', async (t) => {
  const { asked, rehearsal } = await otherSite(t, HOSTS, { '/pilot': html(PAGE) });
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const body = JSON.stringify({ ...draft(TEXT), editorialPacket: packet(PROPOSED.slice(0, 1)) });
  const filed = await json(await site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body }));
  const opener = createSourceOpener('plumbline (test)', rehearsal);
  const { Failure } = await import('#core/failure.ts');
  let isBusy = true;
  const atTimes = createProposalLookups(site.deps, {
    lookUp: async (...asks) => {
      if (isBusy) throw new Failure('busy', 'Busy.', { hint: 'Later.' });
      return opener.lookUp(...asks);
    },
  });
  await atTimes();
  assert.deepEqual(asked, []);
  isBusy = false;
  await Promise.all([atTimes(), createProposalLookups(site.deps, opener)()]);
  assert.equal(asked.filter(({ path }) => path === '/pilot').length, 1);
  const { gate } = await json(await site.fetch(`/api/agent/articles/${filed.id}`, { headers: bearer(token) }));
  assert.equal((gate as Entry[]).find(({ figure }) => figure === '397')?.lookup?.state, 'found');
});

test('a dry run opens the sources that it names, says what they have, and stores nothing', async (t) => {
  const { asked, rehearsal } = await otherSite(t, HOSTS, { '/pilot': html(PAGE) });
  const sourceOpener = createSourceOpener('plumbline (test)', rehearsal);
  const limits = createLimits(true, { sourceLookup: { points: 4, seconds: 600 } } as never);
  const openSourceFor = createTriedSources({ sourceLookup: 'proposals' }, { limits, sourceOpener });
  const site = await openSite(t, { FIGURES_GATE: 'block' }, { openSourceFor });
  const token = await site.grantToken(await site.person('editor'));
  const post = async (path: string, body: object) =>
    json(await site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) }));
  const copy = { ...draft(TEXT), editorialPacket: packet(PROPOSED) };
  const statesOf = (gate: Entry[]) =>
    Object.fromEntries(gate.flatMap(({ figure, lookup }) => (figure ? [[figure, lookup?.state]] : [])));
  const expected = { '397': 'found', '13 hours': 'near', '88': 'not_found', '2,750': 'unreachable' };

  const tried = await post('/api/admin/articles?dryRun=true', copy);
  assert.equal(tried.dryRun, true);
  assert.deepEqual(statesOf(tried.gate), expected);
  const count = async () => (await site.deps.db.read.selectFrom('article').select('id').execute()).length;
  assert.equal(await count(), 0);
  assert.equal((await site.deps.db.read.selectFrom('settlement').select('id').execute()).length, 0);

  const called = await post('/api/mcp', {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'create_article', arguments: { ...copy, dryRun: true, gateEntries: 'all' } },
  });
  assert.deepEqual(statesOf(dataOf(called.result).gate), expected);
  assert.equal(await count(), 0);

  const filed = await post('/api/admin/articles', { ...draft(TEXT) });
  assert.equal(asked.filter(({ path }) => path === '/pilot').length, 2, 'a save opens nothing while the agent waits');
  const revised = await post(`/api/admin/articles/${filed.id}/revisions?dryRun=true`, { ...copy, baseRevision: 0 });
  assert.equal(revised.revision, 1);
  assert.deepEqual(
    new Set(Object.values(statesOf(revised.gate))),
    new Set([undefined]),
    'the budget of sources is spent',
  );
  assert.equal((await post('/api/admin/articles?dryRun=true', { ...draft(TEXT), slug: 'no-claims' })).dryRun, true);
});
