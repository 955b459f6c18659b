import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnfinishedCopy } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { autosaveWorkingCopy } from '#editorial/write/working-copy.ts';
import { copy, form, openSite, type Person, type TestSite } from '../../support/site.ts';
import { settleFigures } from '../../support/stocked.ts';

// The drawer that publishes: what it shows is exactly what goes live, also of text that is not saved as a revision yet.

const NOTE = 'The crew ran the machine for six weeks, not for eight; the log was misread.';
const FROM_DRAWER = { 'X-Drawer': 'publish' };

test('the drawer gets its content without a page, and an act in it answers with what was done', async (t) => {
  const { site, dana, id } = await drafted(t);
  const shown = await open(site, dana, id);
  assert.equal(shown.headers.get('x-drawer'), 'publish');
  const content = await shown.text();
  assert.match(
    content,
    /^<link rel="stylesheet" href="[^"]+"><header><h2 id="publish-drawer-title">Publish revision 0<\/h2>/,
  );
  assert.doesNotMatch(content, /<html|<script/);
  const done = await send(site, dana, `${id}/publish`, { revision: '0', when: 'now' });
  assert.equal(done.headers.get('x-drawer'), 'done');
  const words = await done.text();
  assert.match(words, /Readers see revision 0 now\./);
  assert.match(words, /readonly value="[^"]*\/robotics\/layout-robot-pilot"/);
  assert.match(await (await open(site, dana, id)).text(), /Revision 0 is published/);
  const refused = await send(site, dana, `${id}/publish`, { revision: '0', when: 'now' });
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /Readers see this revision already\./);
});

test('what an editor typed and did not save is checked, saved and published in one act', async (t) => {
  const { site, dana, id } = await drafted(t);
  const number = await type(site, dana, id, { headline: 'A layout robot, counted again' });
  const content = await (await open(site, dana, id, '?copy=mine')).text();
  assert.match(content, /Publish revision 1</);
  assert.match(content, /Save and publish revision 1</);
  assert.match(content, /A layout robot, counted again/);
  assert.deepEqual(await revisionsOf(site, id), [0], 'showing it saves nothing');
  const done = await send(site, dana, `${id}/publish`, { revision: '0', copy: String(number), when: 'now' });
  assert.equal(done.headers.get('x-drawer'), 'done');
  assert.deepEqual(await revisionsOf(site, id), [0, 1]);
  assert.equal((await articleRow(site, id)).live_revision, 1);
  const page = await (await site.fetch('/robotics/layout-robot-pilot')).text();
  assert.match(page, /A layout robot, counted again/);
});

test('text that was typed after the drawer was opened is not published unseen', async (t) => {
  const { site, dana, id } = await drafted(t);
  const number = await type(site, dana, id, { headline: 'Seen' });
  await type(site, dana, id, { headline: 'Typed since' }, number);
  const refused = await send(site, dana, `${id}/publish`, { revision: '0', copy: String(number), when: 'now' });
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /Typed since/, 'the drawer shows what would be published now');
  assert.deepEqual(await revisionsOf(site, id), [0]);
  assert.equal((await articleRow(site, id)).live_revision, null);
  const ruth = await site.person('editor', 'Ruth Okafor');
  const other = await send(site, ruth, `${id}/publish`, { revision: '0', copy: String(number + 1), when: 'now' });
  assert.equal(other.status, 409, 'the working copy of somebody else');
  assert.equal((await articleRow(site, id)).live_revision, null);
});

test('an unfinished text names what is missing, each with a link to its place, and has no button', async (t) => {
  const { site, dana, id } = await drafted(t);
  const number = await type(site, dana, id, { dek: '' });
  const content = await (await open(site, dana, id, '?copy=mine')).text();
  assert.match(content, /Not ready yet/);
  assert.match(content, /Dek [^<]+<\/span><a href="[^"]*\/edit#at=dek" data-place="dek">Edit</);
  assert.doesNotMatch(content, /form="publish-form"/);
  const refused = await send(site, dana, `${id}/publish`, { revision: '0', copy: String(number), when: 'now' });
  assert.equal(refused.status, 422);
  assert.deepEqual(await revisionsOf(site, id), [0]);
});

test('the note of a correction, another address and unsaved words make one revision', async (t) => {
  const { site, dana, id } = await drafted(t);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const words = String(copy().bodyBlocks[0]?.text);
  const number = await type(site, dana, id, {
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: `${words} It took *six* weeks.` }],
  });
  const content = await (await open(site, dana, id, '?copy=mine')).text();
  assert.match(content, /<em><ins[^>]*>six<\/ins><\/em>/, 'the changed words, rendered');
  assert.match(content, /name="correctionNote"[^>]* autofocus>/);
  const sent = { revision: '0', copy: String(number), when: 'now', section: 'software', slug: 'layout-robot' };
  const silent = await send(site, dana, `${id}/publish`, sent);
  assert.equal(silent.status, 422);
  assert.deepEqual(await revisionsOf(site, id), [0]);
  const fields = { ...sent, correction: 'note', correctionNote: NOTE };
  assert.equal((await send(site, dana, `${id}/publish`, fields)).headers.get('x-drawer'), 'done');
  assert.deepEqual(await revisionsOf(site, id), [0, 1]);
  const moved = await site.fetch('/robotics/layout-robot-pilot', { redirect: 'manual' });
  assert.equal(moved.status, 301);
  const page = await (await site.fetch('/software/layout-robot')).text();
  assert.match(page, /not for eight/);
  assert.match(page, /It took <em>six<\/em> weeks/);
});

test('where a changed number needs a note, the drawer takes the note; without it nothing is published', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const counted = (points: number) => ({
    bodyBlocks: [{ id: 'b1', type: 'paragraph' as const, text: `The robot marked ${points} points.` }],
  });
  const { id } = await createDraft(site.deps, CLI, copy(counted(421)));
  await settleFigures(site);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  await saveRevision(site.deps, dana, id, { copy: { ...copy(counted(412)), baseRevision: 0 } });
  await settleFigures(site);
  const content = await (await open(site, dana, id)).text();
  assert.match(content, /They are &quot;421&quot;\./);
  assert.match(content, /Nothing blocks/);
  assert.match(content, /name="correctionNote"/);
  const sent = { revision: '1', when: 'now' };
  const none = { ...sent, correction: 'none', noCorrectionBecause: 'No fact changes.' };
  assert.equal((await send(site, dana, `${id}/publish`, none)).status, 409);
  assert.equal((await articleRow(site, id)).live_revision, 0);
  // A number in the note itself would have to be settled too.
  const note = { ...sent, correction: 'note', correctionNote: 'The points were miscounted; the log was misread.' };
  assert.equal((await send(site, dana, `${id}/publish`, note)).headers.get('x-drawer'), 'done');
  assert.match(await (await site.fetch('/robotics/layout-robot-pilot')).text(), /412/);
});

test('a schedule can be taken back: the one before is there again', async (t) => {
  const { site, dana, id } = await drafted(t);
  const plan = (at: string) => send(site, dana, `${id}/publish`, { revision: '0', when: 'time', at, zone: 'UTC' });
  const first = await (await plan('2026-09-06T15:30')).text();
  assert.match(first, /action="[^"]*\/schedule\/cancel"><button type="submit" class="btn plain">Undo</);
  const second = await (await plan('2026-09-07T08:00')).text();
  assert.equal((await articleRow(site, id)).scheduled_for, '2026-09-07T08:00:00.000Z');
  const [, undo = ''] = /<form method="post" action="[^"]*\/publish">(.*?)<\/form>/s.exec(second) ?? [];
  const fields = Object.fromEntries(
    [...undo.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  await send(site, dana, `${id}/publish`, fields);
  assert.equal((await articleRow(site, id)).scheduled_for, '2026-09-06T15:30:00.000Z');
  assert.equal((await send(site, dana, `${id}/schedule/cancel`, {})).headers.get('x-drawer'), 'done');
  assert.equal((await articleRow(site, id)).scheduled_for, null);
});

test('a writer asks for a review in place of publishing, also of text that is not saved yet', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer', 'Tomasz Lind');
  const { id } = await createDraft(site.deps, writer, copy());
  const number = await type(site, writer, id, { headline: 'Mine, and finished' });
  const content = await (await open(site, writer, id, '?copy=mine')).text();
  assert.match(content, /Save and ask for a review of revision 1/);
  assert.doesNotMatch(content, /name="when"|\/publish"/);
  const done = await send(site, writer, `${id}/review/ask`, { revision: '0', copy: String(number) });
  assert.match(await done.text(), /Revision 1 is in review/);
  const { review_state: state, review_revision: revision } = await articleRow(site, id);
  assert.deepEqual([state, revision], ['in_review', 1]);
  const direct = await send(site, writer, `${id}/publish`, { revision: '1', when: 'now' });
  assert.equal(direct.status, 403);
});

async function drafted(t: Parameters<typeof openSite>[0]): Promise<{ site: TestSite; dana: Person; id: string }> {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(site.deps, CLI, copy());
  return { site, dana, id };
}

/** Types into the article, on top of its latest revision; returns the number of the working copy. */
async function type(
  site: TestSite,
  person: Person,
  id: string,
  over: Record<string, unknown>,
  number = 0,
): Promise<number> {
  const actor = { kind: 'editor', id: person.id, name: person.name, role: person.role } as const;
  const sent = { number, postId: `post-${number}`, baseRevision: (await articleRow(site, id)).latest_revision };
  const stored = await autosaveWorkingCopy(site.deps, actor, id, { ...sent, copy: copy(over) as UnfinishedCopy });
  return stored.number;
}

function open(site: TestSite, person: Person, id: string, query = ''): Promise<Response> {
  return site.fetch(`/newsroom/articles/${id}/publish${query}`, {
    headers: { Cookie: person.cookie, ...FROM_DRAWER },
  });
}

function send(site: TestSite, person: Person, path: string, fields: Record<string, string>): Promise<Response> {
  const request = form(person, fields);
  return site.fetch(`/newsroom/articles/${path}`, {
    ...request,
    headers: { ...(request.headers as Record<string, string>), ...FROM_DRAWER },
  });
}

async function revisionsOf(site: TestSite, id: string): Promise<number[]> {
  const rows = await site.deps.db.read
    .selectFrom('revision')
    .select('number')
    .where('article_id', '=', id)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

function articleRow(site: TestSite, id: string) {
  return site.deps.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
