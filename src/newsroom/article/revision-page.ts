import { html } from 'hono/html';
import {
  FIELD_LABELS,
  OPTIONAL_TEXT_NAMES,
  PACKET_NOTE_NAMES,
  type PacketTextName,
  PUBLISHED_PACKET_NAMES,
  REQUIRED_TEXT_NAMES,
} from '#article/article-fields.ts';
import type { Copy, Source } from '#article/copy.ts';
import { sectionName } from '#article/section.ts';
import { isEditorial } from '#core/actor.ts';
import { type ArticleRecord, listRevisions, readRevision } from '#editorial/article-record.ts';
import { compareCopies, compareRevisions } from '#editorial/review/compare.ts';
import type { Html } from '#html/html.ts';
import { markHidden, markNote } from '#html/newsroom/marked.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { bylineOf, pictureTitleOf, tagsOf } from '#newsroom/kit/copy-names.ts';
import { isLiveNow, publishBox } from '#newsroom/publish/publish-box.ts';
import { publishLink } from '#newsroom/publish/publish-link.ts';
import { readLive, toRevisionView } from '#newsroom/publish/revision-view.ts';
import { type Changes, changesOf } from '#newsroom/review/changes.ts';
import { readingSheet } from '#newsroom/review/review-section.ts';

/** `GET /newsroom/articles/{articleId}/revisions/{number}`: one revision with all its fields. */
export async function showRevision(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const number = parseRevisionNumber(c.req.param('number') ?? '');
  const file = await readRevision(deps.db.read, actor, deps, { id: articleIdOf(c), number });
  const line = (await listRevisions(deps.db.read, actor, file.id)).find((candidate) => candidate.number === number);
  const live = await readLive(c, file);
  const earlier = await earlierOf(c, file, number, live);
  const changes = earlier && changesOf(earlier.file.copy, file.copy);
  return newsroomPage(c, {
    title: `Revision ${number}: ${file.copy.headline}`,
    scripts: ['publish'],
    styles: ['newsroom-publication.css', 'newsroom-review.css', 'newsroom-article.css'],
    main: html`<p class="trail"><a href="/newsroom/articles">Articles</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1><small>Revision ${number}</small> ${file.copy.headline}</h1>
${line ? html`<p class="stage"><strong>${visibility(file, number)}</strong> Saved ${formatTime(line.savedAt)} UTC by ${line.savedBy}.</p>` : ''}
${neighbours(file, number)}
<div class="acts"><a class="btn plain" href="/newsroom/articles/${file.id}/preview?revision=${number}">Preview the page that readers would see</a>${isEditorial(actor) && !isLiveNow(file, number) ? publishLink({ articleId: file.id, revision: number, text: `Publish revision ${number} …` }) : ''}</div>
<div class="desk-work review-work">
<section class="reading" aria-labelledby="text-title">
<h2 id="text-title">The copy of revision ${number}</h2>
${earlier && changes ? changeNote(earlier, changes, file.id, number) : ''}
<p class="dek">${markHidden(file.copy.dek)}</p>
${await readingSheet(await blocksSince(c, file, number, earlier))}
</section>
<div class="side">
${await publishBox(c, await toRevisionView(c, file, number))}
</div>
</div>
<section aria-labelledby="copy-title">
<h2 id="copy-title">All fields</h2>
${markNote([file.copy])}
${copySheet(file.copy, { byline: await bylineOf(c, file.copy), tags: await tagsOf(c, file.copy), picture: await pictureTitleOf(c, file.copy) }, changes)}
</section>`,
  });
}

type Earlier = { file: ArticleRecord; number: number; name: string };

/** The revision to compare with: the live one if this one came later, or else the previous one. */
async function earlierOf(
  c: Context,
  file: ArticleRecord,
  number: number,
  live: ArticleRecord | null,
): Promise<Earlier | null> {
  if (live && file.liveRevision !== null && file.liveRevision < number)
    return {
      file: live,
      number: file.liveRevision,
      name: `revision ${file.liveRevision}, which readers see`,
    };
  if (number === 0) return null;
  const { deps, actor } = c.var;
  const before = await readRevision(deps.db.read, actor, deps, { id: file.id, number: number - 1 });
  return { file: before, number: number - 1, name: `revision ${number - 1}` };
}

async function blocksSince(c: Context, file: ArticleRecord, number: number, earlier: Earlier | null) {
  if (earlier === null) return compareCopies(file.copy, []).blocks;
  const { deps, actor } = c.var;
  return (await compareRevisions(deps.db.read, actor, { id: file.id, from: earlier.number, to: number })).blocks;
}

function changeNote({ name, number }: Earlier, { fields }: Changes, id: string, to: number): Html {
  if (fields.size === 0) return html`<p>The same as ${name}.</p>`;
  return html`<p>Marked: the differences from ${name}. <a href="/newsroom/articles/${id}/compare/${number}/${to}">Compare the two word by word</a></p>`;
}

function visibility({ liveRevision, revision }: ArticleRecord, number: number): string {
  if (number === liveRevision) return 'Readers see this revision.';
  return number === revision
    ? 'The latest revision; readers do not see it.'
    : 'An earlier revision; readers do not see it.';
}

function neighbours({ id, revision }: Pick<ArticleRecord, 'id' | 'revision'>, number: number): Html | string {
  if (revision === 0) return '';
  const link = (to: number, words: string) => html`<a href="/newsroom/articles/${id}/revisions/${to}">${words}</a>`;
  return html`<p class="neighbours">${number > 0 ? link(number - 1, `Revision ${number - 1}`) : ''} ${number < revision ? link(number + 1, `Revision ${number + 1}`) : ''}</p>`;
}

type Names = { byline: string; tags: { id: string; name: string | null }[]; picture: string };

/** All fields of a revision as stored: inline marks are shown as typed, not rendered. */
function copySheet(copy: Copy, { byline, tags, picture }: Names, changes: Changes | null): Html {
  const mark = (name: keyof Copy) => (changes?.fields.has(name) ? CHANGED : '');
  return html`<dl class="copy">
${REQUIRED_TEXT_NAMES.map(
  (name) => html`<div><dt>${FIELD_LABELS[name]}${mark(name)}</dt><dd>${markHidden(copy[name])}</dd></div>
`,
)}<div><dt>Section${mark('section')}</dt><dd>${sectionName(copy.section)} <code>${copy.section}</code></dd></div>
<div><dt>Slug${mark('slug')}</dt><dd><code>${copy.slug}</code></dd></div>
<div><dt>Byline${mark('authorId')}</dt><dd>${byline}</dd></div>
<div><dt>Tags${mark('tagIds')}</dt><dd>${tags.map(({ id, name }) => name ?? `unknown: ${id}`).join(', ') || 'none'}</dd></div>
${OPTIONAL_TEXT_NAMES.map(
  (name) => html`<div><dt>${FIELD_LABELS[name]}${mark(name)}</dt><dd>${markHidden(copy[name] ?? 'none')}</dd></div>
`,
)}<div><dt>Hero picture${mark('heroAssetId')}</dt><dd>${copy.heroAssetId ? html`<a href="/newsroom/pictures/${copy.heroAssetId}">${picture}</a>` : 'none'}</dd></div>
</dl>
<details><summary>The body as it is stored, ${count(copy.bodyBlocks.length, 'block')}</summary>
<table class="plan blocks">
<thead><tr><th scope="col" class="number">No.</th><th scope="col">Type</th><th scope="col">Text</th></tr></thead>
<tbody>${copy.bodyBlocks.map(
    (block, position) => html`
<tr><td class="number">${position + 1}</td><td>${block.type} <code>${markHidden(block.id)}</code>${changes?.blocks.has(position) ? CHANGED : ''}</td><td class="words">${markHidden(block.text)}</td></tr>`,
  )}</tbody>
</table></details>
<h3>Sources, ${copy.sources?.length ?? 0}${mark('sources')}</h3>
${sources(copy.sources ?? [])}
<h3>Search and sharing${mark('editorialPacket')}</h3>
${packetTexts(copy.editorialPacket ?? {}, PUBLISHED_PACKET_NAMES, 'Published.', 'Search engines and shared links show the headline and the dek.')}
<h3>Notes for the editors${mark('editorialPacket')}</h3>
${packetTexts(copy.editorialPacket ?? {}, PACKET_NOTE_NAMES, 'Never published.', 'No notes. They are never published.')}`;
}

const CHANGED = html` <span class="mark">changed</span>`;

function sources(list: Source[]): Html {
  if (list.length === 0) return html`<p>No source is cited.</p>`;
  return html`<ol class="cited">${list.map(
    (source) => html`
<li>${markHidden(source.title)}${source.publisher ? html`, ${markHidden(source.publisher)}` : ''}<br><a href="${source.url}" rel="noreferrer">${source.url}</a>${source.note ? html`<br>${markHidden(source.note)}` : ''}</li>`,
  )}
</ol>`;
}

function packetTexts(
  packet: NonNullable<Copy['editorialPacket']>,
  names: readonly PacketTextName[],
  whereShown: string,
  whenEmpty: string,
): Html {
  const given = names.filter((name) => packet[name]);
  if (given.length === 0) return html`<p>${whenEmpty}</p>`;
  return html`<p>${whereShown}</p>
<dl class="copy">${given.map(
    (name) => html`
<div><dt>${FIELD_LABELS[name]}</dt><dd class="words">${markHidden(packet[name] ?? '')}</dd></div>`,
  )}
</dl>`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
