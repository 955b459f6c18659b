import { DESKS } from '../article/desk.ts';
import type { PublishedListing } from '../article/published.ts';
import type { Publication } from '../config.ts';
import { articleForms } from './addresses.ts';
import { escapeMarkdown } from './markdown.ts';

/**
 * The overview for agents, in the llms.txt form of August 2026: title, summary, prose, then sections that hold nothing
 * but links, as its reference parser demands. Addresses that are not Markdown stand in the prose.
 */
export function llmsTxt(publication: Publication, articles: PublishedListing[]): string {
  const { name, description, baseUrl: base } = publication;
  const desks = DESKS.map((desk) => link(desk.name, `${base}/${desk.slug}.md`, desk.about));
  const byDesk = DESKS.map((desk) => ({
    title: desk.name,
    links: articles
      .filter((article) => article.section === desk.slug)
      .map((article) => link(article.headline, articleForms(publication, article).markdown, article.dek)),
  }));
  const sections = [{ title: 'Desks', links: desks }, ...byDesk].filter(({ links }) => links.length > 0);
  return `# ${escapeMarkdown(name)}

> ${escapeMarkdown(description)} Every published article is readable as HTML, Markdown and JSON without a key.

Add \`.md\` to an article's address, or send \`Accept: text/markdown\`. JSON index: \`${base}/api/public/articles\`. API description: \`${base}/openapi.json\`; for people: \`${base}/api\`. Feed: \`${base}/rss.xml\`. Every page: \`${base}/sitemap.xml\`. Advertising prices: \`${base}/api/v1/advertise\`.

To draft for an editor: MCP server \`${base}/.well-known/mcp.json\`, how to be let in \`${base}/auth.md\`. An agent can draft and revise; only an editor publishes.

Corrections are stated in every form of an article. The magazine does not publish a number it cannot verify.

${sections.map(({ title, links }) => `## ${title}\n\n${links.join('\n')}`).join('\n\n')}
`;
}

/** A link item whose name holds no square bracket: the reference parser ends the name at the first one, escaped or not. */
function link(name: string, address: string, about: string): string {
  return `- [${escapeMarkdown(name.replaceAll('[', '(').replaceAll(']', ')'))}](${address}): ${escapeMarkdown(about)}`;
}
