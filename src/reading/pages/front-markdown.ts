import { pagePath } from '#article/addresses.ts';
import { listingLine } from '#article/pages/listing-markdown.ts';
import { openSections } from '#article/section.ts';
import { escapeHeading, escapeMarkdown, frontMatter } from '#html/markdown/markdown.ts';
import { titleOfPage } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { pagesMarkdown, pointer } from './article-markdown.ts';
import type { FrontPage } from './front-html.ts';

/** The home page, or a page of a section, as Markdown: a list of articles with their Markdown addresses. */
export function frontMarkdown(publication: Publication, front: FrontPage<string | null>): string {
  const { section, articles, page, hasMore } = front;
  const { baseUrl, name, language } = publication;
  const open = openSections().find(({ slug }) => slug === section);
  const title = titleOfPage({ title: open ? `${name}: ${open.name}` : name, page });
  const about = open?.about ?? publication.description;
  const lines = articles.map((article) => listingLine(publication, article));
  const sections = openSections().map((entry) => `- [${entry.name}](${baseUrl}/${entry.slug}.md): ${entry.about}`);
  const older =
    section === null
      ? `[Every story by date](${baseUrl}/latest.md)`
      : pagesMarkdown(publication, { path: `/${section}`, page, hasMore });
  const parts = [
    pointer(publication),
    `# ${escapeHeading(title)}`,
    escapeMarkdown(about),
    '## Articles',
    lines.length > 0 ? lines.join('\n') : 'Nothing has been published here yet.',
    older,
    '## Sections',
    sections.join('\n'),
  ];
  const facts = frontMatter({
    title,
    description: about,
    url: baseUrl + pagePath(`/${section ?? ''}`, page),
    language,
  });
  return `${facts}\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
