import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'parse5';
import { openDesks } from '#article/desk.ts';
import { CLI } from '#core/actor.ts';
import { addRun, listItems } from '#import/import-runs.ts';
import { lookAt } from '#import/look.ts';
import { runImport } from '#import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite, watch } from '../../support/browser.ts';
import { HOSTILE_BODIES } from '../../support/exchange/hostile-bodies.ts';
import { form, fromPage, type TestSite } from '../../support/site.ts';

// Hostile articles are imported, an editor publishes them by the form, and every form that readers get is searched for what could run
// or load something of another site.

const EVIL = `"><script>alert(1)</script><img src=https://evil.example/x.png onerror=alert(1)>`;

test('hostile articles are imported and published, and no form of them runs or loads anything', async (t) => {
  const site = await serveSite(t);
  const articles = await importHostile(t, site);
  const editor = await site.person('editor');
  for (const { id } of articles) {
    const answer = await site.fetch(`/newsroom/articles/${id}/publish`, {
      ...form(editor, { revision: '0' }),
      headers: fromPage(editor, {
        Origin: site.config.publication.baseUrl,
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    });
    assert.equal(answer.status, 303, (await answer.text()).slice(0, 3000));
  }
  const rows = await site.deps.db.read.selectFrom('article').select(['live_desk', 'live_slug']).execute();
  const paths = rows.map(({ live_desk, live_slug }) => `/${live_desk}/${live_slug}`);
  assert.equal(new Set(paths).size, articles.length, 'all are live');
  const found = { scripts: 0, pictures: 0, handlers: 0, javascript: 0, frames: 0, foreign: 0 };
  const read: Record<string, number> = {};
  const look = async (kind: string, path: string, search: (text: string) => void) => {
    const answer = await site.fetch(path);
    assert.equal(answer.status, 200, path);
    search(await answer.text());
    read[kind] = (read[kind] ?? 0) + 1;
  };
  const searchHtml = (page: string) => countIn(page, site.config.publication.baseUrl, found);
  for (const path of paths) {
    await look('pages', path, searchHtml);
    await look('permanent pages', `${path}/r/0`, searchHtml);
    await look('Markdown', `/api/v1/public/markdown${path}`, (text) => searchMarkdown(text, found));
    await look('JSON', `/api/v1/public/articles${path}`, (text) => {
      for (const html of textsOf(JSON.parse(text))) if (/^</.test(html)) searchHtml(html);
    });
  }
  for (const path of ['/rss.xml', '/atom.xml', '/robotics/rss.xml', '/robotics/atom.xml'])
    await look('feeds', path, (text) => {
      for (const html of htmlInFeed(text)) searchHtml(html);
    });
  for (const path of ['/feed.json', '/robotics/feed.json'])
    await look('feeds', path, (text) => {
      for (const { content_html } of JSON.parse(text).items) searchHtml(content_html ?? '');
    });
  for (const path of ['/', '/latest', '/robotics', '/archive', '/tags']) await look('lists', path, searchHtml);
  await look('llms', '/llms-full.txt', (text) => searchMarkdown(text, found));
  const printed = await printAll(t, site, paths);
  t.diagnostic(`${articles.length} articles: ${JSON.stringify(read)}, ${printed} printed as PDF`);
  t.diagnostic(JSON.stringify(found));
  assert.deepEqual(found, { scripts: 0, pictures: 0, handlers: 0, javascript: 0, frames: 0, foreign: 0 });
});

/** Characters of a page that is printed. */
const LONGEST_PRINTED = 100_000;

/** The hostile bodies as a Ghost export and as Markdown files, with hostile words in every other field. */
async function importHostile(t: TestContext, site: TestSite): Promise<{ id: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-hostile-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const bodies = Object.entries(HOSTILE_BODIES);
  const posts = bodies.map(([name, make], at) => ({
    ...{ id: `${at}`, title: `${name} ${EVIL}`, slug: `html-${at}`, status: 'published', visibility: 'public' },
    ...{
      custom_excerpt: `An excerpt. ${EVIL}`,
      feature_image: 'https://evil.example/hero.png',
      html: `${make()}<p>The end of it.`,
    },
  }));
  const data = {
    posts,
    tags: [{ id: 't', name: EVIL }],
    users: [{ id: 'u', name: EVIL }],
    posts_tags: posts.map(({ id }) => ({ post_id: id, tag_id: 't' })),
    posts_authors: posts.map(({ id }) => ({ post_id: id, author_id: 'u' })),
    posts_meta: posts.map(({ id }) => ({ post_id: id, feature_image_alt: EVIL, feature_image_caption: EVIL })),
    settings: [{ key: 'title', value: EVIL }],
  };
  writeFileSync(join(folder, 'ghost.json'), JSON.stringify({ db: [{ meta: {}, data }] }));
  mkdirSync(join(folder, 'markdown'));
  for (const [at, [name, make]] of bodies.entries())
    writeFileSync(
      join(folder, 'markdown', `md-${at}.md`),
      `---\ntitle: ${JSON.stringify(`${name} ${EVIL}`)}\ndescription: ${JSON.stringify(EVIL)}\ntags: [${JSON.stringify(EVIL)}]\n---\n\n${make()}\n\nThe end of it.\n`,
    );
  const articles: { id: string }[] = [];
  for (const path of ['ghost.json', 'markdown']) {
    const id = await addRun(site.deps, CLI, { path: join(folder, path), fileName: path });
    await lookAt(site.deps, CLI, id, { sections: openDesks() });
    await runImport(site.deps, CLI, id, { options: { isRoute, baseUrl: site.config.publication.baseUrl } });
    const items = await listItems(site.deps.db.read, id, { limit: 100 });
    for (const { outcome, expected, why, title } of items) {
      assert.equal(outcome, expected, title);
      if (outcome === 'refused') t.diagnostic(`refused: ${title.slice(0, 60)}: ${why}`);
    }
    articles.push(...items.flatMap(({ articleId }) => (articleId ? [{ id: articleId }] : [])));
  }
  assert.ok(articles.length >= bodies.length * 2 - 2, `${articles.length} articles`);
  return articles;
}

type Found = {
  scripts: number;
  pictures: number;
  handlers: number;
  javascript: number;
  frames: number;
  foreign: number;
};
type HtmlNode = {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: HtmlNode[];
  content?: HtmlNode;
};

/** Counts what an HTML text would run or load from another site, element by element, as a browser reads it. */
function countIn(html: string, baseUrl: string, found: Found): void {
  const walk = (node: HtmlNode) => {
    const attributes = new Map((node.attrs ?? []).map(({ name, value }) => [name, value]));
    const isOurs = (address: string) =>
      !/^(?:[a-z][a-z+.-]*:)?\/\//i.test(address) || address.startsWith(`${baseUrl}/`);
    if (node.nodeName === 'script') {
      const src = attributes.get('src');
      const isData = /^application\/(?:ld\+)?json$|^speculationrules$/.test(attributes.get('type') ?? '');
      if (!isData && !(src !== undefined && isOurs(src))) found.scripts++;
    }
    if (/^(?:iframe|object|embed|frame|base|applet)$/.test(node.nodeName)) found.frames++;
    if (node.nodeName === 'meta' && attributes.has('http-equiv')) found.frames++;
    for (const [name, value] of attributes) {
      if (/^on/i.test(name)) found.handlers++;
      if (
        /^\s*(?:javascript|data|vbscript):/i.test(value.replace(/[\s\u0000-\u001f]/g, '')) &&
        /^(?:href|src|action|formaction|srcdoc|xlink:href|poster)$/.test(name)
      )
        found.javascript++;
      const loads =
        /^(?:src|srcset|poster|data|background)$/.test(name) ||
        (node.nodeName === 'link' && name === 'href' && /stylesheet|icon|preload/.test(attributes.get('rel') ?? ''));
      if (loads && value.split(',').some((one) => !isOurs(one.trim()))) found.pictures++;
      if (name === 'style' && /url\(/.test(value)) found.foreign++;
    }
    for (const child of node.childNodes ?? []) walk(child);
    if (node.content) walk(node.content);
  };
  walk(parse(html) as HtmlNode);
}

/** Markdown has no tag that is not escaped, no picture of another site and no link that is not plain. */
function searchMarkdown(text: string, found: Found): void {
  const prose = text.replace(/(`+)[\s\S]*?\1/g, '');
  found.scripts += [...prose.matchAll(/(?<!\\)<(?:script|iframe|img|svg|object|embed|meta|link|base)\b/gi)].length;
  found.pictures += [...prose.matchAll(/(?<!\\)!\[[^\]]*\]\(https?:\/\/evil/g)].length;
  found.javascript += [...prose.matchAll(/(?<!\\)\]\(\s*(?:javascript|data|vbscript):/gi)].length;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The HTML inside of RSS and Atom. A title of either, and a summary of Atom, are plain text (RFC 4287, 3.1.1). */
function htmlInFeed(feed: string): string[] {
  const parts = feed.matchAll(/<(content:encoded|description|content)\b[^>]*>\s*([\s\S]*?)\s*<\/\1>/g);
  return [...parts].map(([, , inner = '']) =>
    inner.startsWith('<![CDATA[') ? inner.slice(9, -3).replaceAll(']]]]><![CDATA[>', ']]>') : decodeXml(inner),
  );
}

function decodeXml(text: string): string {
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (sign) => signs[sign as keyof typeof signs]);
}

/** Opens each article in a browser, where nothing may run or leave the site, and prints it. */
async function printAll(t: TestContext, site: TestSite, paths: readonly string[]): Promise<number> {
  const page = await (await openContext(t)).newPage();
  const seen = watch(page, site);
  let printed = 0;
  for (const path of paths) {
    const size = (await (await site.fetch(path)).text()).length;
    if (size > LONGEST_PRINTED) continue; // a browser lays out thousands of pages for minutes
    await page.goto(site.config.publication.baseUrl + path);
    const pdf = (await page.pdf()).toString('latin1');
    assert.doesNotMatch(pdf, /\/JavaScript|\/JS\b|\/Launch|\/URI \((?!https?:)/, path);
    printed++;
  }
  assert.deepEqual(seen, []);
  return printed;
}
