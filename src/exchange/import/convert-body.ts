import type { BodyBlock } from '../../article/model/copy.ts';
import type { FoundPicture, ImportArticle } from '../import-item.ts';

/** The body of an article as blocks. `block` is the place in `blocks` before which the lost thing was. */
export type BodyParts = {
  blocks: BodyBlock[];
  lost: { kind: string; address: string; block: number }[];
  changed: { kind: string; count: number }[];
  pictures: FoundPicture[];
  links: { address: string; words: string }[];
};

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])\s+/;
const PICTURE = /!\[([^\]]*)\]\(\s*<?([^\s)>]+)>?[^)]*\)/g;
const LINK = /(?<!!)\[([^\]]+)\]\(\s*(https:\/\/[^\s)]+)[^)]*\)/g;

/** Converts Markdown as this magazine writes it: paragraphs, headings, quotes and lists, with marks within a line. */
export function convertMarkdown({ text }: ImportArticle['body']): BodyParts {
  const done: BodyParts = { blocks: [], lost: [], changed: [], pictures: [], links: [] };
  for (const part of text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)) addPart(done, part.trim());
  return done;
}

function addPart(done: BodyParts, part: string): void {
  const plain = part.replace(PICTURE, (_, alt: string, address: string) => {
    done.pictures.push({ address, alt, caption: '', credit: '' });
    done.lost.push({ kind: 'picture', address, block: done.blocks.length });
    return '';
  });
  const lines = plain.split('\n').map((line) => line.trim());
  const words = plain.trim();
  if (words === '') return;
  for (const [, name = '', address = ''] of words.matchAll(LINK)) done.links.push({ address, words: name });
  const heading = lines.length === 1 ? HEADING.exec(words) : null;
  if (heading) {
    const [, marks = '', name = ''] = heading;
    if (marks.length === 1 || marks.length > 3) done.changed.push({ kind: 'heading', count: 1 });
    addBlock(done, marks.length < 3 ? 'heading' : 'subheading', name);
  } else if (lines.every((line) => line.startsWith('>'))) {
    addBlock(done, 'quote', lines.map((line) => line.replace(/^>\s?/, '')).join(' '));
  } else if (lines.every((line) => ITEM.test(line))) {
    addBlock(done, 'list', lines.map((line) => line.replace(ITEM, '')).join('\n'));
  } else addBlock(done, 'paragraph', lines.join(' '));
}

function addBlock({ blocks }: BodyParts, type: BodyBlock['type'], text: string): void {
  if (text.trim() !== '') blocks.push({ id: `b-${blocks.length + 1}`, type, text: text.trim() });
}
