import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveClaim, denyClaim, findClaim, openClaim } from '#agents/claims.ts';
import { CLI } from '#core/actor.ts';
import { lockMember } from '#db/schema/dialect.ts';
import { overrideGate } from '#editorial/gate/override-gate.ts';
import { putOnFrontPage } from '#editorial/publish/front-page.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addRelated } from '#editorial/publish/related.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { cancelSchedule, schedule } from '#editorial/publish/schedule.ts';
import { addSeries, addToSeries } from '#editorial/publish/series.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { assign } from '#editorial/review/assign.ts';
import { addComment, resolve } from '#editorial/review/comment.ts';
import { approve } from '#editorial/review/review.ts';
import { confirmSettlement, proposeSettlement } from '#editorial/settle/settle.ts';
import { mergeTags, renameTag } from '#editorial/tags.ts';
import { BIN_DAYS, eraseBinned, moveToBin, restoreFromBin } from '#editorial/write/bin.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { changeSection } from '#editorial/write/reclassify.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { autosaveWorkingCopy } from '#editorial/write/working-copy.ts';
import { addAuthorOrTag, linkByline, ownByline } from '#people/bylines.ts';
import { disableMember } from '#people/members.ts';
import { createResetLinkFor, resetPassword } from '#people/reset-password.ts';
import { signIn } from '#people/sessions.ts';
import type { Deps } from '#runtime/deps.ts';
import { logPublication } from '#runtime/publication-log.ts';
import { anchorsOf } from '../support/figures/ledgers.ts';
import { goLive } from '../support/live.ts';
import { openRaced } from '../support/raced-site.ts';
import { copy, PASSWORD } from '../support/site.ts';

// Two acts at the same time on PostgreSQL, whose transactions run side by side: the second act must see what the first one did.
// SQLite has one writer, so there is nothing to race.

const { site, race } = await openRaced();
const { deps } = site;
const [ann, ben] = [await site.person('chief', 'Ann'), await site.person('chief', 'Ben')];

let made = 0;
const address = () => ({ slug: `race-${++made}` });
const newDraft = (over: Record<string, unknown> = {}) => createDraft(deps, CLI, copy({ ...address(), ...over }));
const newLive = (over: Record<string, unknown> = {}) => goLive(site, { ...address(), ...over });
const actsOn = async (id: string) => {
  const lines = deps.db.read.selectFrom('journal').select('act').where('subject_id', '=', id);
  return (await lines.orderBy('seq').execute()).map(({ act }) => act);
};
const articleRow = (id: string) =>
  deps.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('two transactions write to the journal one after the other, and its chain has no fork', async () => {
  const { waited } = await race(
    (deps) => createDraft(deps, ann, copy(address())),
    (deps) => createDraft(deps, ben, copy(address())),
  );
  assert.ok(waited);
  await Promise.all(Array.from({ length: 20 }, () => newDraft()));
  const lines = await deps.db.read.selectFrom('journal').selectAll().orderBy('seq').execute();
  const forks = lines.filter(({ previous_hash }, at) => previous_hash !== (lines[at - 1]?.hash ?? ''));
  assert.deepEqual(forks, []);
});

test('a line of the publication log is never visible before a line with a lower number', async () => {
  const line = { act: 'published', articleId: '', section: 'robotics', slug: 'of-two', revision: 0 } as const;
  const log = (deps: Deps) => deps.db.write((tx) => logPublication(deps, tx, line));
  const { waited } = await race(log, log);
  assert.ok(waited);
});

test('a transaction that loses a deadlock is run again', async () => {
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const lockBoth = (own: 0 | 1, order: readonly string[]) =>
    deps.db.write(async (tx) => {
      await lockMember('postgres', tx, order[0] ?? '');
      both[own].resolve();
      await both[own === 0 ? 1 : 0].promise;
      await lockMember('postgres', tx, order[1] ?? '');
      return own;
    });
  assert.deepEqual(await Promise.all([lockBoth(0, [ann.id, ben.id]), lockBoth(1, [ben.id, ann.id])]), [0, 1]);
});

test('a transaction that fails otherwise is run once', async () => {
  let runs = 0;
  const failing = deps.db.write(async () => {
    runs++;
    throw new Error('a defect');
  });
  await assert.rejects(failing, /a defect/);
  assert.equal(runs, 1);
});

test('of two publications of one revision the second is refused', async () => {
  const { id } = await newDraft();
  const { second } = await race(
    (deps) => publish(deps, ann, id, { revisionNumber: 0 }),
    (deps) => publish(deps, ben, id, { revisionNumber: 0 }),
  );
  assert.equal(second, 'already_done');
  assert.deepEqual(await actsOn(id), ['draft.created', 'article.published']);
});

test('a revision that is saved during an approval of the one before is not approved', async () => {
  const { id } = await newDraft();
  const { second } = await race(
    (deps) => saveRevision(deps, ann, id, { copy: { ...copy({ slug: `race-${made}` }), baseRevision: 0 } }),
    (deps) => approve(deps, ben, id, 0),
  );
  assert.equal(second, 'revision_conflict');
});

test('of two revisions on one base the second is refused', async () => {
  const { id } = await newDraft();
  const revised = { ...copy({ slug: `race-${made}` }), baseRevision: 0 };
  const { second } = await race(
    (deps) => saveRevision(deps, ann, id, { copy: revised }),
    (deps) => saveRevision(deps, ben, id, { copy: revised }),
  );
  assert.equal(second, 'revision_conflict');
});

test('an editor who approves twice at once approved once', async () => {
  const { id } = await newDraft();
  const approveIt = (deps: Deps) => approve(deps, ann, id, 0);
  assert.equal((await race(approveIt, approveIt)).second, 'already_done');
});

test('an article that two people assign to one person is assigned once', async () => {
  const { id } = await newDraft();
  const assignIt = (deps: Deps) => assign(deps, ann, id, ben.id);
  assert.equal((await race(assignIt, assignIt)).second, 'already_done');
});

test('a comment that two people resolve is resolved once', async () => {
  const { id } = await newDraft();
  const remark = { revision: 0, blockId: null, passage: null, occurrence: null, text: 'Who counted?' };
  const comment = await addComment(deps, ann, id, remark);
  const resolveIt = (deps: Deps) => resolve(deps, ann, id, comment);
  assert.equal((await race(resolveIt, resolveIt)).second, 'already_done');
});

test('a publication that waits for a schedule cancels it, and the journal says so', async () => {
  const { id } = await newDraft();
  const at = new Date(deps.clock() + 3_600_000).toISOString();
  await race(
    (deps) => schedule(deps, ann, { articleId: id, revisionNumber: 0, at }),
    (deps) => publish(deps, ben, id, { revisionNumber: 0 }),
  );
  assert.equal((await articleRow(id)).scheduled_for, null);
  const last = deps.db.read.selectFrom('journal').select('detail').where('subject_id', '=', id);
  const { detail } = await last.orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow();
  assert.deepEqual(JSON.parse(detail ?? '{}').scheduleSetAside, { at, revision: 0 });
});

test('a schedule that two people cancel is cancelled once', async () => {
  const { id } = await newDraft();
  await schedule(deps, ann, { articleId: id, revisionNumber: 0, at: new Date(deps.clock() + 3_600_000).toISOString() });
  const cancel = (deps: Deps) => cancelSchedule(deps, ann, id);
  assert.equal((await race(cancel, cancel)).second, 'already_done');
});

test('a due article is published once by two processes', async () => {
  const { id } = await newDraft();
  await schedule(deps, ann, { articleId: id, revisionNumber: 0, at: new Date(deps.clock() + 60_000).toISOString() });
  site.pass(61);
  const run = (deps: Deps) => runSchedules(deps, 'https://plumbline.example');
  const { waited } = await race(run, run);
  assert.ok(waited);
  assert.deepEqual(await actsOn(id), ['draft.created', 'article.scheduled', 'article.published']);
});

test('a draft that goes to the bin takes no revision any more', async () => {
  const { id } = await newDraft();
  const { second } = await race(
    (deps) => moveToBin(deps, ann, id),
    (deps) => saveRevision(deps, ben, id, { copy: { ...copy({ slug: `race-${made}` }), baseRevision: 0 } }),
  );
  assert.equal(second, 'not_found');
});

test('a draft that two people restore from the bin is restored once', async () => {
  const { id } = await newDraft();
  await moveToBin(deps, ann, id);
  const restore = (deps: Deps) => restoreFromBin(deps, ann, id);
  assert.equal((await race(restore, restore)).second, 'not_found');
});

test('a draft that is restored from the bin in its last moment is not erased', async () => {
  const { id } = await newDraft();
  await moveToBin(deps, ann, id);
  site.pass(BIN_DAYS * 86_400 + 1);
  const { waited } = await race(
    (deps) => restoreFromBin(deps, ann, id),
    (deps) => eraseBinned(deps),
  );
  assert.ok(waited);
  assert.equal((await articleRow(id)).binned_at, null);
  assert.equal(
    (await deps.db.read.selectFrom('revision').select('number').where('article_id', '=', id).execute()).length,
    1,
  );
});

test('of two windows that store typing on one number the second gets a conflict', async () => {
  const { id } = await newDraft();
  const typed = { number: 0, baseRevision: 0, copy: copy({ slug: `race-${made}` }) };
  const type = (postId: string) => (deps: Deps) => autosaveWorkingCopy(deps, ann, id, { ...typed, postId });
  assert.equal((await race(type('one'), type('two'))).second, 'working_copy_conflict');
});

test('of two articles that are chosen to be read next at once both are in the list', async () => {
  const [{ id }, one, two] = [await newLive(), await newLive(), await newLive()];
  await race(
    (deps) => addRelated(deps, ann, id, one.id),
    (deps) => addRelated(deps, ben, id, two.id),
  );
  const rows = deps.db.read.selectFrom('related_article').select('related_id').where('article_id', '=', id);
  assert.deepEqual(
    (await rows.orderBy('place').execute()).map(({ related_id }) => related_id),
    [one.id, two.id],
  );
});

test('an article that is unpublished does not get on the front page', async () => {
  const { id } = await newLive();
  const { second } = await race(
    (deps) => unpublish(deps, ann, id),
    (deps) => putOnFrontPage(deps, ben, id, { until: null, timeZone: 'UTC' }),
  );
  assert.equal(second, 'validation_failed');
});

test('of two articles that are put on the front page at once both are there', async () => {
  const [one, two] = [await newLive(), await newLive()];
  const put = (id: string) => (deps: Deps) => putOnFrontPage(deps, ann, id, { until: null, timeZone: 'UTC' });
  await race(put(one.id), put(two.id));
  const rows = await deps.db.read.selectFrom('front_page').select('article_id').orderBy('place').execute();
  assert.deepEqual(
    rows.map(({ article_id }) => article_id),
    [one.id, two.id],
  );
});

test('an article that two people unpublish is withdrawn once', async () => {
  const { id } = await newLive();
  const withdraw = (deps: Deps) => unpublish(deps, ann, id);
  assert.equal((await race(withdraw, withdraw)).second, 'already_done');
});

test('an article that two people move at once moves once', async () => {
  const { id } = await newLive();
  const move = (slug: string) => (deps: Deps) =>
    moveArticle(deps, ann, { articleId: id, baseRevision: 0, to: { section: 'robotics', slug } });
  assert.equal((await race(move('moved-once'), move('moved-twice'))).second, 'revision_conflict');
});

test('two parts that are added to a series at once are both in it', async () => {
  const { id } = await addSeries(deps, ann, { name: 'Races', description: 'Two at once.' });
  const [one, two] = [await newLive(), await newLive()];
  await race(
    (deps) => addToSeries(deps, ann, id, one.id),
    (deps) => addToSeries(deps, ben, id, two.id),
  );
  const rows = deps.db.read.selectFrom('series_part').select('article_id').where('series_id', '=', id);
  assert.deepEqual(
    (await rows.orderBy('place').execute()).map(({ article_id }) => article_id),
    [one.id, two.id],
  );
});

test('a change of section during a save starts from the saved revision', async () => {
  const { id } = await newDraft();
  const dek = 'A dek that a colleague saved a moment before.';
  await race(
    (deps) => saveRevision(deps, ann, id, { copy: { ...copy({ slug: `race-${made}`, dek }), baseRevision: 0 } }),
    (deps) => changeSection(deps, ben, id, 'software'),
  );
  const rows = deps.db.read.selectFrom('revision').select(['dek', 'section']).where('article_id', '=', id);
  assert.deepEqual(await rows.orderBy('number', 'desc').limit(1).execute(), [{ dek, section: 'software' }]);
});

test('of two proposals for a number that two editors confirm at once one counts', async () => {
  const text = 'The crew counted 412 points.';
  const { id } = await newDraft({ bodyBlocks: [{ id: 'b1', type: 'paragraph', text }] });
  const anchor = (await anchorsOf(site, id))[0] ?? '';
  const propose = (reason: string) =>
    proposeSettlement(deps, ann, { articleId: id, revision: 0, anchor }, { kind: 'signed', reason });
  const [one, two] = [await propose('Counted on the slab by ann.'), await propose('Counted on the slab by ben.')];
  await race(
    (deps) => confirmSettlement(deps, ann, { articleId: id, revision: 0, id: one }),
    (deps) => confirmSettlement(deps, ben, { articleId: id, revision: 0, id: two }),
  );
  const rows = deps.db.read.selectFrom('settlement').select('id').where('article_id', '=', id);
  const counting = await rows.where('confirmed_at', 'is not', null).where('replaced_at', 'is', null).execute();
  assert.equal(counting.length, 1);
});

test('an entry of the gate that two chiefs override at once is overridden once', async () => {
  const blocking = { ...deps, policy: { ...deps.policy, figuresGate: 'block' as const } };
  const { id } = await newDraft({ section: 'nowhere-yet' });
  const entry = { code: 'unknown_desk', path: 'section', anchor: null };
  const override = (actor: typeof ann) => (deps: Deps) =>
    overrideGate({ ...blocking, db: deps.db }, actor, {
      articleId: id,
      revision: 0,
      ...entry,
      reason: 'The section opens tomorrow.',
    });
  const { first, second } = await race(override(ann), override(ben));
  assert.notEqual(second, undefined, `${first} and ${second}`);
});

test('an access request that one editor approves and another denies gets one decision', async () => {
  const asker = { loginHint: null, address: '127.0.0.1', program: 'test agent' };
  const { userCode } = await openClaim(deps, asker, 600);
  const { id = '' } = (await findClaim(deps, userCode)) ?? {};
  const { second } = await race(
    (deps) => approveClaim(deps, ann, id),
    (deps) => denyClaim(deps, ben, id),
  );
  assert.equal(second, 'already_done');
  const { userCode: other } = await openClaim(deps, asker, 600);
  const twice = (deps: Deps) => findClaim(deps, other).then((claim) => approveClaim(deps, ann, claim?.id ?? ''));
  assert.equal((await race(twice, twice)).second, undefined, 'a second press of the same editor changes nothing');
});

test('a tag that is renamed while it is merged keeps one name', async () => {
  const [one, two] = [
    await addAuthorOrTag(deps, ann, 'tag', 'Cranes'),
    await addAuthorOrTag(deps, ann, 'tag', 'Lifts'),
  ];
  const rename = (id: string) => (deps: Deps) => renameTag(deps, ann, id, 'Hoists');
  assert.equal((await race(rename(one.id), rename(two.id))).second, 'already_exists');
  const { waited } = await race(
    (deps) => mergeTags(deps, ann, one.id, two.id),
    (deps) => mergeTags(deps, ben, two.id, one.id),
  );
  assert.ok(waited);
  const merged = await deps.db.read
    .selectFrom('tag')
    .select('merged_into')
    .where('id', 'in', [one.id, two.id])
    .execute();
  assert.equal(merged.filter(({ merged_into }) => merged_into === null).length, 1, 'one of the two is left');
});

test('a writer who opens two windows at first gets one byline', async () => {
  const writer = await site.person('writer', 'Wren Adair');
  const own = (deps: Deps) => ownByline(deps, writer);
  const { first, second } = await race(own, own);
  assert.equal(first, second);
});

test('a byline that two chiefs give to two people belongs to one', async () => {
  const { id } = await addAuthorOrTag(deps, ann, 'author', 'Somebody Else');
  const { second } = await race(
    (deps) => linkByline(deps, ann, ann.id, id),
    (deps) => linkByline(deps, ben, ben.id, id),
  );
  assert.equal(second, 'already_exists');
});

test('a sign-in with the old password fails when the password changes at the same time', async () => {
  const dana = await site.person('writer', 'Dana Reed');
  const secret = await createResetLinkFor(deps, ann, dana.id, null);
  const { second } = await race(
    (deps) => resetPassword(deps, secret, 'another level and plumb'),
    (deps) => signIn(deps, dana.email, PASSWORD, { address: '127.0.0.1', browser: 'test' }),
  );
  assert.equal(second, 'unauthorized');
});

test('of two chiefs who disable each other at once one remains', async () => {
  const { second } = await race(
    (deps) => disableMember(deps, ann, ben.email),
    (deps) => disableMember(deps, ben, ann.email),
  );
  assert.equal(second, 'forbidden');
});
