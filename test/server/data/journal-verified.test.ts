import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { CLI } from '#core/actor.ts';
import { writeJournal } from '#runtime/journal.ts';
import { goLive } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// A script that shares no code with the service verifies the exported journal, and SQLite protects its rows.

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'verify-journal.mjs');

async function openWithJournal(t: TestContext) {
  const site = await openSite(t);
  const chief = await site.person('chief', 'Ines Calloway');
  await goLive(site);
  await site.deps.db.write((tx) =>
    writeJournal(site.deps, tx, CLI, {
      act: 'editor.renamed',
      subject: { kind: 'editor', id: chief.id },
      detail: { from: 'old@magazine.example', password: 'x', why: 'It was <b>mistyped</b>.' },
    }),
  );
  const exported = await site.fetch('/newsroom/journal.jsonl', { headers: { Cookie: chief.cookie } });
  return { site, lines: (await exported.text()).trimEnd().split('\n') };
}

function verify(site: TestSite, lines: string[], ...anchor: string[]) {
  const file = join(site.config.dataDir, 'journal.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return spawnSync(process.execPath, [SCRIPT, file, ...anchor], { encoding: 'utf8' });
}

test('the script verifies each line of an export without email addresses', async (t) => {
  const { site, lines } = await openWithJournal(t);
  const redacted = JSON.parse(lines.at(-1) ?? '');
  assert.equal(redacted.redacted, true);
  assert.doesNotMatch(lines.join(), /old@magazine|"password"/);
  const { status, stdout } = verify(site, lines);
  assert.equal(status, 0, stdout);
  assert.match(stdout, new RegExp(`^${lines.length} lines read; the last is ${redacted.seq}:2:[0-9a-f]{64}$`, 'm'));
});

test('the script finds a changed reason, name, hash or order, and a missing line', async (t) => {
  const { site, lines } = await openWithJournal(t);
  const at = lines.findIndex((line) => line.includes('"act":"draft.created"'));
  const changed = (change: (line: Record<string, unknown> & { actor: Record<string, unknown> }) => void, from = at) => {
    const line = JSON.parse(lines[from] ?? '');
    change(line);
    return lines.with(from, JSON.stringify(line));
  };
  const forged: string[][] = [
    changed((line) => {
      line.act = 'article.published';
    }),
    changed((line) => {
      line.detail = { reason: 'forged' };
    }),
    changed((line) => {
      line.actor = { ...line.actor, name: 'Somebody else' };
    }),
    changed((line) => {
      line.detailHash = '0'.repeat(64);
    }, lines.length - 1),
    lines.toSpliced(at, 1),
    lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? ''),
  ];
  for (const [which, one] of forged.entries()) assert.equal(verify(site, one).status, 1, `forgery ${which}`);
});

test('the script finds a cut-off end with an earlier recorded line', async (t) => {
  const { site, lines } = await openWithJournal(t);
  const { seq, hash } = JSON.parse(lines.at(-1) ?? '');
  assert.equal(verify(site, lines, `${seq}:${hash}`).status, 0);
  const cut = verify(site, lines.slice(0, -3), `${seq}:${hash}`);
  assert.equal(cut.status, 1);
  assert.match(cut.stdout, /its end was cut off or changed/);
});

test('INSERT OR REPLACE changes no row of an append-only table', async (t) => {
  const { site } = await openWithJournal(t);
  if (site.deps.db.kind !== 'sqlite') return t.skip('PostgreSQL has no such statement');
  const guards = await sql<{ name: string }>`select tbl_name as name from sqlite_schema
    where type = 'trigger' and name like '%\\_refuses\\_update' escape '\\'`.execute(site.deps.db.read);
  const replaced = await sql<{ name: string }>`select tbl_name as name from sqlite_schema
    where type = 'trigger' and name like '%\\_refuses\\_replace' escape '\\'`.execute(site.deps.db.read);
  const names = (found: typeof guards) => found.rows.map(({ name }) => name).sort();
  assert.deepEqual(names(replaced), names(guards));
  for (const table of ['journal', 'revision'])
    await assert.rejects(
      site.deps.db.write((tx) => sql.raw(`insert or replace into ${table} select * from ${table} limit 1`).execute(tx)),
      /append-only/,
      table,
    );
});
