import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPTIONAL_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import { CLI } from '#core/actor.ts';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { clientFolder, clientOf, draftFile, letIn } from '../../support/agents/agent-client.ts';
import { openOnPort } from '../../support/port.ts';
import { copy } from '../../support/site.ts';

// The client package against a server on a port: reading, drafting and revising.

test('a client goes from a claim to a draft and its revisions, and learns of a conflict', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const [folder, editor] = [clientFolder(t), await site.person('editor')];
  const client = clientOf(folder, baseUrl);
  const file = join(folder, 'pilot.md');
  const read = async (id: string) => readArticle(site.deps.db.read, CLI, id, site.deps);
  writeFileSync(file, draftFile('The crew ran it on a *live* slab.\n\n## Stops\n\n- one\n- two\n\n> Said on site.'));

  assert.equal((await client('draft', file)).code, 3, 'before a claim');
  await letIn(site, client, editor);
  const filed = await client('draft', file, '--json');
  assert.equal(filed.code, 0, filed.error);
  const { id, newsroomUrl } = JSON.parse(filed.out);
  const first = await read(id);
  assert.deepEqual(first.copy.bodyBlocks, [
    { id: 'b1', type: 'paragraph', text: 'The crew ran it on a *live* slab.' },
    { id: 'b2', type: 'heading', text: 'Stops' },
    { id: 'b3', type: 'list', text: '- one\n- two' },
    { id: 'b4', type: 'quote', text: 'Said on site.' },
  ]);
  assert.deepEqual(first.copy.sources, [
    { title: 'Site record of the pilot', url: 'https://example.org/pilot-record' },
  ]);
  const again = await client('draft', file);
  assert.deepEqual([again.code, (await read(id)).revision], [0, 0], 'the same draft is filed once');
  assert.ok(again.out.includes(newsroomUrl));

  writeFileSync(file, readFileSync(file, 'utf8').replace('## Stops', 'A new paragraph.\n\n## Stops'));
  assert.equal((await client('revise', file)).code, 0);
  const second = await read(id);
  assert.deepEqual(
    second.copy.bodyBlocks.map((block) => block.id),
    ['b1', 'b5', 'b2', 'b3', 'b4'],
  );

  const printed = (await client('read', id)).out;
  assert.match(printed, new RegExp(`^---\nid: "?${id}"?\nbaseRevision: 1\n`));
  const { copy: stored } = second;
  await saveRevision(site.deps, CLI, id, { copy: { ...stored, dek: 'Changed by somebody else.', baseRevision: 1 } });
  appendFileSync(file, '\nOne more.\n');
  const conflict = await client('revise', file);
  assert.equal(conflict.code, 5, conflict.error);
  assert.match(conflict.error, /based on revision 1, and the latest is 2/);
  assert.equal((await read(id)).revision, 2);

  writeFileSync(file, draftFile('Other text at the same address.'));
  assert.equal((await client('draft', file)).code, 5, 'the slug is taken');
  writeFileSync(file, draftFile('```\ncode\n```'));
  assert.equal((await client('try', file)).code, 2, 'a block of code has no block');
});

test('the gate refuses with its own exit code, and a dry run stores nothing', async (t) => {
  const { site, baseUrl } = await openOnPort(t, { FIGURES_GATE: 'block' });
  const folder = clientFolder(t);
  const client = clientOf(folder, baseUrl);
  await letIn(site, client, await site.person('editor'));
  const file = join(folder, 'numbers.md');
  writeFileSync(file, draftFile('The crew set out 412 points.', { slug: 'points' }));
  const tried = await client('try', file);
  assert.equal(tried.code, 4, tried.error);
  assert.match(tried.out, /block figure_open \(1\): .*\n {2}bodyBlocks\.0\.text 412: /);
  assert.equal((await client('gate', 'robotics/points')).code, 2, 'nothing was stored');
  assert.match((await client('draft', file)).out, /The gate blocks publication at 1 places/);
  assert.equal((await client('gate', file)).code, 4);
  const comments = await client('comments', file);
  assert.deepEqual([comments.code, comments.out.startsWith('Quoted from others')], [0, true]);
});

test('reading and searching need no token, and the Markdown of the site can be revised', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const folder = clientFolder(t);
  const client = clientOf(folder, baseUrl);
  const blocks = [
    { id: 'intro', type: 'paragraph', text: 'The crew ran *a* machine (see 2.5 below) & wrote 3 * 4 stops.' },
    { id: 'head', type: 'heading', text: 'How it stopped' },
    { id: 'steps', type: 'list', text: '1. Start.\n2. Stop.' },
    { id: 'other', type: 'list', text: 'plain\nitems' },
    { id: 'tags', type: 'paragraph', text: 'Tags: a paragraph of the body that begins like the tags of an article.' },
  ];
  const sponsorshipDisclosure = 'Paid for by nobody.';
  const editor = await site.person('chief');
  const packet = { editorialPacket: { heroBrief: 'A slab.' } };
  const { id } = await createDraft(site.deps, editor, copy({ bodyBlocks: blocks, sponsorshipDisclosure, ...packet }));
  await publish(site.deps, editor, id, { revisionNumber: 0 });

  const read = await client('read', 'robotics/layout-robot-pilot');
  assert.equal(read.out, await (await site.fetch('/robotics/layout-robot-pilot.md')).text());
  assert.match((await client('search', 'layout', 'robot')).out, /^robotics\/layout-robot-pilot\n/);
  assert.equal((await client('read', 'robotics/no-such-article')).code, 2);

  const file = join(folder, 'from-site.md');
  const ending = read.out.indexOf('\n## Sources');
  writeFileSync(file, `${read.out.slice(0, ending)}\nAn added paragraph.\n${read.out.slice(ending)}`);
  await letIn(site, client, editor);
  const revised = await client('revise', file);
  assert.equal(revised.code, 0, revised.error);
  const { revision, copy: stored } = await readArticle(site.deps.db.read, CLI, id, site.deps);
  assert.equal(revision, 1);
  assert.deepEqual(stored, {
    ...valuesOf(OPTIONAL_TEXT_NAMES, () => null),
    ...copy({ sponsorshipDisclosure, ...packet, heroAssetId: null, tagIds: [] }),
    bodyBlocks: [...blocks, { id: 'b6', type: 'paragraph', text: 'An added paragraph.' }],
  });
});
