import type { BodyBlock, Copy } from '#article/copy.ts';
import { type Exhibit, readExhibits } from '#article/exhibits.ts';
import type { GateCode } from '#article/gate-codes.ts';
import { type FigureEntry, gateEntry } from '#article/gate-entry.ts';
import { placeOf } from '#evidence/exhibits.ts';
import { proposedExhibits } from '#evidence/figures/claims-form.ts';
import { isDrawable } from '#evidence/pages/exhibit-chart.ts';
import { blocksWithText } from '#html/inline.ts';

/** Most characters of a caption in an entry. */
const LONGEST_CAPTION = 60;

/**
 * The missing parts of the tables and charts of an article, and of those that an agent proposes while the article has none. The gate checks
 * their numbers like those of the text.
 */
export function checkExhibits({ exhibits, editorialPacket, bodyBlocks }: Copy): FigureEntry[] {
  if (exhibits) return checkAll(exhibits, 'exhibits', bodyBlocks);
  const path = 'editorialPacket.claimsReview';
  const proposed = proposedExhibits(editorialPacket?.claimsReview);
  if (proposed === null) return [];
  const trouble = readExhibits(proposed);
  if (typeof trouble === 'string')
    return [
      gateEntry('exhibits_unreadable', path, `The \`exhibits\` of claimsReview could not be read: ${ruleOf(trouble)}`),
    ];
  return [gateEntry('exhibits_proposed', path), ...checkAll(proposed, path, bodyBlocks)];
}

function checkAll(text: string, path: string, bodyBlocks: readonly BodyBlock[]): FigureEntry[] {
  const all = readExhibits(text);
  if (typeof all === 'string') return [];
  const printed = blocksWithText([...bodyBlocks]);
  return all.flatMap((exhibit) =>
    missingIn(exhibit, printed).map((code) => ({
      ...gateEntry(code, path),
      words: exhibit.caption.text.slice(0, LONGEST_CAPTION),
    })),
  );
}

const CODES = ['exhibit_unplaced', 'exhibit_unsourced', 'chart_undrawn'] as const satisfies GateCode[];

function missingIn(exhibit: Exhibit, printed: readonly BodyBlock[]): (typeof CODES)[number][] {
  const isMissing = {
    exhibit_unplaced: exhibit.after !== null && placeOf(exhibit.after, printed) === undefined,
    exhibit_unsourced: exhibit.source === null && exhibit.note === null,
    chart_undrawn: !isDrawable(exhibit),
  };
  return CODES.filter((code) => isMissing[code]);
}

/** The rule that a line breaks, without the quoted line after it. */
function ruleOf(trouble: string): string {
  return `it ${trouble.replace(/: (?:in )?".*$/s, '')}.`;
}
