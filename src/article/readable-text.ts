import type { PublishedTextName } from './article-fields.ts';
import { exhibitWords } from './exhibits.ts';
import { withoutNumbers } from './number-table.ts';

/** How a text whose lines have a form is read: spaces stand for what readers do not see, or see from elsewhere. Positions stay. */
const READABLE: { [name in PublishedTextName]?: (text: string) => string } = {
  numberTable: withoutNumbers,
  exhibits: exhibitWords,
};

/** The words of a text that readers see, at their positions in it. */
export function readableText(name: PublishedTextName, text: string): string {
  return READABLE[name]?.(text) ?? text;
}
