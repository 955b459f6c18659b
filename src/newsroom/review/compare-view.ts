import { html } from 'hono/html';
import { FIELD_LABELS } from '#article/article-fields.ts';
import type { Source } from '#article/copy.ts';
import { sectionName } from '#article/section.ts';
import type { SourceChange, TextChange, ValueChange } from '#editorial/review/compare.ts';
import type { BlockChange } from '#editorial/review/compare-blocks.ts';
import type { Hand, Piece } from '#editorial/review/compare-lane.ts';
import type { Html } from '#html/html.ts';
import { markHidden } from '#html/newsroom/marked.ts';

/** Names of authors, tags and pictures by their ids. */
export type NamesById = ReadonlyMap<string, string>;

/** Tags are compared one by one. */
const FIELDS: Readonly<Record<string, string>> = { ...FIELD_LABELS, tagIds: 'Tag' };

/** A text with deletions struck through and insertions underlined; when several people changed it, each change has its revision. */
export function pieces(list: readonly Piece[]): Html {
  const several = handsOf(list).length > 1;
  return html`${list.map((piece) => {
    const { kind, text, hand } = piece;
    if (kind === 'same') return markHidden(text);
    const title = titleOf(piece);
    const part = (words: string) => {
      if (words === '') return '';
      return kind === 'added'
        ? html`<ins title="${title}">${markHidden(words)}</ins>`
        : html`<del title="${title}">${markHidden(words)}</del>`;
    };
    if (!several || !hand) return part(text);
    // The number follows the last word directly, so that no line breaks between them.
    const words = text.trimEnd();
    return html`${part(words)}<sup>r${hand.revision}</sup>${part(text.slice(words.length))}`;
  })}`;
}

/** What happened to a piece, and by whose hand. */
export function titleOf({ kind, hand }: Piece): string {
  return hand ? `${kind === 'added' ? 'Added' : 'Removed'} in revision ${hand.revision} by ${hand.by}` : '';
}

/** The authors of the changes, by revision. */
export function handsOf(list: readonly Piece[]): Hand[] {
  const hands = new Map(list.flatMap(({ hand }) => (hand ? [[hand.revision, hand] as const] : [])));
  return [...hands.values()].sort((a, b) => a.revision - b.revision);
}

export function byHands(hands: readonly Hand[]): Html | string {
  if (hands.length === 0) return '';
  return html`<span class="hand">${hands.map(
    ({ revision, by }, at) => html`${at > 0 ? '; ' : ''}revision ${revision} by ${by}`,
  )}</span>`;
}

/** The change of a block as a label: `Changed paragraph, was a heading`. */
export function blockState({ state, type, typeBefore, moved, before, after }: BlockChange): string {
  const places = before !== null && after !== null && moved ? ` from place ${before + 1} to ${after + 1}` : '';
  const was = typeBefore ? `, was a ${typeBefore}` : '';
  switch (state) {
    case 'added':
      return `New ${type}`;
    case 'removed':
      return `Removed ${type}`;
    case 'changed':
      return `Changed ${type}${was}${places && `, moved${places}`}`;
    case 'same':
      return moved ? `Moved ${type}${places}` : type;
  }
}

/** `text` is the name of a field of running text, null for other fields. */
export type FieldLine = { label: string; text: string | null; words: Html; hands: Hand[] };

/** The fields that differ, each with its old and its new value. */
export function fieldLines(
  texts: TextChange[],
  values: ValueChange[],
  sources: SourceChange[],
  named: NamesById,
): FieldLine[] {
  return [
    ...texts.map(({ name, pieces: list }) => ({
      label: labelOf(name),
      text: name,
      words: pieces(list),
      hands: handsOf(list),
    })),
    ...values.map(({ name, before, after, hand }) => ({
      label: labelOf(name),
      text: null,
      words: html`${swap(before && nameFor(name, before, named), after && nameFor(name, after, named))}`,
      hands: hand ? [hand] : [],
    })),
    ...sources.map(({ before, after, hand }) => ({
      label: before === null ? 'New source' : after === null ? 'Removed source' : 'Source',
      text: null,
      words: sourceLines(before, after),
      hands: hand ? [hand] : [],
    })),
  ];
}

function labelOf(name: string): string {
  return FIELDS[name] ?? name;
}

function nameFor(name: string, value: string, named: NamesById): string {
  if (name === 'section') return sectionName(value);
  return named.get(value) ?? (name === 'slug' ? value : `unknown: ${value}`);
}

function sourceLines(before: Source | null, after: Source | null): Html {
  const parts = (['title', 'publisher', 'url', 'note'] as const).flatMap((part) => {
    const [was = '', is = ''] = [before?.[part], after?.[part]];
    return was === '' && is === '' ? [] : [was === is ? markHidden(is) : swap(was, is)];
  });
  return html`${parts.map((part, at) => html`${at > 0 ? html`<br>` : ''}${part}`)}`;
}

function swap(before: string | null, after: string | null): Html {
  return html`${before ? html`<del>${markHidden(before)}</del>` : ''}${before && after ? ' ' : ''}${after ? html`<ins>${markHidden(after)}</ins>` : ''}`;
}
