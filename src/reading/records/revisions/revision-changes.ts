import { html } from 'hono/html';
import { FIELD_LABELS, publishedTexts } from '#article/article-fields.ts';
import type { BodyBlock, Copy } from '#article/copy.ts';
import type { PublishedArticle } from '#article/published.ts';
import { type Comparison, compareCopies } from '#editorial/review/compare.ts';
import { type BlockChange, isChange } from '#editorial/review/compare-blocks.ts';
import type { Piece } from '#editorial/review/compare-lane.ts';
import { direction, type Html } from '#html/html.ts';
import { plainText } from '#html/inline.ts';

/** What changed from a revision to the one that readers see now. */
export function changesSince(then: PublishedArticle, now: PublishedArticle): Html {
  const compared = compareCopies(copyOf(then), [
    { copy: copyOf(now), hand: { revision: now.revision, by: '', kind: 'editor' } },
  ]);
  const lines = [...fieldLines(compared), ...sourceLines(compared), ...blockLines(compared)];
  return html`<section class="provenance hang" aria-labelledby="changes">
<h2 class="label" id="changes">Changed since</h2>
<div>${lines.length === 0 ? html`<p>The words are the same.</p>` : lines}</div>
</section>`;
}

/** What readers see of an article, as a copy. Marks are left out, so that the comparison reads like the page. */
function copyOf(article: PublishedArticle): Copy {
  const { headline, dek, section, slug, sources } = article;
  return {
    headline,
    dek,
    section,
    slug,
    sources,
    ...publishedTexts(article),
    correctionNote: article.correctionNote,
    bodyBlocks: article.bodyBlocks.map(withoutMarks),
  };
}

function withoutMarks(block: BodyBlock): BodyBlock {
  return block.type === 'list' ? block : { ...block, text: plainText(block.text) };
}

function fieldLines({ texts, values }: Comparison): Html[] {
  return [
    ...texts.map(({ name, pieces }) => line(FIELD_LABELS[name] ?? name, piecesHtml(pieces), '')),
    ...values.map(({ name, before, after }) => line(FIELD_LABELS[name] ?? name, swap(before, after), '')),
  ];
}

function sourceLines({ sources }: Comparison): Html[] {
  return sources.map(({ before, after }) => {
    const words = (source: typeof before) => source && `${source.title}, ${source.url}`;
    return line('Source', swap(words(before), words(after)), '');
  });
}

function blockLines({ blocks }: Comparison): Html[] {
  return blocks
    .filter(isChange)
    .map((block) => line(stateOf(block), piecesHtml(block.pieces), block.pieces[0]?.text ?? ''));
}

function stateOf({ state, type }: BlockChange): string {
  switch (state) {
    case 'added':
      return `New ${type}`;
    case 'removed':
      return `Removed ${type}`;
    case 'changed':
      return `Changed ${type}`;
    case 'same':
      return `Moved ${type}`;
  }
}

function line(label: string, words: Html, text: string): Html {
  return html`<p><strong>${label}:</strong> <span${direction(text)}>${words}</span></p>
`;
}

function piecesHtml(pieces: readonly Piece[]): Html {
  return html`${pieces.map(({ kind, text }) => {
    const words = inLines(text);
    return kind === 'same' ? words : kind === 'added' ? html`<ins>${words}</ins>` : html`<del>${words}</del>`;
  })}`;
}

function inLines(text: string): Html {
  return html`${text.split('\n').map((words, at) => html`${at > 0 ? html`<br>` : ''}${words}`)}`;
}

function swap(before: string | null, after: string | null): Html {
  return html`${before ? html`<del>${before}</del>` : ''}${before && after ? ' ' : ''}${after ? html`<ins>${after}</ins>` : ''}`;
}
