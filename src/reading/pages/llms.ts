import { namePublicTools } from '#agents/pages/mcp-server-info.ts';
import { articleForms } from '#article/addresses.ts';
import { archiveMarkdown } from '#article/archive-words.ts';
import { otherOwnPages, publicPages } from '#article/public-resources.ts';
import type { PublishedArticle, PublishedListing } from '#article/published.ts';
import { currentSections, openSections } from '#article/section.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { isDeclared } from '#http/declared.ts';
import { waysIn } from '#http/ways-in.ts';
import type { Publication } from '#runtime/config/config.ts';
import { articleText } from './article-markdown.ts';

/**
 * The overview for agents, in the llms.txt format of August 2026: title, summary, prose, then sections that contain only
 * links, as its reference parser requires. Addresses that are not Markdown are in the prose.
 */
export function llmsTxt(publication: Publication, articles: PublishedListing[]): string {
  const { name, description, baseUrl: base } = publication;
  const [signIn, code] = waysIn(publication);
  const links = openSections().map((section) => link(section.name, `${base}/${section.slug}.md`));
  const bySection = [...openSections(), ...currentSections().retired].map((section) => ({
    title: section.name,
    links: articles
      .filter((article) => article.section === section.slug)
      .map((article) => articleLink(publication, article, '')),
  }));
  const sections = [
    { title: 'Sections', links },
    ...bySection,
    { title: 'The magazine', links: pageLinks(publication) },
  ];
  return `# ${escapeMarkdown(name)}

> ${escapeMarkdown(description)} Every published article is readable as HTML, Markdown and JSON without a key.

MCP server for reading, without a key: \`${base}/mcp\`, tools ${namePublicTools()}. By HTTP, search with \`${base}/api/public/articles?q=WORDS\` (also \`section\`, \`from\`, \`to\`, \`updatedSince\`), then add \`.md\` to the address of an article. Add \`/evidence\` to its JSON address to read how each number was settled.${quoteAddress(base)}${revisionAddresses()}

Corrections, moves and withdrawals: \`${base}/api/v1/public/changes\`. The API: \`${base}/openapi.json\`. Every page: \`${base}/sitemap.xml\`. Feed: \`${base}/rss.xml\`. Below its address, each section has an \`llms.txt\` with summaries, and an \`rss.xml\`. The latest articles in one text: \`${base}/llms-full.txt\`.${briefAddresses(base)}${priceList(base)}

An agent can draft for an editor, who alone publishes: ${signIn.clause}, or ${code.clause}. Steps: \`${base}/auth.md\`. Settings of clients: \`${base}/agents.md\`. MCP server: \`${base}/.well-known/mcp.json\`.

${CORRECTIONS}

${printSections(sections)}
`;
}

/** Where a quote is checked, where the service does it. */
function quoteAddress(base: string): string {
  if (!isDeclared('/api/v1/public/quote')) return '';
  return ` Check a quote with \`${base}/api/v1/public/quote?text=THE+WORDS+AS+YOU+QUOTE+THEM\`.`;
}

/** Where the weekly email is read, where the service has one. */
function briefAddresses(base: string): string {
  if (!isDeclared('/api/v1/public/briefs')) return '';
  return ` The weekly Field Brief: \`${base}/api/v1/public/briefs\`.`;
}

/** Where prices of ads are, where the service sells ads. */
function priceList(base: string): string {
  return isDeclared('/api/v1/advertise') ? ` Advertising prices: \`${base}/api/v1/advertise\`.` : '';
}

/** How to cite, where the service has permanent revisions. */
function revisionAddresses(): string {
  if (!isDeclared('/:section/:slug/r/:revision')) return '';
  return ' Cite the `permalink` of its front matter, which never changes.';
}

/** The home page and the pages of the magazine. */
function pageLinks({ baseUrl: base }: Publication): string[] {
  return [
    link('Home', `${base}/index.md`),
    ...publicPages().map(({ path, title }) => link(title, `${base}${path}.md`)),
    ...otherOwnPages().map(({ slug, title }) => link(title, `${base}/${slug}.md`)),
  ];
}

/** The overview of one section. */
export function sectionLlmsTxt(publication: Publication, section: string, articles: PublishedListing[]): string {
  const { name, baseUrl: base } = publication;
  const open = openSections().find(({ slug }) => slug === section) ?? { slug: section, name: section, about: '' };
  const links = articles.map((article) => articleLink(publication, article, article.dek));
  const around = [
    link(name, `${base}/llms.txt`, 'the whole magazine and all other routes'),
    link(`${open.name}, as a page`, `${base}/${open.slug}.md`, 'the same list with dates'),
  ];
  const sections = [
    { title: 'Articles', links },
    { title: 'Around', links: around },
  ];
  return `# ${escapeMarkdown(name)}: ${escapeMarkdown(open.name)}

> ${escapeMarkdown(open.about)} Every published article is readable as HTML, Markdown and JSON without a key.

Add \`.md\` to an article's address, or send \`Accept: text/markdown\`. JSON index of this section: \`${base}/api/public/articles?section=${open.slug}\`. Feeds of this section: \`${base}/${open.slug}/rss.xml\`, \`${base}/${open.slug}/atom.xml\`, \`${base}/${open.slug}/feed.json\`.

${CORRECTIONS}

${printSections(sections)}
`;
}

const CORRECTIONS =
  'Corrections are stated in every form of an article. The magazine does not publish a number it cannot verify.';

function printSections(sections: { title: string; links: string[] }[]): string {
  const filled = sections.filter(({ links }) => links.length > 0);
  return filled.map(({ title, links }) => `## ${title}\n\n${links.join('\n')}`).join('\n\n');
}

function articleLink(publication: Publication, article: PublishedListing, dek: string): string {
  const archive = article.archive ? archiveMarkdown({ ...article.archive, url: null }) : '';
  const about = [escapeMarkdown(dek), archive].filter((words) => words !== '').join(' ');
  return link(article.headline, articleForms(publication, article).markdown, about);
}

/** A link item, `about` in Markdown. Its name has no square brackets: the reference parser ends it at the first one, escaped or not. */
function link(name: string, address: string, about = ''): string {
  const item = `- [${escapeMarkdown(name.replaceAll('[', '(').replaceAll(']', ')'))}](${address})`;
  return about === '' ? item : `${item}: ${about}`;
}

/** Most bytes of the whole text, and of one article in it. */
export const FULL_MOST = 1_000_000;
const ARTICLE_MOST = 250_000;
/** Bytes reserved for the head and the last lines of the text. */
const FRAME = 4000;

/** The latest articles in one text of bounded size, newest first; the last lines say where it stops and where to continue. */
export function llmsFull(publication: Publication, articles: readonly PublishedArticle[], isAll: boolean): string {
  const { name, description, baseUrl } = publication;
  const texts: string[] = [];
  let left = FULL_MOST - FRAME;
  for (const article of articles) {
    const text = boundedText(publication, article);
    left -= Buffer.byteLength(text);
    if (left < 0) break;
    texts.push(text);
  }
  const whole = isAll && texts.length === articles.length;
  const parts = [
    `# ${escapeMarkdown(name)}: the latest articles in one text`,
    `> ${escapeMarkdown(description)} The overview is <${baseUrl}/llms.txt>; single articles are at their address with \`.md\`.`,
    ...texts.map((text) => `---\n\n${text}`),
    '---',
    whole
      ? `That is all: ${count(texts.length)}.`
      : `Here this text stops, after ${count(texts.length)}, newest first, for it is kept below ${FULL_MOST} bytes. Older ones: <${baseUrl}/api/public/articles> and <${baseUrl}/sitemap.xml>.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function count(articles: number): string {
  return articles === 1 ? '1 article' : `${articles} articles`;
}

/** An article with its address; for an article that is too long, only the address. */
function boundedText(publication: Publication, article: PublishedArticle): string {
  const { html, markdown } = articleForms(publication, article);
  const text = articleText(publication, article);
  if (Buffer.byteLength(text) <= ARTICLE_MOST) return `${text}\n\nAddress: <${html}>`;
  const mark = article.archive ? `\n\n${archiveMarkdown(article.archive)}` : '';
  return `# ${escapeMarkdown(article.headline)}\n\n${escapeMarkdown(article.dek)}${mark}\n\nIt is too long for this file. Read it at <${markdown}>`;
}
