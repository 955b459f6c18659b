// `npm run validate [WORD …]`: runs independent validators against a real server, and gives each validator a defect that it
// must refuse. With words, it runs only the checks whose name contains one of them; with `--measured`, it also measures how fast pages
// load; with `--own-magazine` the server is a magazine of another name, with its own look, sections and pages.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { requestToken } from '../validate/agent-token.ts';
import type { Check, Outcome, Target } from '../validate/check.ts';
import { afdocs } from '../validate/checks/afdocs.ts';
import { brief } from '../validate/checks/brief.ts';
import { client } from '../validate/checks/client.ts';
import { conformance } from '../validate/checks/conformance.ts';
import { css } from '../validate/checks/css.ts';
import { html } from '../validate/checks/html.ts';
import { lighthouse } from '../validate/checks/lighthouse.ts';
import { links } from '../validate/checks/links.ts';
import { markdown } from '../validate/checks/markdown.ts';
import { pages } from '../validate/checks/pages.ts';
import { redocly } from '../validate/checks/redocly.ts';
import { spectral } from '../validate/checks/spectral.ts';
import { structuredData } from '../validate/checks/structured-data.ts';
import { publishFullArticle } from '../validate/full-article.ts';
import { makeOwnMagazine, OWN_MARKDOWN } from '../validate/own-magazine.ts';
import { MARKDOWN, PAGES } from '../validate/pages.ts';
import { publishSeries } from '../validate/public-series.ts';
import { publishBrief } from '../validate/sent-brief.ts';
import { type RunningServer, startServer } from '../validate/server.ts';
import { installWhenStale } from './install.mjs';

type Line = { check: Check; outcome: Outcome | Error; seconds: number };

/** Milliseconds a check may take; the tools it runs have their own limit. */
const LONGEST = 1_800_000;

const folder = join(dirname(import.meta.dirname), 'validate');
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const [isOwn, isMeasured] = ['--own-magazine', '--measured'].map((flag) => given.includes(flag));
const isAsked = ({ tool }: Check) =>
  words.length === 0 || words.some((word) => tool.toLowerCase().includes(word.toLowerCase()));
/** The checks of pages share no files. The two that check every page in a browser take longest, so they start first. */
const [accessible, otherPages] = [true, false].map((isAsked) =>
  pages.filter(({ tool, subject }) => (/axe|pa11y/.test(tool) && subject.startsWith('every page')) === isAsked),
);
/** Groups that run side by side, those that take longest first. The checks of a group share files, so they run in their order. */
const groups = [
  ...(accessible ?? []).map((check) => [check]),
  ...[
    client,
    html,
    brief,
    lighthouse.defective,
    lighthouse.pages,
    css,
    structuredData,
    afdocs,
    conformance,
    spectral,
    redocly,
    markdown,
    links,
  ],
  ...(otherPages ?? []).map((check) => [check]),
];

installWhenStale(folder);
const server = await startServer();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.stop().then(() => process.exit(1)));
try {
  await publishFullArticle(server);
  await publishSeries(server);
  const email = await publishBrief(server);
  const personal = await addPersonalPages(server);
  const target = await prepare(server, email, { ...personal, ...(isOwn && (await makeOwnMagazine(server))) });
  const lines: Line[] = [];
  const runGroup = async (group: readonly Check[]) => {
    for (const check of group.filter(isAsked)) {
      lines.push(await runCheck(check, target));
      if (process.stderr.isTTY) process.stderr.write('.');
    }
  };
  const waiting = [...groups];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runGroup(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  if (isMeasured) await runGroup(lighthouse.measured); // alone: nothing else may use the processors
  print(lines);
  process.exitCode = lines.length === 0 || lines.some(({ outcome }) => outcome instanceof Error) ? 1 : 0;
} finally {
  await server.stop();
}

/** The pages behind personal links, which each file in `validate/personal` adds. */
async function addPersonalPages(open: RunningServer): Promise<Record<string, string>> {
  const added: Record<string, string> = {};
  for (const file of globSync('personal/*.ts', { cwd: folder }))
    Object.assign(added, await (await import(join(folder, file))).addPages(open));
  return added;
}

async function prepare(open: RunningServer, email: string, personal: Record<string, string>): Promise<Target> {
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const description = join(out, 'openapi.json');
  const served = await fetch(`${open.baseUrl}/openapi.json`);
  if (!served.ok) throw new Error(`/openapi.json answered ${served.status}`);
  writeFileSync(description, JSON.stringify(await served.json(), null, 2));
  const pages = { ...PAGES, ...personal };
  const texts = { ...MARKDOWN, ...(isOwn && OWN_MARKDOWN) };
  return { baseUrl: open.baseUrl, out, email, pages, texts, description, requestToken: () => requestToken(open) };
}

async function runCheck(check: Check, target: Target): Promise<Line> {
  const started = performance.now();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`the check took longer than ${LONGEST / 1000} s`)), LONGEST);
  const outcome = await Promise.race([check.run(target), late]).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  clearTimeout(timer);
  return { check, outcome, seconds: (performance.now() - started) / 1000 };
}

function print(lines: Line[]): void {
  const rows = lines.map(({ check, outcome, seconds }) => [
    check.tool,
    check.subject,
    ...describeOutcome(outcome),
    seconds.toFixed(1),
  ]);
  const table = [['check', 'subject', 'result', 'detail', 'seconds'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  console.log(`${lines.length} checks in ${Math.round(process.uptime())} s`);
  for (const { check, outcome } of lines) {
    if (outcome instanceof Error) console.log(`\n${check.tool}, ${check.subject}:\n${outcome.message}`);
  }
  const count = (result: string) => lines.filter(({ outcome }) => describeOutcome(outcome)[0] === result).length;
  console.log(`${count('passed')} passed, ${count('FAILED')} failed, ${count('skipped')} skipped`);
}

function describeOutcome(outcome: Outcome | Error): [result: string, detail: string] {
  if (outcome instanceof Error) return ['FAILED', ''];
  return typeof outcome === 'string' ? ['passed', outcome] : ['skipped', outcome.skipped];
}
