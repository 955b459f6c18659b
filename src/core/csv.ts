import { Failure } from './failure.ts';

// CSV (RFC 4180): lists of subscribers, invoices, sources of numbers, and tables of an import.

/** A field that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One row. A field that begins like a formula and is not a number gets an apostrophe in front, so that spreadsheets show it as text. */
export function csvRow(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => quote(escapeFormula(field ?? ''))).join(',')}\r\n`;
}

function escapeFormula(field: string): string {
  return FORMULA.test(field) && !NUMBER.test(field) ? `'${field}` : field;
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A row of a file, with the number of its first line. */
export type CsvRow = { line: number; fields: string[] };

/**
 * Reads rows. They are separated by the comma, semicolon or tab of the first line. Empty rows are left out.
 * @throws validation_failed when a quotation mark is not closed
 */
export function readCsv(text: string): CsvRow[] {
  return [...readRows(text)].filter((row) => row !== null);
}

/** Characters after which a reader of rows may pause. */
const PAUSE_EVERY = 50_000;

/** The same, one row after another, with null at each point where other work may run. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the characters; what each means depends on those before it
export function* readRows(text: string, separator = separatorOf(text)): Generator<CsvRow | null> {
  const whole = text.replace(/^\ufeff/, '');
  let [fields, field, line, start, isQuoted]: [string[], string, number, number, boolean] = [[], '', 1, 1, false];
  const endField = () => {
    fields.push(field.trim());
    field = '';
  };
  const endRow = (): CsvRow | null => {
    if (field !== '' || fields.length > 0) endField();
    const row = fields.some((value) => value !== '') ? { line: start, fields } : null;
    [fields, start] = [[], line];
    return row;
  };
  for (let at = 0; at < whole.length; at++) {
    const char = whole[at] ?? '';
    if (char === '\n') line++;
    if (at % PAUSE_EVERY === PAUSE_EVERY - 1) yield null;
    if (isQuoted && char === '"' && whole[at + 1] === '"') field += whole[++at];
    else if (char === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (isQuoted) field += char;
    else if (char === separator) endField();
    else if (char === '\n') {
      const row = endRow();
      if (row) yield row;
    } else if (char !== '\r') field += char;
  }
  if (isQuoted)
    throw new Failure('validation_failed', `The quotation mark of line ${start} is not closed.`, {
      hint: 'Save the list as CSV again.',
    });
  yield endRow();
}

function separatorOf(text: string): string {
  return [';', '\t'].find((mark) => text.split(/\r?\n/, 1)[0]?.includes(mark)) ?? ',';
}

/** Takes off the apostrophe that `csvRow` put in front of a formula. */
export function unescapeFormula(field: string): string {
  return field.startsWith("'") && FORMULA.test(field.slice(1)) ? field.slice(1) : field;
}
