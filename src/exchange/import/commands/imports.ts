import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CLI } from '#core/actor.ts';
import { chooseArchive, countArchive } from '#exchange/import/archive-run.ts';
import { workInChild } from '#exchange/import/import-process.ts';
import {
  addRun,
  countLost,
  countOutcomes,
  getRun,
  type ImportRun,
  type KindCount,
  listItems,
  readPlan,
  storePlan,
} from '#exchange/import/import-runs.ts';
import { lostWords } from '#exchange/import/item-report.ts';
import { linkWarnings } from '#exchange/import/link-warnings.ts';
import { listRedirected } from '#exchange/import/list-redirects.ts';
import { readPlanFile } from '#exchange/import/plan.ts';
import { exportRedirects, importRedirects } from '#exchange/import/redirects.ts';
import type { Service } from '#http/capability.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Environment } from '#runtime/config/env.ts';
import type { Deps } from '#runtime/deps.ts';

type LoadService = () => Promise<Pick<Service, 'isRoute'>>;

/** `import look`: reads the file, prints what an import would do, and writes the plan. */
export async function lookAtFile(args: string[], environment: Environment): Promise<void> {
  const options = { plan: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const path = resolve(onlyArgument(positionals, 'FILE'));
  const planFile = values.plan === undefined ? freePlan() : resolve(values.plan);
  if (existsSync(planFile)) throw new Error(`${planFile} exists already. Name another file with --plan.`);
  await withDeps(environment, async (deps, config) => {
    const id = await addRun(deps, CLI, { path, fileName: basename(path) });
    await readFile(deps, config, await getRun(deps.db.read, CLI, id), { act: 'look' });
    const run = await getRun(deps.db.read, CLI, id);
    writeFileSync(planFile, `${JSON.stringify(await readPlan(deps.db.read, CLI, id), null, 2)}\n`, { flag: 'wx' });
    await printReport(deps, run, 'expected');
    await printLost(deps, id);
    for (const warning of linkWarnings(run, config.publication.baseUrl)) console.log(`Note: ${warning}`);
    console.log(`The plan is in ${planFile}. Edit it, then: plumbline import run ${planFile}`);
  });
}

type Reading = { act: 'look' | 'import'; signal?: AbortSignal; resume?: boolean; onProgress?: (done: number) => void };

/** Looks at a file or imports it in a process with limits, as the server does. @throws Error that says why it stopped */
async function readFile(deps: Deps, config: Config, run: ImportRun, reading: Reading): Promise<void> {
  const { signal = new AbortController().signal, ...more } = reading;
  const why = await workInChild(deps, config, run, { signal, actor: CLI, ...more });
  if (why !== null && !signal.aborted) throw new Error(why);
}

/** `plan.json`, or `plan-2.json` and so on where an earlier look wrote it. */
function freePlan(): string {
  for (let number = 1; ; number++) {
    const path = resolve(number === 1 ? 'plan.json' : `plan-${number}.json`);
    if (!existsSync(path)) return path;
  }
}

/** `import run`: the id of a run, or its plan. Ctrl+C stops it between two articles. */
export async function runPlan(args: string[], environment: Environment): Promise<void> {
  const options = {
    resume: { type: 'boolean' },
    'archive-because': { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const given = onlyArgument(positionals, 'ID|plan.json');
  const file = given.endsWith('.json') ? readPlanFile(readFileSync(given, 'utf8')) : null;
  const id = file?.run ?? given;
  await withDeps(
    environment,
    async (deps, config) => {
      if (file && (await getRun(deps.db.read, CLI, id)).done === 0)
        await storePlan(deps, CLI, id, { given: file.plan, items: file.items });
      const because = values['archive-because'];
      if (because !== undefined)
        await chooseArchive(deps, CLI, id, { given: because, isOn: config.importArchive, hasFreshFactor: false });
      const before = await getRun(deps.db.read, CLI, id);
      const stop = new AbortController();
      const abort = () => stop.abort();
      process.once('SIGINT', abort);
      const onProgress = (done: number) => {
        console.error(`${done} of ${before.found}`);
      };
      await readFile(deps, config, before, {
        act: 'import',
        signal: stop.signal,
        resume: values.resume ?? false,
        onProgress,
      });
      process.removeListener('SIGINT', abort);
      const run = await getRun(deps.db.read, CLI, id);
      await printReport(deps, run, 'outcome');
      if (run.state !== 'done') console.log(`Stopped. Go on with: plumbline import run ${run.id} --resume`);
    },
    { writesAddresses: true },
  );
}

/** Lost things that a look quotes. */
const MOST_QUOTED = 50;

/** Quotes what the articles would lose, each with its place. */
async function printLost(deps: Deps, id: string): Promise<void> {
  const items = await listItems(deps.db.read, id, { limit: 1_000_000, only: 'articles' });
  const lost = items.flatMap(({ title, report }) =>
    report.lost.map((thing) => `lost in “${title}”: ${lostWords(thing)}`),
  );
  for (const line of lost.slice(0, MOST_QUOTED)) console.log(line);
  if (lost.length > MOST_QUOTED)
    console.log(`… and ${lost.length - MOST_QUOTED} more: /newsroom/imports/${id} has them all.`);
}

/** `redirects import` */
export async function importRedirectFile(
  args: string[],
  environment: Environment,
  loadService: LoadService,
): Promise<void> {
  const file = readFileSync(onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'FILE'), 'utf8');
  await withDeps(environment, async (deps) => {
    const { isRoute } = await loadService();
    const { added, known, refused } = await importRedirects(deps, CLI, file, isRoute);
    for (const { line, why } of refused) console.error(`Line ${line} was left out: ${why}`);
    console.log(`${added} added, ${known} known, ${refused.length} left out.`);
  });
}

/** `redirects export` */
export async function exportRedirectFile(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(environment, async (deps) => {
    process.stdout.write(await exportRedirects(deps.db.read, CLI));
  });
}

async function printReport(deps: Deps, run: ImportRun, which: 'expected' | 'outcome'): Promise<void> {
  const { id, fileName, format, state, trouble } = run;
  console.log(`Import ${id}: ${fileName}, ${format}. State: ${state}.${trouble ? ` ${trouble}` : ''}`);
  const counts = await countOutcomes(deps.db.read, id, which);
  console.log(formatTable([['kind', 'found', 'imported', 'changed', 'left out', 'refused'], ...counts.map(rowOf)]));
  for (const { kind, count } of await countLost(deps.db.read, id)) console.log(`lost: ${kind}, ${count}`);
  const redirected = (await listRedirected(deps.db.read, id)).length;
  if (redirected > 0) console.log(`redirects of old lists: ${redirected}`);
  const { planned, live } = await countArchive(deps.db.read, id);
  if (run.archive) console.log(`Archive, chosen by ${run.archive.by}: ${run.archive.reason}`);
  if (which === 'expected' && !run.archive)
    console.log(
      `As an archive, up to ${planned} article${planned === 1 ? '' : 's'} would go live; otherwise each becomes a draft.`,
    );
  if (run.archive) console.log(`live: ${live} of ${planned}`);
}

function rowOf({ kind, found: total, imported, changed, refused, 'left out': left }: KindCount): string[] {
  return [kind, ...[total, imported, changed, left, refused].map(String)];
}
