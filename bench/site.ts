import { approveClaim, findClaim, openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import type { Copy } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { readConfig } from '#runtime/config/config.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { noFiles } from '#runtime/files/files.ts';
import { stockSite } from '../scripts/stock.ts';
import { type FaultSite, prepareSite } from '../test/support/faults/fault-site.ts';
import { ON_SERVER_CORE, type Running, untilIdle } from './measure.ts';

// The site that is measured: an article of about 12 kB of HTML, and an agent with a token.

export const ARTICLE = { section: 'benchmarks', slug: 'measured' };
export type BenchSite = FaultSite & { token: string; serve: (settings?: Record<string, string>) => Promise<Running> };

/** `databaseUrl` is the address of an empty PostgreSQL database; without it the site has a file. */
export async function openBenchSite(articles = 5, databaseUrl?: string): Promise<BenchSite> {
  const site = await prepareSite({ articles, ...(databaseUrl && { databaseUrl }) });
  const token = await site.look(async (db) => {
    const deps = await createDeps(db, noFiles, readConfig({ FIGURES_GATE: 'warn' }).policy);
    const { id } = await createDraft(deps, CLI, measured());
    await publish(deps, CLI, id, { revisionNumber: 0 });
    const chief = await db.read.selectFrom('editor').selectAll().executeTakeFirstOrThrow();
    const editor = { kind: 'editor', id: chief.id, name: chief.name, role: 'chief' } as const;
    const asker = { loginHint: null, address: '127.0.0.1', program: 'bench' };
    const { claimToken, userCode } = await openClaim(deps, asker, 600);
    await approveClaim(deps, editor, (await findClaim(deps, userCode))?.id ?? '');
    const redeemed = await redeemClaim(deps, claimToken, site.base, 0.05);
    if (redeemed.state !== 'issued') throw new Error(`no token was issued: ${redeemed.state}`);
    return redeemed.accessToken;
  });
  return {
    ...site,
    token,
    serve: async (settings = {}) => {
      // One arena of glibc, as `npm start` sets it.
      const server = await site.start({ MALLOC_ARENA_MAX: '1', ...settings }, ON_SERVER_CORE);
      return { port: site.port, pid: server.pid, end: server.end };
    },
  };
}

export const MANY = 100_000;

let many: Promise<BenchSite> | null = null;

/** A site with 100,000 published articles, shared by all parts. */
export function openMany(): Promise<BenchSite> {
  many ??= makeMany();
  return many;
}

async function makeMany(): Promise<BenchSite> {
  const site = await openStocked(MANY);
  process.once('exit', site.remove);
  const server = await site.serve();
  await untilIdle(server.pid);
  await server.end();
  return site;
}

/** The site with `count` published articles. */
export async function openStocked(count: number): Promise<BenchSite> {
  const site = await openBenchSite();
  await site.look(async (db) => stockSite(await createDeps(db), { count }));
  return site;
}

const SENTENCE =
  'The crew ran the machine on a *live* slab for six weeks and wrote down **every stop**, see [the log](https://example.org/log). ';

function measured(): Copy {
  return {
    ...ARTICLE,
    headline: 'Four takeoff programs, one set of drawings',
    dek: 'What estimators should check before they rely on a count.',
    bodyBlocks: Array.from({ length: 12 }, (_, n) => ({
      id: `b${n}`,
      type: n % 4 === 1 ? 'heading' : 'paragraph',
      text: n % 4 === 1 ? `What was measured in week ${n}` : SENTENCE.repeat(6),
    })),
    sources: Array.from({ length: 6 }, (_, n) => ({
      title: `Record ${n} of the pilot`,
      url: `https://example.org/${n}`,
    })),
  } as Copy;
}
