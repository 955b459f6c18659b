import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import {
  createHolder,
  finish,
  type Holder,
  heldKeys,
  type Job,
  type JobKind,
  keysOfOthers,
  release,
  renew,
  type TakenJob,
  take,
} from '#runtime/jobs/jobs.ts';
import { raceAll } from '../../support/race.ts';
import { openSite } from '../../support/site.ts';

// The table of jobs: several processes want to do the same work, and a process that lost it is told so.

const WASH: JobKind = { name: 'wash', seconds: 60 };
const PAINT: JobKind = { name: 'paint', seconds: 60, isAlone: true };
const HOLDERS = ['one', 'two', 'three'].map((name) => holderOf(name));

function holderOf(name: string, ended: readonly string[] = []): Holder {
  return { name, hasEnded: (other) => ended.includes(other) };
}

const written = (deps: Deps, job: Job, me: Holder) => deps.db.write((tx) => take(deps, tx, job, me));

/** What each of the three holders gets when all take a job at once: the jobs are theirs, in turn. */
async function raceFor(deps: Deps, jobs: readonly Job[]): Promise<TakenJob[]> {
  const acts = HOLDERS.map((me, nth) => (own: Deps) => written(own, jobs[nth % jobs.length] as Job, me));
  const { outcomes } = await raceAll(deps, acts);

  return outcomes.filter((outcome) => outcome !== null) as TakenJob[];
}

async function open(t: TestContext) {
  const site = await openSite(t);
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => site.deps.db.write(work);
  return { ...site, write };
}

test('of three processes that take a job at once one gets it; when its time is over, exactly one other does', async (t) => {
  const { deps, pass, write } = await open(t);
  const job = { kind: WASH, key: 'car' };
  const [first, ...more] = await raceFor(deps, [job]);
  assert.ok(first);
  assert.deepEqual([more.length, first.previous, first.tries], [0, null, 1]);
  pass(59);
  assert.equal(await write((tx) => renew(deps, tx, first)), true);
  pass(59);
  assert.equal(
    (await raceFor(deps, [job])).filter(({ holder }) => holder !== first.holder).length,
    0,
    'it was renewed',
  );
  pass(61);
  const others = HOLDERS.filter(({ name }) => name !== first.holder);
  const { outcomes } = await raceAll(
    deps,
    others.map((me) => (own: Deps) => written(own, job, me)),
  );
  const [next, ...none] = outcomes.filter((outcome) => outcome !== null) as TakenJob[];
  assert.ok(next);
  assert.deepEqual([none.length, next.previous, next.tries], [0, first.holder, 2]);
  assert.equal(await write((tx) => renew(deps, tx, first)), false, 'it lost the job');
  assert.equal(await write((tx) => release(deps, tx, first)), false);
  assert.equal(await write((tx) => finish(tx, first)), false);
  assert.equal(await write((tx) => renew(deps, tx, next)), true, 'the loser changed nothing');
});

test('a job of a process that has ended is taken over at once, and its holder is known by its process', async (t) => {
  const { deps } = await open(t);
  const job = { kind: WASH, key: 'car' };
  assert.ok(await written(deps, job, holderOf('one')));
  assert.equal(await written(deps, job, createHolder(deps)), null, 'nobody knows whether it has ended');
  assert.deepEqual([...(await keysOfOthers(deps, WASH, holderOf('two')))], ['car']);
  const me = holderOf('two', ['one']);
  assert.deepEqual([...(await keysOfOthers(deps, WASH, me))], []);
  assert.equal((await written(deps, job, me))?.previous, 'one');
  const mine = createHolder(deps);
  assert.ok(await written(deps, { kind: WASH, key: 'bus' }, mine));
  assert.equal(createHolder(deps).hasEnded(mine.name), false);
  const bits = mine.name.split(' ');
  assert.equal(createHolder(deps).hasEnded([bits[0], bits[1], bits[2], '1', bits[4]].join(' ')), true);
});

test('tries count until a job makes progress or is finished', async (t) => {
  const { deps, pass, write } = await open(t);
  const job = { kind: WASH, key: 'car' };
  const triesOf = async (me: Holder) => (await written(deps, job, me))?.tries;
  const [one, two] = [holderOf('one'), holderOf('two')];
  assert.equal(await triesOf(one), 1);
  assert.equal(await triesOf(one), 1, 'the same holder goes on');
  pass(61);
  assert.equal(await triesOf(two), 2);
  assert.ok(await write((tx) => release(deps, tx, { ...job, holder: 'two' }, { isCounted: false })));
  assert.equal(await triesOf(one), 2, 'the try before was none');
  assert.ok(await write((tx) => renew(deps, tx, { ...job, holder: 'one' }, { hasProgress: true })));
  assert.ok(await write((tx) => release(deps, tx, { ...job, holder: 'one' })));
  assert.equal(await triesOf(two), 2);
  assert.ok(await write((tx) => finish(tx, { ...job, holder: 'two' })));
  assert.equal(await triesOf(two), 1);
});

test('of a kind that is alone, one of three jobs is held at once, and a process that slept finds its job free', async (t) => {
  const { deps, pass, write } = await open(t);
  const jobs = ['house', 'gate', 'fence'].map((key) => ({ kind: PAINT, key }));
  const [first, ...more] = await raceFor(deps, jobs);
  assert.ok(first);
  assert.equal(more.length, 0);
  pass(61);
  const [next, ...others] = (await raceFor(deps, jobs)).filter(({ key }) => key !== first.key);
  if (next) assert.equal(await write((tx) => renew(deps, tx, first)), false, 'another job was taken meanwhile');
  assert.equal(others.length, 0);
  const held = await heldKeys(deps, deps.db.read, PAINT).execute();
  assert.equal(held.length, 1);
});
