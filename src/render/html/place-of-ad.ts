import type { BodyBlock } from '../../article/model/copy.ts';
import { plainText } from '../inline.ts';

/** Blocks that stand above the ad at least: the story has to begin first. */
const FIRST = 3;
/** A colon at the end, also within quotation marks or brackets: more of the same thought follows. */
const COLON = /[:：]["'”’»)\]]*$/u;
/** How a numbered line begins that was written as a paragraph. */
const NUMBERED = /^(?:\(?\d{1,2}[.)]|[-–—•*])\s/u;

/**
 * How many blocks stand above the ad. It follows the first paragraph, from the third block on, that ends its thought: it never
 * comes between a heading and its text, nor between words that announce a list or a quotation and what they announce. Where no
 * paragraph does, the ad follows the text.
 */
export function placeOfAd(blocks: readonly BodyBlock[]): number {
  const at = blocks.findIndex((block, index) => index + 1 >= FIRST && endsThought(block, blocks[index + 1]));
  return at === -1 ? blocks.length : at + 1;
}

function endsThought({ type, text }: BodyBlock, next: BodyBlock | undefined): boolean {
  if (type !== 'paragraph') return false;
  if (next === undefined) return true;
  const continues = next.type === 'list' || next.type === 'quote' || NUMBERED.test(plainText(next.text));
  return !continues && !COLON.test(plainText(text));
}
