import { isProse, type SourceIndex, type SourceNumber } from './index-source.ts';
import type { Passage } from './source-text.ts';

// Which row and which column of a table a sentence names: a row by its whole head or by other cells of it, such as its year; a column
// by its head.

/** `named`: the sentence names this row best. `another`: it names another row better. `open`: it names no row of the table. */
export type RowFit = 'named' | 'another' | 'open';

type Row = { score: number; cells: Map<number | undefined, number>; seen: Set<string> };

/** Reads which rows of a source's tables a sentence names. A table is read when the first of its cells is needed. */
export function readRows(source: SourceIndex, sentence: string): { fits: (number: SourceNumber) => RowFit } {
  const cells = Map.groupBy(source.numbers, ({ place }) => place.table);
  const tables = new Map<number, Map<number, Row>>();
  const most = new Map<string, number>();
  return {
    fits: ({ place: { table, row, column }, passage }) => {
      if (table === undefined || row === undefined || isProse(source.passages[passage] as Passage)) return 'open';
      const rows = tables.get(table) ?? scoreRows(source, cells.get(table) ?? [], sentence);
      tables.set(table, rows);
      const highest = most.get(`${table} ${column}`) ?? highestOf(rows, column);
      most.set(`${table} ${column}`, highest);
      const own = scoreIn(rows.get(row), column);
      return highest === 0 ? 'open' : own < highest ? 'another' : 'named';
    },
  };
}

/** The score of a row without the cell in this column. */
function scoreIn(row: Row | undefined, column: number | undefined): number {
  return row === undefined ? 0 : row.score - (row.cells.get(column) ?? 0);
}

/** The highest score of the rows that have a number in this column. */
function highestOf(rows: ReadonlyMap<number, Row>, column: number | undefined): number {
  let highest = 0;
  for (const row of rows.values()) if (row.cells.has(column)) highest = Math.max(highest, scoreIn(row, column));
  return highest;
}

/** How much of each row the sentence names: its head and the other numbers in it. A number after the head of its column counts twice. */
function scoreRows({ passages }: SourceIndex, cells: readonly SourceNumber[], sentence: string): Map<number, Row> {
  const all = tokensOf(sentence);
  const heads = new Set(cells.map(({ passage }) => tokensOf(passages[passage]?.column ?? '')));
  // The head of a column may have the words of a row: `relative to md5 hash`.
  const words = [...heads].reduce((rest, head) => (head.trim() === '' ? rest : rest.replaceAll(head, ' ')), all);
  const rows = new Map<number, Row>();
  for (const { place, text, passage } of cells) {
    const { row = 0, column } = place;
    const { row: label, column: head = '', text: cell = '' } = passages[passage] ?? {};
    const known = rows.get(row) ?? {
      score: namedIn(words, label?.split(' · ')[0] ?? cell),
      cells: new Map(),
      seen: new Set(),
    };
    rows.set(row, known);
    const isInSentence = namedIn(all, text) > 0;
    const behindHead = isInSentence && head !== '' ? namedIn(all, `${head} ${text}`) : 0;
    // A number of the sentence names one cell of a row.
    const alone = isInSentence && !known.seen.has(text) ? namedIn(words, text) : 0;
    const named = behindHead > 0 ? behindHead * 2 : alone;
    if (isInSentence) known.seen.add(text);
    known.score += named;
    known.cells.set(column, (known.cells.get(column) ?? 0) + named);
  }
  return rows;
}

/** The length of the words if the sentence has all of them in a row; otherwise 0. */
function namedIn(sentence: string, words: string): number {
  const tokens = tokensOf(words);
  return tokens.trim() !== '' && sentence.includes(tokens) ? tokens.length : 0;
}

/** The words and numbers of a text with a space around each: `crypt-bf/5` has three. */
function tokensOf(text: string): string {
  const tokens =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return ` ${tokens.join(' ')} `;
}

/** Whether the sentence names another column of the cell's row, which does not have the same number. */
export function isOfAnotherColumn({ passages, numbers }: SourceIndex, number: SourceNumber, sentence: string): boolean {
  const { table, row } = number.place;
  const own = headOf(passages[number.passage]?.column);
  if (table === undefined || own === '' || isProse(passages[number.passage] as Passage)) return false;
  const words = tokensOf(sentence);
  const isNamed = isHeadIn(words, own);
  return numbers.some(({ place, passage, text }) => {
    if (place.table !== table || place.row !== row || passage === number.passage) return false;
    const head = headOf(passages[passage]?.column);
    if (head === '' || head === own || !isHeadIn(words, head) || words.includes(tokensOf(text))) return false;
    return !isNamed || head.includes(own);
  });
}

/** Whether a head is in a sentence, without another number right after it: `month 7, births were` names births. */
function isHeadIn(words: string, head: string): boolean {
  for (let at = words.indexOf(head); at !== -1; at = words.indexOf(head, at + 1))
    if (!/^\p{N}/u.test(words.slice(at + head.length))) return true;
  return false;
}

/** Whether the sentence names the column of a cell by its head. */
export function isColumnNamed({ passages }: SourceIndex, { passage }: SourceNumber, sentence: string): boolean {
  const head = headOf(passages[passage]?.column);
  return head !== '' && isHeadIn(tokensOf(sentence), head);
}

/** The head of a column without its unit in brackets. */
function headOf(column = ''): string {
  const tokens = tokensOf(column.replace(/[([][^)\]]*[)\]]/g, ' '));
  return tokens.trim() === '' ? '' : tokens;
}
