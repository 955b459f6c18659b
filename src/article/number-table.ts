// A table of numbers that editors place between the blocks of an article. They write it as lines: a title, a line for each number
// (`label = number`), and, if they like, `after:` with the first words of the block before it. The numbers are those of the
// text: readers see a row only with a number that is settled there.

export type NumberRow = { label: string; value: string };
export type NumberTable = { title: string; rows: NumberRow[]; after: string | null };

const MOST_ROWS = 20;
const LONGEST_LABEL = 120;
const LONGEST_VALUE = 100;

type Line =
  | { is: 'after'; words: string }
  | { is: 'row'; label: string; value: string }
  | { is: 'title'; words: string };

/** Reads a table. Returns a message when it cannot be read. */
export function readNumberTable(text: string): NumberTable | string {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readLine);
  const titles = lines.filter((line) => line.is === 'title');
  const rows = lines.filter((line) => line.is === 'row').map(({ label, value }) => ({ label, value }));
  const after = lines.filter((line) => line.is === 'after');
  const [title] = titles;
  if (!title || lines[0]?.is !== 'title') return 'must begin with a line that is its title';
  if (titles.length > 1)
    return `must have a label, = and a number in each line: "${titles[1]?.words.slice(0, 40)}" has no =`;
  if (rows.length < 2 || rows.length > MOST_ROWS)
    return `must have from 2 to ${MOST_ROWS} lines with a label, = and a number`;
  if (after.length > 1) return 'must have one line that begins with after: and no more';
  const wrong = rows.find(({ label, value }) => !isWithin(label, LONGEST_LABEL) || !isWithin(value, LONGEST_VALUE));
  if (wrong) return `must have a label of 1 to ${LONGEST_LABEL} characters before each =, and a number after it`;
  return { title: title.words, rows, after: after[0]?.words || null };
}

/** The same text with spaces in place of words that readers see elsewhere: the numbers of the rows, and the words after `after:`. */
export function withoutNumbers(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (AFTER.test(line)) return ' '.repeat(line.length);
      const at = line.lastIndexOf('=');
      return at === -1 ? line : line.slice(0, at) + ' '.repeat(line.length - at);
    })
    .join('\n');
}

/** The first figure with the text of a row, one in the body before others; the caller passes those that are settled. */
export function figureOfRow<Figure extends { text: string; field: string }>(
  value: string,
  settled: readonly Figure[],
): Figure | null {
  const matches = settled.filter(({ text, field }) => field !== 'numberTable' && fold(text) === fold(value));
  return matches.find(({ field }) => field === 'body') ?? matches[0] ?? null;
}

function fold(words: string): string {
  return words.replace(/\s+/g, ' ').trim().toLowerCase();
}

const AFTER = /^\s*after:/i;

function readLine(line: string): Line {
  if (AFTER.test(line)) return { is: 'after', words: line.replace(AFTER, '').trim() };
  const at = line.lastIndexOf('=');
  if (at === -1) return { is: 'title', words: line.trim() };
  return { is: 'row', label: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
}

function isWithin(words: string, most: number): boolean {
  return words !== '' && words.length <= most;
}
