import { html } from 'hono/html';
import type { ProsePart, ProseSection } from '#core/prose.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Html } from './html.ts';
import { pageHtml } from './page-html.ts';

/** A page of fixed text. Text that people typed is escaped as in Markdown. */
export type ProsePage = {
  path: string;
  title: string;
  description: string;
  sections: readonly ProseSection[];
};

const MARKS = /`([^`]+)`|\[((?:\\.|[^\]\\])+)\]\((\/[^)]*|mailto:[^)]*)\)|\\([!-/:-@[-`{-~])/g;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** A page of prose as HTML. `drawn` has markup to add below the text of a section, by the section's id. */
export function proseHtml(
  publication: Publication,
  { path, title, description, sections }: ProsePage,
  drawn: Readonly<Record<string, Html>> = {},
): Promise<string> {
  const address = publication.baseUrl + path;
  return pageHtml(publication, {
    title,
    description,
    canonical: address,
    alternates: { markdown: `${address}.md` },
    main: html`<h1>${title}</h1>
<p class="dek">${description}</p>
${sections.map(
  (section) => html`<section class="hang prose" aria-labelledby="${section.id}">
<h2 class="label" id="${section.id}">${section.title}</h2>
<div>${section.text.map(partHtml)}${drawn[section.id] ?? ''}</div>
</section>
`,
)}`,
  });
}

/** The same page as Markdown. */
export function proseMarkdown(
  publication: Publication,
  { path, title, description, sections }: ProsePage,
  drawn: Readonly<Record<string, string>> = {},
): string {
  const line = (text: string) => text.replace(/(?<!\\)\]\(\//g, `](${publication.baseUrl}/`);
  const parts = sections.flatMap((section) => [
    `## ${section.title}`,
    ...section.text.map((part) => {
      if (typeof part === 'string') return line(part);
      if ('heading' in part) return `### ${part.heading}`;
      if ('code' in part) return `\`\`\`${part.language}\n${part.code}\n\`\`\``;
      return part.map((item) => `- ${line(item)}`).join('\n');
    }),
    drawn[section.id] ?? '',
  ]);
  return pageMarkdown(publication, { path, title, description, parts });
}

function partHtml(part: ProsePart): Html {
  if (typeof part === 'string') return html`<p>${lineHtml(part)}</p>\n`;
  if ('heading' in part) return html`<h3 id="${part.id}">${part.heading}</h3>\n`;
  if ('code' in part) return html`<pre><code>${part.code}</code></pre>\n`;
  return listHtml(part);
}

function listHtml(items: readonly string[]): Html {
  return html`<ul>${items.map((item) => html`<li>${lineHtml(item)}</li>`)}</ul>\n`;
}

function lineHtml(text: string): Html {
  const parts: (Html | string)[] = [];
  let from = 0;
  for (const { 0: whole, 1: code, 2: words, 3: address, 4: escaped, index } of text.matchAll(MARKS)) {
    parts.push(text.slice(from, index));
    if (escaped) parts.push(escaped);
    else if (code) parts.push(html`<code>${code}</code>`);
    else parts.push(html`<a href="${address}">${words?.replace(ESCAPED, '$1')}</a>`);
    from = index + whole.length;
  }
  return html`${[...parts, text.slice(from)]}`;
}
