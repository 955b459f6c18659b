import { readdirSync, readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import MarkdownIt from 'markdown-it';
import { notFound } from '#article/pages/not-found.ts';
import { headingId } from '#html/newsroom/help-links.ts';
import { htmlFragment, newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

// The editor's handbook, docs/editors.md, as a page of the newsroom. It needs no other site. The file is ours, so its HTML is trusted.

const FOLDER = new URL('../../../docs/', import.meta.url);
/** The size of the pictures, which `npm run handbook` takes. */
const PICTURE = { width: 1180, height: 760 };

const PICTURES = new Map(
  readdirSync(new URL('editors/', FOLDER))
    .filter((name) => name.endsWith('.webp'))
    .map((name) => [name, readFileSync(new URL(`editors/${name}`, FOLDER))]),
);

/** `parts`: each section by the id of its heading. */
type Handbook = { title: string; sections: string[]; body: string; parts: ReadonlyMap<string, string> };
const HANDBOOK = renderHandbook(readFileSync(new URL('editors.md', FOLDER), 'utf8'));

/** `GET /newsroom/help`. */
export function showHandbook(c: Context): Promise<Response> {
  const { title, sections, body } = HANDBOOK;
  return newsroomPage(c, {
    title,
    styles: ['newsroom-help.css'],
    main: html`<h1>${title}</h1>
<nav class="contents" aria-label="Sections"><ol>${sections.map((name) => html`<li><a href="#${headingId(name)}">${name}</a></li>`)}</ol></nav>
<div class="handbook">${raw(body)}</div>`,
  });
}

/** `GET /newsroom/help/section?of=`: one section by the id of its heading, without its pictures, for the panel beside a page. */
export async function showHelpSection(c: Context): Promise<Response> {
  const section = HANDBOOK.parts.get(c.req.query('of') ?? '');
  return section === undefined ? notFound(c) : htmlFragment(c, html`${raw(section)}`);
}

/** `GET /newsroom/help/pictures/{file}`. */
export async function readHelpPicture(c: Context): Promise<Response> {
  const body = PICTURES.get(c.req.param('file') ?? '');
  if (!body) return notFound(c);
  return new Response(new Uint8Array(body), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=3600' },
  });
}

function renderHandbook(text: string): Handbook {
  const markdown = new MarkdownIt();
  const { rules } = markdown.renderer;
  rules.heading_open = (tokens, at) => `<${tokens[at]?.tag} id="${headingId(tokens[at + 1]?.content ?? '')}">`;
  rules.image = (tokens, at) => {
    const file = String(tokens[at]?.attrGet('src') ?? '').replace(/^editors\//, '');
    const alt = markdown.utils.escapeHtml(tokens[at]?.content ?? '');
    return `<img src="/newsroom/help/pictures/${file}" alt="${alt}" width="${PICTURE.width}" height="${PICTURE.height}" loading="lazy">`;
  };
  const [, title = '', rest = ''] = /^# ([^\n]*)\n(.*)$/s.exec(text) ?? [];
  const sections = [...rest.matchAll(/^## (.*)$/gm)].map(([, name = '']) => name);
  const body = markdown.render(rest);
  const parts = body.split(/^(?=<h2 id=)/m).map((part): [string, string] => {
    const [, id = ''] = /^<h2 id="([^"]*)"/.exec(part) ?? [];
    return [id, part.replace(/<p><img [^>]*><\/p>\n?/g, '')];
  });
  return { title, sections, body, parts: new Map(parts) };
}
