import {
  optionalText,
  PUBLISHED_PACKET_NAMES,
  PUBLISHED_TEXT_NAMES,
  type PublishedPacketName,
  type PublishedTextName,
  type RequiredTextName,
} from '#article/article-fields.ts';
import type { Copy, Source } from '#article/copy.ts';
import { readableText } from '#article/readable-text.ts';

/** A text of an article that is searched for figures, and its place in the payload. */
export type TextField = {
  name: TextFieldName;
  /** The id of the block, and which block with this id, from 1. */
  blockId: string | null;
  blockTurn: number | null;
  /** The path that the gate uses, `bodyBlocks.3.text`. */
  path: string;
  text: string;
  /** Distinguishes fields of the same name that are not blocks: the address of a source. */
  of?: string;
};

export type TextFieldName =
  | RequiredTextName
  | 'body'
  | 'correctionNote'
  | PublishedPacketName
  | 'heroAlt'
  | 'heroCaption'
  | PublishedTextName
  | 'sourceTitle'
  | 'sourcePublisher'
  | 'sourceNote';

/** The words by the picture of an article. */
export type HeroWords = { alt: string; credit: string } | null;

/** Every text of an article that readers, search engines or shared links show. */
export function textFieldsOf(
  copy: Pick<
    Copy,
    'headline' | 'dek' | 'bodyBlocks' | 'correctionNote' | 'editorialPacket' | PublishedTextName | 'sources'
  >,
  hero: HeroWords,
): TextField[] {
  const fields = [
    field('headline', 'headline', copy.headline),
    field('dek', 'dek', copy.dek),
    ...blocksOf(copy.bodyBlocks),
    field('correctionNote', 'correctionNote', copy.correctionNote),
    ...PUBLISHED_PACKET_NAMES.map((name) => field(name, `editorialPacket.${name}`, copy.editorialPacket?.[name])),
    field('heroAlt', 'heroAssetId.alt', hero?.alt),
    field('heroCaption', 'heroAssetId.credit', hero?.credit),
    ...PUBLISHED_TEXT_NAMES.filter((name) => hero || !optionalText(name).isOfPicture).map((name) =>
      field(name, name, readableText(name, copy[name] ?? '')),
    ),
    ...(copy.sources ?? []).flatMap(sourceFields),
  ];
  return fields.filter((textField) => textField.text.trim() !== '');
}

function field(name: TextFieldName, path: string, text: string | null | undefined): TextField {
  return { name, blockId: null, blockTurn: null, path, text: text ?? '' };
}

/** A source is identified by its address, so that it can move within the list. */
function sourceFields({ title, url, publisher, note }: Source, position: number): TextField[] {
  const path = `sources.${position}`;
  return [
    { ...field('sourceTitle', `${path}.title`, title), of: url },
    { ...field('sourcePublisher', `${path}.publisher`, publisher), of: url },
    { ...field('sourceNote', `${path}.note`, note), of: url },
  ];
}

function blocksOf(blocks: Copy['bodyBlocks']): TextField[] {
  const turns = new Map<string, number>();
  return blocks.map(({ id, text, type }, position) => {
    const blockTurn = (turns.get(id) ?? 0) + 1;
    turns.set(id, blockTurn);
    const path = `bodyBlocks.${position}.text`;
    return { name: 'body', blockId: id, blockTurn, path, text: type === 'list' ? withoutMarks(text) : text };
  });
}

/** Replaces the marks of list items with spaces: no public form prints them. */
function withoutMarks(text: string): string {
  return text.replace(
    /^([^\S\n]*)([-*]|\d{1,9}\.)(?=\s)/gm,
    (_, indent: string, mark: string) => indent + ' '.repeat(mark.length),
  );
}
