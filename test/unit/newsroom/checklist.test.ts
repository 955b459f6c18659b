import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { readChecklist, tickPoint } from '#editorial/review/checklist.ts';
import { BIN_DAYS, eraseBinned, moveToBin } from '#editorial/write/bin.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { changeChecklist, changeSection, readdressSection, readSections } from '#site/sections.ts';
import { copy, form, openSite, type Person, type TestSite } from '../../support/site.ts';

const RIGHTS = 'The rights to every picture are cleared';
const NAMES = 'Each name was spelled by its owner';

test('a chief writes the checklist of a section, people tick its points, and the publish page names those that are open', async (t) => {
  const site = await openSite(t);
  const [chief, editor] = [await site.person('chief'), await site.person('editor')];
  const saved = await site.fetch(
    '/newsroom/sections/robotics/checklist',
    form(chief, { checklist: `${RIGHTS}\r\n\r\n ${NAMES} ` }),
  );
  assert.equal(saved.status, 303);
  const { id } = await createDraft(site.deps, CLI, copy());
  assert.match(await publishPage(site, editor, id), new RegExp(`To consider: </span><span>${RIGHTS}`));
  const tick = (fields: Record<string, string>, person = editor) =>
    site.fetch(`/newsroom/articles/${id}/checklist`, form(person, { revision: '0', place: 'drawer', ...fields }));
  const ticked = await tick({ tick: RIGHTS });
  assert.equal(ticked.headers.get('location'), `/newsroom/articles/${id}/publish?revision=0`);
  const page = await publishPage(site, editor, id);
  assert.match(page, new RegExp(`Done: </span><span>${RIGHTS} <span class="hint">${editor.name}, revision 0`));
  assert.match(page, new RegExp(`To consider: </span><span>${NAMES}`));
  assert.match(page, /Nothing blocks/);
  assert.equal((await tick({ tick: RIGHTS })).status, 409);
  assert.equal((await tick({ tick: 'Something else' })).status, 404);
  await tick({ untick: RIGHTS });
  assert.deepEqual(await openPoints(site, id), [RIGHTS, NAMES]);
  const acts = await site.deps.db.read.selectFrom('journal').select('act').where('act', 'like', 'check%').execute();
  assert.deepEqual(acts.map(({ act }) => act).sort(), ['checklist.ticked', 'checklist.unticked']);
});

test('only a chief changes a checklist, no agent ticks one, and an article of another section has none', async (t) => {
  const site = await openSite(t);
  const [chief, editor] = [await site.person('chief'), await site.person('editor')];
  await assert.rejects(changeChecklist(site.deps, editor, 'robotics', [RIGHTS]), /Only a chief/);
  await assert.rejects(changeChecklist(site.deps, chief, 'robotics', [RIGHTS, RIGHTS]), /same line twice/);
  await assert.rejects(changeChecklist(site.deps, chief, 'robotics', Array(13).fill('').map(String)), /The checklist/);
  await changeChecklist(site.deps, chief, 'robotics', [RIGHTS]);
  const { id } = await createDraft(site.deps, CLI, copy({ section: 'software' }));
  assert.deepEqual(await openPoints(site, id, 'software'), []);
  const agent = { kind: 'agent', id: 'a', name: 'Agent', sections: null } as never;
  await assert.rejects(tickPoint(site.deps, agent, id, { point: RIGHTS, isDone: true }), /Only people tick/);
  const hidden = await site.person('writer');
  await assert.rejects(tickPoint(site.deps, hidden, id, { point: RIGHTS, isDone: true }), /no such article/);
});

test('a checklist stays when its section is renamed or moved, and goes when it is emptied; a tick goes with its draft', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const checklist = async (slug: string) =>
    (await readSections(site.deps.db.read)).open.find((section) => section.slug === slug)?.checklist;
  await changeChecklist(site.deps, chief, 'people', [RIGHTS]);
  await changeSection(site.deps, chief, 'people', { name: 'Crews' });
  await readdressSection(site.deps, chief, 'people', 'crews');
  assert.deepEqual(await checklist('crews'), [RIGHTS]);
  const { id } = await createDraft(site.deps, CLI, copy({ section: 'crews' }));
  await tickPoint(site.deps, chief, id, { point: RIGHTS, isDone: true });
  assert.deepEqual(await openPoints(site, id, 'crews'), []);
  await moveToBin(site.deps, chief, id);
  site.pass((BIN_DAYS + 1) * 86_400);
  await eraseBinned(site.deps);
  assert.deepEqual(await openPoints(site, id, 'crews'), [RIGHTS]);
  await changeChecklist(site.deps, chief, 'crews', []);
  assert.equal(await checklist('crews'), undefined);
});

async function publishPage(site: TestSite, { cookie }: Person, id: string): Promise<string> {
  return (await site.fetch(`/newsroom/articles/${id}/publish`, { headers: { Cookie: cookie } })).text();
}

async function openPoints(site: TestSite, id: string, section = 'robotics'): Promise<string[]> {
  const points = await readChecklist(site.deps.db.read, id, section);
  return points.filter(({ ticked }) => ticked === null).map(({ point }) => point);
}
