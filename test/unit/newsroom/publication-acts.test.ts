import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { restoreRevision, saveRevision } from '#editorial/write/save-revision.ts';
import { save } from '../../support/live.ts';
import { copy, form, fromPage, json, openSite, type Person, type TestSite } from '../../support/site.ts';

// Correcting, moving, unpublishing and restoring an article with the forms of its page.

const PUBLIC = '/robotics/layout-robot-pilot';
const NOTE = 'The crew ran the machine for six weeks, not for eight; the log was misread.';

test('when the text of a live article changes, the form asks for a correction note or a reason', async (t) => {
  const { site, dana, id } = await live(t);
  assert.doesNotMatch(await textOf(site, dana, `/newsroom/articles/${id}/publish`), /name="correction"/);
  await revise(site, id, 0, { headline: 'A layout robot, measured' });
  const page = await textOf(site, dana, `/newsroom/articles/${id}/publish`);
  assert.match(page, /<input type="radio" id="correction-note" name="correction" value="note" required>/);
  assert.match(page, /<input type="radio" id="correction-none" name="correction" value="none" required>/);
});

test('the form does not ask for a correction if the text is unchanged or the revision has its own note', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { slug: 'another-address' });
  assert.doesNotMatch(await textOf(site, dana, `/newsroom/articles/${id}/publish`), /name="correction"/);
  await revise(site, id, 1, { dek: 'What a superintendent should check.', correctionNote: NOTE });
  const page = await textOf(site, dana, `/newsroom/articles/${id}/publish`);
  assert.doesNotMatch(page, /name="correction"/);
  assert.match(page, /records a permanent correction/);
});

for (const [what, over] of Object.entries({
  headline: { headline: 'Another headline' },
  dek: { dek: 'Another dek.' },
  'body text': { bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'Another text.' }] },
  'the kind of a block': { bodyBlocks: [{ id: 'b1', type: 'quote', text: String(copy().bodyBlocks[0]?.text) }] },
  sources: { sources: [{ title: 'Another record', url: 'https://example.org/another' }] },
}))
  test(`a change of ${what} counts as a change of the text`, async (t) => {
    const { site, dana, id } = await live(t);
    await revise(site, id, 0, over);
    assert.match(await textOf(site, dana, `/newsroom/articles/${id}/publish`), /name="correction"/);
  });

test('an incomplete correction choice is rejected, and the form keeps the typed text', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { headline: 'A layout robot, measured' });
  const silent: Record<string, string>[] = [
    { correction: '' },
    { correctionNote: '', noCorrectionBecause: '' },
    { correction: 'none', noCorrectionBecause: '   ' },
    { correction: 'note', correctionNote: 'Too short.' },
    { correction: 'note', noCorrectionBecause: 'Typed into the other field.' },
  ];
  for (const fields of silent) {
    const answer = await site.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '1', ...fields }));
    assert.equal(answer.status, 422, JSON.stringify(fields));
    const page = await answer.text();
    assert.match(page, /role="alert"/);
    assert.match(page, /Publish revision 1/);
    for (const typed of Object.values(fields)) assert.ok(page.includes(typed.trim()));
  }
  assert.equal((await readJson(site)).headline, 'A layout robot on a live slab');
});

test('the journal stores the reason why a change is not a correction', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { headline: 'A layout robot, measured' });
  const because = 'The headline is shorter; no fact changes.';
  await site.fetch(
    `/newsroom/articles/${id}/publish`,
    form(dana, { revision: '1', correction: 'none', correctionNote: '', noCorrectionBecause: because }),
  );
  assert.equal((await readJson(site)).headline, 'A layout robot, measured');
  assert.equal((await readJson(site)).correctionNote, null);
  assert.equal((await detailOf(site, 'article.published')).noCorrectionBecause, because);
});

test('a publish form without the correction fields is rejected if the text changed', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { headline: 'A layout robot, measured' });
  const answer = await site.fetch(`/newsroom/articles/${id}/publish`, form(dana, { revision: '1' }));
  assert.equal(answer.status, 422);
  assert.match(await answer.text(), /name="noCorrectionBecause"/);
  assert.equal((await readJson(site)).headline, 'A layout robot on a live slab');
});

test('a correction note in the publish form creates a revision with the same text, and a correction', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { headline: 'A layout robot, measured' });
  await site.fetch(
    `/newsroom/articles/${id}/publish`,
    form(dana, { revision: '1', correction: 'note', correctionNote: NOTE, noCorrectionBecause: '' }),
  );
  const read = await readJson(site);
  assert.equal(read.correctionNote, NOTE);
  assert.equal(read.headline, 'A layout robot, measured');
  const { live_revision, latest_revision } = await articleRow(site, id);
  assert.deepEqual([live_revision, latest_revision], [2, 2]);
  assert.match(await (await site.fetch('/corrections')).text(), /misread/);
});

test('only the newest revision can get a correction note in the publish form', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { headline: 'A layout robot, measured' });
  await revise(site, id, 1, { headline: 'Not yet' });
  const page = await textOf(site, dana, `/newsroom/articles/${id}/publish?revision=1`);
  assert.match(page, /restore it as the newest revision first/);
  const fields = { revision: '1', correction: 'note', correctionNote: NOTE };
  assert.equal((await site.fetch(`/newsroom/articles/${id}/publish`, form(dana, fields))).status, 409);
  assert.equal((await articleRow(site, id)).latest_revision, 2, 'no revision was saved');
});

test('moving an article keeps its text: the old address redirects, and no correction is recorded', async (t) => {
  const { site, dana, id } = await live(t);
  const answer = await site.fetch(
    `/newsroom/articles/${id}/move`,
    form(dana, { base: '0', section: 'software', slug: 'layout-robot' }),
  );
  assert.equal(answer.status, 303);
  assert.match(await textOf(site, dana, answer.headers.get('location') ?? ''), /Moved\. Readers find it at/);
  const old = await site.fetch(PUBLIC, { redirect: 'manual' });
  assert.equal(old.status, 301);
  assert.match(old.headers.get('location') ?? '', /\/software\/layout-robot$/);
  const read = await json(await site.fetch('/api/public/articles/software/layout-robot'));
  assert.equal(read.headline, 'A layout robot on a live slab');
  assert.equal(read.correctionNote, null);
  assert.equal((await articleRow(site, id)).live_revision, 1);
  assert.equal((await detailOf(site, 'article.published')).noCorrectionBecause, undefined);
});

test('a move that fails changes nothing', async (t) => {
  const { site, dana, id } = await live(t);
  const other = await createDraft(site.deps, CLI, copy({ slug: 'taken', section: 'software' }));
  const refused: [Record<string, string>, number][] = [
    [{ section: 'software', slug: 'taken' }, 409],
    [{ section: 'software', slug: 'Not A Slug' }, 422],
    [{ section: 'gardening', slug: 'free' }, 409],
    [{ section: 'robotics', slug: 'layout-robot-pilot' }, 409],
    [{ section: 'software', slug: 'free', base: '7' }, 409],
  ];
  for (const [fields, status] of refused) {
    const answer = await site.fetch(`/newsroom/articles/${id}/move`, form(dana, { base: '0', ...fields }));
    assert.equal(answer.status, status, JSON.stringify(fields));
  }
  assert.equal((await articleRow(site, id)).latest_revision, 0);
  assert.equal((await site.fetch(PUBLIC)).status, 200);
  const draft = await site.fetch(
    `/newsroom/articles/${other.id}/move`,
    form(dana, { base: '0', section: 'people', slug: 'x' }),
  );
  assert.equal(draft.status, 409, 'an article that is not live cannot be moved');
  await revise(site, id, 0, { headline: 'Waiting' });
  const waiting = await site.fetch(
    `/newsroom/articles/${id}/move`,
    form(dana, { base: '1', section: 'people', slug: 'x' }),
  );
  assert.equal(waiting.status, 409, 'an article with a newer unpublished revision cannot be moved');
});

test('unpublishing requires a reason, and the article page shows it until the article is public again', async (t) => {
  const { site, dana, id } = await live(t);
  const silent = await site.fetch(`/newsroom/articles/${id}/unpublish`, form(dana, { because: ' ' }));
  assert.equal(silent.status, 422);
  assert.match(await silent.text(), /No reason was given\./);
  assert.equal((await site.fetch(PUBLIC)).status, 200);
  const because = 'A number in it is <em>disputed</em>.';
  const answer = await site.fetch(`/newsroom/articles/${id}/unpublish`, form(dana, { because }));
  assert.equal(answer.status, 303);
  assert.equal((await site.fetch(PUBLIC)).status, 404);
  const page = await textOf(site, dana, `/newsroom/articles/${id}`);
  assert.match(page, /Unpublished because: “A number in it is &lt;em&gt;disputed&lt;\/em&gt;\.”/);
  assert.equal((await detailOf(site, 'article.unpublished')).because, because);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  assert.equal((await articleRow(site, id)).unpublish_reason, null);
  assert.doesNotMatch(await textOf(site, dana, `/newsroom/articles/${id}`), /Unpublished because/);
});

test('restoring an earlier revision creates a new revision that is not yet public', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { headline: 'Worse', slug: 'elsewhere', correctionNote: NOTE });
  await publish(site.deps, dana, id, { revisionNumber: 1 });
  const page = await textOf(site, dana, `/newsroom/articles/${id}/revisions/0`);
  assert.match(page, /Restore this text as revision 2/);
  const answer = await site.fetch(`/newsroom/articles/${id}/restore`, form(dana, { revision: '0', base: '1' }));
  assert.equal(answer.status, 303);
  assert.match(await textOf(site, dana, answer.headers.get('location') ?? ''), /Restored as revision 2\./);
  const row = await articleRow(site, id);
  assert.deepEqual([row.live_revision, row.latest_revision], [1, 2]);
  const restored = await site.deps.db.read
    .selectFrom('revision')
    .selectAll()
    .where('article_id', '=', id)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow();
  assert.equal(restored.headline, 'A layout robot on a live slab');
  assert.equal(restored.slug, 'elsewhere', 'restoring changes the text, not the address');
  assert.equal(restored.correction_note, NOTE, 'restoring keeps the correction note');
  await publish(site.deps, dana, id, { revisionNumber: 2, choice: { noneBecause: 'It says what it said at first.' } });
  const corrections = await site.deps.db.read.selectFrom('correction').selectAll().execute();
  assert.equal(corrections.length, 1);
  assert.equal((await detailOf(site, 'revision.restored')).from, 0);
});

test('restoring requires the number of the newest revision and the right to save', async (t) => {
  const { site, dana, id } = await live(t);
  await revise(site, id, 0, { headline: 'Second' });
  assert.equal(
    (await site.fetch(`/newsroom/articles/${id}/restore`, form(dana, { revision: '0', base: '0' }))).status,
    409,
  );
  assert.equal(
    (await site.fetch(`/newsroom/articles/${id}/restore`, form(dana, { revision: '1', base: '1' }))).status,
    409,
  );
  const writer = await site.person('writer');
  assert.equal(
    (await site.fetch(`/newsroom/articles/${id}/restore`, form(writer, { revision: '0', base: '1' }))).status,
    404,
  );
  const own = await createDraft(site.deps, writer, copy({ slug: 'own' }));
  await saveRevision(site.deps, writer, own.id, {
    copy: { ...copy({ slug: 'own', headline: 'Second' }), baseRevision: 0 },
  });
  assert.equal(
    (await restoreRevision(site.deps, writer, { articleId: own.id, number: 0, baseRevision: 1 })).revision,
    2,
    'writers can restore their own draft',
  );
});

test('of four concurrent moves exactly one succeeds', async (t) => {
  const { site, dana, id } = await live(t);
  const moves = ['one', 'two', 'three', 'four'].map((slug) =>
    site.fetch(`/newsroom/articles/${id}/move`, form(dana, { base: '0', section: 'people', slug })),
  );
  const statuses = (await Promise.all(moves)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 303).length, 1);
  assert.equal((await articleRow(site, id)).latest_revision, 1);
});

async function live(t: Parameters<typeof openSite>[0]): Promise<{ site: TestSite; dana: Person; id: string }> {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  return { site, dana, id };
}

async function revise(site: TestSite, id: string, base: number, over: Record<string, unknown>): Promise<void> {
  const row = await articleRow(site, id);
  await save(site, { id: row.id, revision: base } as Parameters<typeof save>[1], over);
}

function articleRow(site: TestSite, id: string) {
  return site.deps.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function textOf(site: TestSite, person: Person, path: string): Promise<string> {
  return (await site.fetch(path, { headers: fromPage(person) })).text();
}

async function readJson(site: TestSite): Promise<Record<string, unknown>> {
  return json(await site.fetch(`/api/public/articles${PUBLIC}`));
}

/** The detail of the newest journal line with this act. */
async function detailOf(site: TestSite, act: string): Promise<Record<string, unknown>> {
  const line = await site.deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', act)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return JSON.parse(line?.detail ?? '{}');
}
