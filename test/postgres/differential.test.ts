import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDatabase, lastFirst, shareCluster } from '../support/postgres.ts';
import { type Answer, callNext, visit } from './random-calls.ts';

// The same random calls on SQLite and on PostgreSQL: only secrets differ. A long run:
// `node test/postgres/differential.test.ts --long [SEED]`.

const isLong = process.argv.includes('--long');
const CALLS = isLong ? 5000 : 300;
const SEED = Number(process.argv.at(-1)) || 20260906;

test(`${CALLS} random calls get the same responses on SQLite and on PostgreSQL (seed ${SEED})`, async (t) => {
  const context = lastFirst(t);
  const one = await visit(context, `file:${await folderOf(context)}/plumbline.db`, SEED);
  const other = await visit(context, await postgresOf(context), SEED);
  assert.deepEqual([one.site.deps.db.kind, other.site.deps.db.kind], ['sqlite', 'postgres']);
  const [hideOne, hideOther] = [hideSecrets(), hideSecrets()];
  const statuses = new Map<string, number>();
  const before: string[] = [];
  for (let number = 0; number < CALLS; number++) {
    const [left, right] = [hideOne(await callNext(one)), hideOther(await callNext(other))];
    before.push(`${number} ${left.call}: ${left.status}`);
    assert.deepEqual(right, left, `after ${before.slice(-8).join('\n')}`);
    assert.ok(left.status < 500, `${left.call} answered ${left.status}: ${left.body}`);
    const kind = `${left.call.split(/[ ?/]/).find((part) => part !== '') ?? '/'} ${left.status}`;
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
  }
  for (const line of [...statuses].sort().map(([kind, count]) => `${kind}: ${count}`)) t.diagnostic(line);
});

/** Replaces random values by numbers, in order of appearance. */
function hideSecrets(): (answer: Answer) => Answer {
  const seen = new Map<string, string>();
  const secrets = /\b(?:clm_|pl_at_)[\w-]{20,}|\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/g;
  const hide = (text: string) =>
    text.replace(secrets, (secret) => {
      const known = seen.get(secret) ?? `secret ${seen.size + 1}`;
      seen.set(secret, known);
      return known;
    });
  return (answer) => ({ ...answer, call: hide(answer.call), body: hide(answer.body) });
}

async function folderOf(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-differential-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function postgresOf(t: Pick<TestContext, 'after'>): Promise<string> {
  const cluster = await shareCluster();
  const { url, drop } = await createDatabase(cluster.url);
  t.after(async () => {
    await drop();
    await cluster.stop();
  });
  return url;
}
