import type { PublishedTextName } from './article-fields.ts';
import { exhibitWords } from './exhibits.ts';
import { withoutNumbers } from './number-table.ts';

/** How the text of a field with lines is read: spaces replace words that readers do not see, or see elsewhere. Positions stay. */
const READABLE: { [name in PublishedTextName]?: (text: string) => string } = {
  numberTable: withoutNumbers,
  exhibits: exhibitWords,
};

/** The words of a text that readers see, at their positions in it. */
export function readableText(name: PublishedTextName, text: string): string {
  return READABLE[name]?.(text) ?? text;
}
