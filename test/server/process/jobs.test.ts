import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { BackgroundJob } from '#http/capability.ts';
import type { Log } from '#http/context.ts';
import { startJobs } from '#server/jobs.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// Background jobs run every few seconds; here every few milliseconds, with the real clock.

test('a job runs again and again, never twice at the same time, and not after the stop', async (t) => {
  const site = await openSite(t, { JOBS_SECONDS: '0.05' });
  let atOnce = 0;
  let most = 0;
  let times = 0;
  const slow: BackgroundJob = {
    name: 'slow',
    run: async () => {
      most = Math.max(most, ++atOnce);
      await wait(80);
      atOnce--;
      times++;
    },
  };
  const rounds = startJobs(site.deps, site.config, logOf(site), [slow]);
  await until(() => times >= 3);
  await rounds.stop();
  assert.equal(most, 1);
  assert.equal(atOnce, 0, 'the stop waits for the running job');
  const gone = times;
  await wait(200);
  assert.equal(times, gone);
});

test('a job that throws is logged with what to do, and stops neither itself nor other jobs', async (t) => {
  const site = await openSite(t, { JOBS_SECONDS: '0.05' });
  let times = 0;
  const broken: BackgroundJob = {
    name: 'broken',
    run: async () => {
      throw new Error('a plank is missing');
    },
  };
  const good: BackgroundJob = {
    name: 'good',
    run: async () => {
      times++;
    },
  };
  const rounds = startJobs(site.deps, site.config, logOf(site), [broken, good]);
  await until(() => times >= 3);
  await rounds.stop();
  const lines = site.log.filter(({ level }) => level === 'error');
  assert.ok(lines.length >= 2);
  assert.equal(lines[0]?.fields.job, 'broken');
  assert.match(String(lines[0]?.fields.error), /a plank is missing/);
  assert.match(lines[0]?.message ?? '', /runs again in 0\.05 s/);
});

test('no job runs while the database is unavailable', async (t) => {
  const site = await openSite(t, { JOBS_SECONDS: '0.05' });
  let times = 0;
  const counted: BackgroundJob = {
    name: 'counted',
    run: async () => {
      times++;
    },
  };
  const deps = { ...site.deps, db: { ...site.deps.db, isAvailable: () => false } };
  const rounds = startJobs(deps, site.config, logOf(site), [counted]);
  await wait(200);
  await rounds.stop();
  assert.equal(times, 0);
  assert.deepEqual(site.log, []);
});

test('no job runs while the clock is weeks ahead, and all go on when it is set right', async (t) => {
  const site = await openSite(t, { JOBS_SECONDS: '0.05' });
  const times: number[] = [];
  const noted: BackgroundJob = { name: 'noted', run: async () => void times.push(site.deps.clock()) };
  const start = site.deps.clock();
  const rounds = startJobs(site.deps, site.config, logOf(site), [noted]);
  await until(() => times.length >= 2);
  site.pass(40 * 86_400);
  await until(() => site.log.length > 0);
  site.pass(-40 * 86_400);
  const before = times.length;
  await until(() => times.length >= before + 2);
  await rounds.stop();
  assert.deepEqual(new Set(times), new Set([start]));
  assert.match(site.log[0]?.message ?? '', /the clock of this machine stepped by 960 hours/);
});

/** Waits with a timer that keeps the process alive; the timers of the jobs do not. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    assert.ok(tries < 6000, 'it did not happen in time');
    await wait(10);
  }
}

function logOf({ log }: TestSite): Log {
  const note = (level: 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, message: string) =>
    void log.push({ level, fields, message });
  return { info: note('info'), warn: note('warn'), error: note('error') };
}
