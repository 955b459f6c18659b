// The text of an opened source, with the structure that says where a number is: headings, pages, tables, lists.

/** Where a passage is in its source, in the words that a reader of the source can follow. */
export type SourcePlace = {
  /** The page of a document with pages, from 1. */
  page?: number;
  /** The headings above the passage, the outermost first. */
  headings?: readonly string[];
  /** Which table of the source, from 1, with the row and column of the cell, from 1 without the row of heads. */
  table?: number;
  row?: number;
  column?: number;
  /** The name of the sheet of a workbook. */
  sheet?: string;
  /** Which paragraph of the source, from 1. */
  paragraph?: number;
};

/** One sentence, list item, heading or table cell. `heads` are the heads of the row and the column of a cell, and its caption. */
export type Passage = {
  text: string;
  place: SourcePlace;
  row?: string;
  column?: string;
  caption?: string;
};

/** The text that is read from a source of any format. `isWhole` is false when a limit cut it. */
export type SourceText = { title: string | null; passages: Passage[]; isWhole: boolean };

/** The place in words: `page 12, section “Fall clearance”, table 3, row 2`. Empty for a source without structure. */
export function placeInWords({ page, headings, table, row, column, sheet, paragraph }: SourcePlace): string {
  const heading = headings?.at(-1);
  return [
    page !== undefined && `page ${page}`,
    sheet !== undefined && `sheet “${sheet}”`,
    heading !== undefined && `section “${short(heading)}”`,
    table !== undefined && `table ${table}`,
    row !== undefined && `row ${row}`,
    column !== undefined && `column ${column}`,
    table === undefined &&
      heading === undefined &&
      page === undefined &&
      paragraph !== undefined &&
      `paragraph ${paragraph}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

const LONGEST_HEADING = 80;

function short(heading: string): string {
  return heading.length > LONGEST_HEADING ? `${heading.slice(0, LONGEST_HEADING).trimEnd()} …` : heading;
}
