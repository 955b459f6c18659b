import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { approveClaim, findClaim } from '#agents/claims.ts';
import { FULL_TERMS, type Renewal } from '#agents/terms.ts';
import type { Member } from '#core/actor.ts';
import type { Said } from '../command.ts';
import type { TestSite } from '../site.ts';

// The package in client/ as its users run it: in a process of its own, with a state folder of its own.

export const CLIENT = join(dirname(dirname(dirname(import.meta.dirname))), 'client');
export const PROGRAM = join(CLIENT, 'plumbline-agent.mjs');

/** The Node that runs the client. */
export const NODE = process.execPath;

/** The environment of a process whose state is in this folder. */
export function clientEnv(folder: string, more: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: folder, XDG_STATE_HOME: folder, ...more };
}

/** A folder for the state of the client and for files, removed after the test. */
export function clientFolder(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-client-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program to its end in a folder. */
export function runIn(
  folder: string,
  command: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<Said> {
  const child = spawn(command, args, { cwd: folder, env: clientEnv(folder, more), stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Said = { code: null, out: '', error: '' };
  child.stdout.on('data', (part) => {
    said.out += part;
  });
  child.stderr.on('data', (part) => {
    said.error += part;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...said, code }));
  });
}

/** A function that runs the client against one site. */
export function clientOf(folder: string, baseUrl: string) {
  return (...args: string[]) => runIn(folder, NODE, [PROGRAM, ...args], { PLUMBLINE_SITE: baseUrl });
}

export type Client = ReturnType<typeof clientOf>;

/** Lets the client in: it asks, and the editor approves. The next command fetches the token. */
export async function letIn(site: TestSite, client: Client, editor: Member, renewal: Renewal = 'once'): Promise<void> {
  const { out, error } = await client('claim', '--no-wait', '--json');
  if (out === '') throw new Error(error);
  await approve(site, editor, JSON.parse(out).user_code, renewal);
}

/** Approves the claim with this code. */
export async function approve(
  site: TestSite,
  editor: Member,
  code: string,
  renewal: Renewal = 'once',
): Promise<string> {
  const claim = await findClaim(site.deps, code);
  if (!claim) throw new Error(`no claim has the code ${code}`);
  await approveClaim(site.deps, editor, claim.id, { ...FULL_TERMS, renewal });
  return claim.id;
}

/** The path and the content of the only file in the token store. */
export function storedState(folder: string) {
  const path = join(folder, 'plumbline-agent', readdirSync(join(folder, 'plumbline-agent'))[0] ?? '');
  return { path, state: JSON.parse(readFileSync(path, 'utf8')) };
}

/** A draft as a file; `over` replaces fields of its front matter. */
export function draftFile(body: string, over: Record<string, string> = {}): string {
  const fields = {
    headline: 'A layout robot on a live slab',
    dek: 'What estimators should check before they rely on a layout robot.',
    section: 'robotics',
    slug: 'layout-robot-pilot',
    ...over,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `---\n${lines.join('\n')}\nsources:\n  - title: Site record of the pilot\n    url: https://example.org/pilot-record\n---\n\n${body}\n`;
}
