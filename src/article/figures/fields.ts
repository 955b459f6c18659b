import {
  PUBLISHED_PACKET_NAMES,
  PUBLISHED_TEXT_NAMES,
  type PublishedPacketName,
  type PublishedTextName,
  type RequiredTextName,
} from '../model/article-fields.ts';
import type { Copy, Source } from '../model/copy.ts';

/** A text of an article in which figures are looked for: what it is called, and where in the payload it stands. */
export type TextField = {
  name: TextFieldName;
  /** The block it is, and which of the blocks with this id, from 1. */
  blockId: string | null;
  blockTurn: number | null;
  /** As the gate names it, `bodyBlocks.3.text`. */
  path: string;
  text: string;
  /** Which of several fields of this name it is, where no block says so: the address of a source. */
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

/** The words that stand by the picture over an article. */
export type HeroWords = { alt: string; credit: string } | null;

/** Every text of an article that states something to readers, to searching machines or where it is shared. */
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
    ...PUBLISHED_TEXT_NAMES.map((name) => field(name, name, copy[name])),
    ...(copy.sources ?? []).flatMap(sourceFields),
  ];
  return fields.filter((one) => one.text !== '');
}

function field(name: TextFieldName, path: string, text: string | null | undefined): TextField {
  return { name, blockId: null, blockTurn: null, path, text: text ?? '' };
}

/** A source is known by its address, so that it can take another place in the list. */
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

/** Marks of list items are dropped in every form (decision 0005): they state nothing. Blanks stand in their place. */
function withoutMarks(text: string): string {
  return text.replace(
    /^([^\S\n]*)([-*]|\d{1,9}\.)(?=\s)/gm,
    (_, indent: string, mark: string) => indent + ' '.repeat(mark.length),
  );
}
