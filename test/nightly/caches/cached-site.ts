import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CAPABILITIES } from '#app.ts';
import type { ArticleSummary } from '#article/article-rows.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { createApp } from '#server/create-app.ts';
import { createHttpServer } from '#server/http-server.ts';
import { createListener } from '#server/listener.ts';
import { createServices } from '#services.ts';
import { until } from '../../support/faults/server.ts';
import { goLive, save } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// A site behind a cache of another program: articles that change, and readers that ask the cache.

export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

export type CachedSite = {
  site: TestSite;
  /** The port of the server itself. */
  port: number;
  /** Publishes, corrects or withdraws one article, and returns what readers must see from then on. */
  change: (at: number) => Promise<Change>;
  /** The addresses of all articles that were ever live. */
  addresses: () => string[];
  /** Waits until every cache was purged once of all that has changed: a new cache is purged of everything. */
  purged: () => Promise<unknown>;
  /** Ends the server with its purges, as a crash does. */
  close: () => Promise<void>;
};

/** At `path`, `text` is there from now on, or the address answers 404. */
export type Change = { act: 'published' | 'corrected' | 'withdrawn'; path: string; text: string | null };

/** Opens a site with its server, and with the purges of its settings. */
export async function openCachedSite(t: TestContext, settings: Record<string, string>): Promise<CachedSite> {
  const site = await openSite(t, { BASE_URL: '', ...settings });
  const services = createServices(site.deps, site.config);
  const server = createHttpServer(site.config);
  server.on('request', createListener(site.deps, site.config, quiet, { services }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const sending = await CAPABILITIES.find(({ name }) => name === 'integrations')?.jobs?.();
  const host = { config: site.config, log: quiet, fetchOwnPage: async () => Response.error(), createApp };
  const jobs = sending?.createJobs(site.deps, host) ?? [];
  const close = async () => {
    for (const { stop } of jobs) await stop?.();
    server.close();
    server.closeAllConnections();
  };
  t.after(close);
  const articles: { article: ArticleSummary; slug: string; isLive: boolean }[] = [];
  let made = 0;

  async function change(at: number): Promise<Change> {
    site.pass(60);
    const live = articles.filter(({ isLive }) => isLive);
    const one = live[(at * 7919) % Math.max(live.length, 1)];
    if (!one || at % 3 === 0) return publishNext();
    const path = `/robotics/${one.slug}`;
    if (at % 3 === 1) {
      const text = `This is correction ${at} of the story.`;
      const words = { slug: one.slug, headline: `Headline ${at}`, correctionNote: text };
      one.article = await save(site, one.article, words);
      await publish(site.deps, CLI, one.article.id, { revisionNumber: one.article.revision });
      return { act: 'corrected', path, text };
    }
    await unpublish(site.deps, CLI, one.article.id);
    one.isLive = false;
    return { act: 'withdrawn', path, text: null };
  }

  async function publishNext(): Promise<Change> {
    const slug = `story-${++made}`;
    const article = await goLive(site, { slug, headline: `Story number ${made}` });
    articles.push({ article, slug, isLive: true });
    return { act: 'published', path: `/robotics/${slug}`, text: `Story number ${made}` };
  }

  return {
    site,
    port: (server.address() as AddressInfo).port,
    change,
    addresses: () => articles.map(({ slug }) => `/robotics/${slug}`),
    purged: () => until(() => isPurged(site), 60_000),
    close,
  };
}

async function isPurged({ deps }: TestSite): Promise<boolean> {
  const last = await lastSeq(deps.db, 'publication_log');
  const rows = await deps.db.read.selectFrom('setting').select('value').where('name', 'like', 'purge %').execute();
  const states = rows.map(({ value }) => JSON.parse(value) as { first: number; second: number; until: number });
  return states.length > 0 && states.every(({ first, until }) => first >= last && until === 0);
}

/** Paths whose pages change with every publication. */
export const LISTS = [
  ...['/', '/robotics', '/latest', '/rss.xml', '/robotics/atom.xml', '/feed.json', '/sitemap.xml', '/llms.txt'],
  ...['/llms-full.txt', '/corrections', '/changes', '/archive', '/archive/2026-09', '/index.md', '/method'],
  ...[
    '/api/public/articles',
    '/api/v1/public/changes',
    '/api/v1/public/changes?after=0',
    '/api/public/articles?limit=5',
  ],
];

/** The body of an answer, unpacked. */
export function readBody({ body, headers }: Answer): string {
  if (headers['content-encoding'] !== 'gzip') return body;
  return gunzipSync(Buffer.from(body, 'latin1')).toString('latin1');
}

export type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> };

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Requests a path at a port of this machine. */
export function ask(port: number, path: string, accept = '*/*', method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: accept, 'Accept-Encoding': 'gzip' };
    const asked = request({ agent, port, path, method, host: '127.0.0.1', headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const { statusCode: status = 0 } = answer;
      resolve({ status, body: Buffer.concat(parts).toString('latin1'), headers: answer.headers });
    });
    asked.on('error', reject).end();
  });
}
