import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ArticleSummary } from '#article/article-rows.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createHttpServer } from '#server/http-server.ts';
import { createListener } from '#server/listener.ts';
import { createServices } from '#server/services.ts';
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
  /** Ends the server, as a crash does. */
  close: () => void;
};

/** At `path`, `text` is there from now on, or the address answers 404. */
export type Change = { act: 'published' | 'corrected' | 'withdrawn'; path: string; text: string | null };

/** Opens a site with its server. */
export async function openCachedSite(t: TestContext): Promise<CachedSite> {
  const site = await openSite(t, { BASE_URL: '' });
  const services = createServices(site.deps, site.config);
  const server = createHttpServer(site.config);
  server.on('request', createListener(site.deps, site.config, quiet, { services }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
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
    close,
  };
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
