import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI } from '#core/actor.ts';
import { addMember } from '#people/members.ts';
import { startSession } from '#people/sessions.ts';
import { readConfig } from '#runtime/config/config.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { noFiles } from '#runtime/files/files.ts';
import { type Claimed, claim } from './claims.ts';
import { prepareSite } from './fault-site.ts';
import { LONG, report } from './report.ts';

// F7: the clock of the machine jumps an hour back, an hour ahead and a day ahead while agents request access and make calls.
// No token lives longer than allowed, polls keep their interval, and the server continues.

const HOUR = 3600;
const JUMPS = [HOUR, 0, -HOUR, 0, 24 * HOUR, 0];
const TURNS = LONG ? 20 : 1;

const site = await prepareSite();
const offsetFile = join(site.folder, 'clock-offset');
const shim = join(site.folder, 'clock.mjs');
writeFileSync(offsetFile, '0');
writeFileSync(
  shim,
  `import { readFileSync } from 'node:fs';
const Real = Date;
const offset = () => Number(readFileSync(${JSON.stringify(offsetFile)}, 'utf8') || 0) * 1000;
globalThis.Date = class extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + offset()); else super(...given); }
  static now() { return Real.now() + offset(); }
};
`,
);
const server = await site.start({}, [process.execPath, '--import', shim]);

const statuses: number[] = [];
const pollErrors = new Set<string>();
let [issued, wrong] = [0, 0];
let offset = 0;
for (let turn = 0; turn < TURNS; turn++) {
  for (const next of JUMPS) {
    const heard: Claimed[] = [];
    await claim(server.base, await signedIn(offset), heard);
    const token = heard[0]?.accessToken ?? null;
    if (token) issued++;
    if (token && (await call(token)) !== 200) wrong++;
    const pending = await ask();
    jump(next);
    // A token issued more than a minute in the future or more than 15 minutes in the past is refused.
    if (token && (await call(token)) !== 401) wrong++;
    pollErrors.add(await poll(pending));
    for (const path of ['/', '/healthz', ...site.paths]) statuses.push((await fetch(server.base + path)).status);
    // With the clock back at the time of issue, the token is valid again for its 15 minutes.
    jump(offset);
    if (token && (await call(token)) !== 200) wrong++;
    jump(next);
    offset = next;
  }
}
const alive = server.child.exitCode === null;
const defects = (server.output().match(/defect/g) ?? []).length;
await server.end();
site.remove();
report('F7 clock', { turns: TURNS, jumps: JUMPS.length * TURNS, issued, wrong, reads: statuses.length }, [
  { what: 'every claim got its token', met: issued === JUMPS.length * TURNS },
  { what: 'a token is good at the time it was issued at, and at no time an hour away', met: wrong === 0 },
  { what: 'every read is 200', met: statuses.every((status) => status === 200) },
  {
    what: 'polls are pending, too early or expired, and nothing else',
    met: [...pollErrors].every((error) => ['authorization_pending', 'slow_down', 'expired_token'].includes(error)),
  },
  { what: 'the server goes on and logs no defect', met: alive && defects === 0 },
]);

function jump(seconds: number): void {
  writeFileSync(offsetFile, String(seconds));
}

/** Headers of a new chief, signed in at the server's time. */
async function signedIn(seconds: number): Promise<Record<string, string>> {
  const secret = await site.look(async (db) => {
    const opened = await createDeps(db, noFiles, readConfig({ FIGURES_GATE: 'warn' }).policy);
    const deps = { ...opened, clock: () => Date.now() + seconds * 1000 };
    const email = `${deps.newId()}@magazine.example`;
    const chief = await addMember(deps, CLI, {
      email,
      name: 'Chief',
      role: 'chief',
      password: 'level and plumb and true',
    });
    return startSession(deps, chief, { address: '127.0.0.1', browser: 'fault' });
  });
  const name = site.headers.Cookie?.split('=')[0] ?? '';
  return { ...site.headers, Cookie: `${name}=${secret}` };
}

async function call(token: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return (await fetch(`${server.base}/api/mcp`, { method: 'POST', headers, body })).status;
}

/** Requests access and leaves the request pending. */
async function ask(): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const body = '{"type":"service_auth"}';
  const answer = await fetch(`${server.base}/api/agent/identity`, { method: 'POST', headers, body });
  return ((await answer.json()) as { claim_token: string }).claim_token;
}

async function poll(claimToken: string): Promise<string> {
  const grant = 'urn:example:agent-auth:grant-type:claim';
  const body = new URLSearchParams({ grant_type: grant, claim_token: claimToken });
  const answer = await fetch(`${server.base}/api/agent/token`, { method: 'POST', body });
  return ((await answer.json()) as { error?: string }).error ?? `status ${answer.status}`;
}
