import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stockSite } from '../../scripts/stock.ts';
import { createDeps } from '../../src/runtime/create-deps.ts';
import { until } from '../../test/process/faults/server.ts';
import { bound, compare, type Line, line, loadOn, memoryOf, ON_SERVER_CORE, requestText } from '../measure.ts';
import { ARTICLE, type BenchSite, openBenchSite } from '../site.ts';

const MANY = 100_000;

/** 100,000 articles against 100: one page, the index, a search and the list of changes. */
export async function flat(): Promise<Line[]> {
  const few = await openStocked(100);
  const many = await openStocked(MANY);
  const servers = [await few.serve(), await many.serve()] as const;
  const since = new Date(Date.now() - 24 * 3600 * 1000).toISOString();
  const lines: Line[] = [];
  for (const [name, path, most, figure] of [
    ['an article', `/${ARTICLE.section}/${ARTICLE.slug}`, 1.2, 'p99'],
    ['the index', '/api/public/articles?limit=100', 2, 'p50'],
    ['a search', '/api/public/articles?q=concrete&limit=20', 2, 'p50'],
    ['changed since yesterday', `/api/public/articles?updatedSince=${since}`, 2, 'p50'],
  ] as const) {
    const request = requestText('GET', path, { Accept: '*/*' });
    const rounds = await compare(servers[1], servers[0], { connections: 8, status: 200, request });
    lines.push(line(`${name}, 100,000 articles to 100`, rounds, figure, { atMost: most }));
  }
  for (const server of servers) await server.end();
  for (const site of [few, many]) site.remove();
  return lines;
}

/** The time from start to the first 200, and the memory at that time and under load. */
export async function start(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [count, words, longest, most] of [
    [1000, '1,000', 350, 110],
    [MANY, '100,000', 2000, 500],
  ] as const) {
    const site = await openStocked(count);
    const began = performance.now();
    const [program = '', ...before] = ON_SERVER_CORE;
    const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
    const child = spawn(program, [...before, main], {
      env: { PATH: process.env.PATH, PORT: String(site.port), DATA_DIR: site.folder, RATE_LIMITS: 'off' },
      stdio: 'ignore',
    });
    const page = `http://127.0.0.1:${site.port}/${ARTICLE.section}/${ARTICLE.slug}`;
    await until(
      () =>
        fetch(page).then(
          (response) => response.ok,
          () => false,
        ),
      20_000,
    );
    lines.push(bound(`first 200 with ${words} articles`, performance.now() - began, longest, 'ms'));
    const pid = child.pid ?? 0;
    lines.push(bound(`memory at the start with ${words} articles`, memoryOf(pid), most, 'MB'));
    const request = requestText('GET', '/', { Accept: 'text/html' });
    await loadOn(site.port, { connections: 32, status: 200, request, seconds: 3 });
    lines.push(bound(`memory under load with ${words} articles`, memoryOf(pid), count === 1000 ? 250 : most, 'MB'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    site.remove();
  }
  return lines;
}

async function openStocked(count: number): Promise<BenchSite> {
  const site = await openBenchSite();
  await site.look(async (db) => stockSite(await createDeps(db), { count }));
  return site;
}
