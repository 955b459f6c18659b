// `npm run validate`: independent checkers against the real server, and each checker against something it must refuse.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check, Target } from '../validate/check.ts';
import { client } from '../validate/checks/client.ts';
import { conformance } from '../validate/checks/conformance.ts';
import { redocly } from '../validate/checks/redocly.ts';
import { spectral } from '../validate/checks/spectral.ts';
import { letIn } from '../validate/let-in.ts';
import { type Magazine, openMagazine } from '../validate/magazine.ts';
import { installWhenStale } from './run.mjs';

type Line = { check: Check; failed: Error | null; seconds: number };

const folder = join(dirname(import.meta.dirname), 'validate');
const checks: readonly Check[] = [...redocly, ...spectral, ...client, ...conformance];

installWhenStale(folder);
const magazine = await openMagazine();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void magazine.stop().then(() => process.exit(1)));
try {
  const target = await prepare(magazine);
  const lines: Line[] = [];
  for (const check of checks) lines.push(await runCheck(check, target));
  print(lines);
  process.exitCode = lines.some((line) => line.failed) ? 1 : 0;
} finally {
  await magazine.stop();
}

async function prepare(open: Magazine): Promise<Target> {
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const description = join(out, 'openapi.json');
  const served = await fetch(`${open.baseUrl}/openapi.json`);
  if (!served.ok) throw new Error(`/openapi.json answered ${served.status}`);
  writeFileSync(description, JSON.stringify(await served.json(), null, 2));
  return { baseUrl: open.baseUrl, out, description, letIn: () => letIn(open) };
}

async function runCheck(check: Check, target: Target): Promise<Line> {
  const started = performance.now();
  const failed = await check.run(target).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  return { check, failed, seconds: (performance.now() - started) / 1000 };
}

function print(lines: Line[]): void {
  const rows = lines.map(({ check, failed, seconds }) => [
    check.tool,
    check.subject,
    failed ? 'FAILED' : 'passed',
    seconds.toFixed(1),
  ]);
  const table = [['check', 'subject', 'result', 'seconds'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const { check, failed } of lines) {
    if (failed) console.log(`\n${check.tool}, ${check.subject}:\n${failed.message}`);
  }
}
