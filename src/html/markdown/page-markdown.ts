import type { Publication } from '#runtime/config/config.ts';
import { escapeHeading, escapeMarkdown, frontMatter } from './markdown.ts';

export type MarkdownPage = {
  path: string;
  title: string;
  description: string;
  /** In Markdown; empty parts are omitted. */
  parts: readonly string[];
};

/** A page as Markdown: front matter, pointer to the index, title, text. */
export function pageMarkdown(publication: Publication, { path, title, description, parts }: MarkdownPage): string {
  const { baseUrl: base, language, name } = publication;
  const facts = frontMatter({ title: `${title} · ${name}`, description, url: base + path, language });
  const pointer = `> Index of this magazine for agents: [${base}/llms.txt](${base}/llms.txt)`;
  const all = [pointer, `# ${escapeHeading(title)}`, escapeMarkdown(description), ...parts];
  return `${facts}\n${all.filter((part) => part !== '').join('\n\n')}\n`;
}
