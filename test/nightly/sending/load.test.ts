import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BRIEF_SETTINGS } from '../../support/brief/briefs.ts';
import { AT_ONCE, stateOf, statesOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { openSite } from '../../support/site.ts';
import { prepareSend, startSending } from './sending-servers.ts';

// How fast a real process sends, and what memory it takes. The long form, about 20 minutes:
// BRIEF_READERS=50000 [BRIEF_CONNECTIONS=2] [BRIEF_LOAD_FILE=FILE for a line every 10 s]

const READERS = Number(process.env.BRIEF_READERS ?? 600);
const IS_LONG = READERS >= 10_000;
const CONNECTIONS = process.env.BRIEF_CONNECTIONS ?? '2';
const { BRIEF_LOAD_FILE: FILE } = process.env;
/** Emails after which the process has what it keeps: compiled code, printed briefs, the cache of the database. */
const WARM_UP = 0.2;
const LEEWAY = 20 * 1024 * 1024;

type Sample = { seconds: number; ended: number; bytes: number };

test(`${READERS} subscribers get one email each, over ${CONNECTIONS} connections`, async (t) => {
  let got = 0;
  const mail = await openMailServer(t, {
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => {
        got++;
        done();
      });
    },
  });
  const settings = { ...BRIEF_SETTINGS, ...AT_ONCE, BRIEF_CONNECTIONS: CONNECTIONS, SMTP_URL: mail.url };
  const site = await openSite(t, settings);
  await prepareSend(site, READERS);
  const server = startSending(t, site, settings);
  const samples: Sample[] = [];
  let begun = 0;
  const step = IS_LONG ? 10_000 : 250;
  while ((await stateOf(site)).state !== 'sent') {
    await sleep(step);
    if (got === 0) continue;
    begun ||= performance.now() - step;
    const sample = { seconds: (performance.now() - begun) / 1000, ended: got, bytes: memoryOf(server.pid) };
    samples.push(sample);
    if (FILE) appendFileSync(FILE, `${sample.seconds.toFixed(0)} ${sample.ended} ${megabytes(sample.bytes)}\n`);
  }
  const processor = processorTimeOf(server.pid);
  server.kill('SIGTERM');
  await once(server, 'exit');
  const seconds = samples.at(-1)?.seconds ?? 1;
  const warm = samples.filter(({ ended }) => ended > READERS * WARM_UP).map(({ bytes }) => bytes);
  const [least, most] = [Math.min(...warm), Math.max(...warm)];
  // What is garbage comes and goes with the load of the machine. What is never let go of raises the lowest memory.
  const half = Math.floor(warm.length / 2);
  const growth = Math.min(...warm.slice(half)) - Math.min(...warm.slice(0, half));
  const told = `${READERS} deliveries in ${seconds.toFixed(0)} s, ${(READERS / seconds).toFixed(1)} a second, ${((processor / READERS) * 1000).toFixed(1)} ms of processor time each; memory after the first fifth ${megabytes(least)} to ${megabytes(most)} MB, lowest of the second half ${megabytes(growth)} MB above that of the first`;
  t.diagnostic(told);
  if (FILE) appendFileSync(FILE, `${told}\n`);
  assert.equal(got, READERS);
  assert.deepEqual(await statesOf(site), { accepted: READERS });
  if (IS_LONG) assert.ok(growth < LEEWAY, `the lowest memory grew by ${megabytes(growth)} MB`);
});

/** The memory of a process in bytes, without the pages of files: how those count depends on the other processes that share them. */
function memoryOf(pid = 0): number {
  const [, kilobytes] = /^Pss_Anon: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Seconds of processor time. */
function processorTimeOf(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
