import { Failure } from './failure.ts';

// CSV (RFC 4180), for lists of subscribers and invoices.

/** A field that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One row. A field that begins like a formula and is no number gets an apostrophe in front: spreadsheets show it as text. */
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
 * Reads rows, separated by comma, semicolon or tab: whichever the first line has. Empty rows are left out.
 * @throws validation_failed when a quotation mark is not closed
 */
export function readCsv(text: string): CsvRow[] {
  const whole = text.replace(/^\ufeff/, '');
  const separator = [';', '\t'].find((one) => whole.split(/\r?\n/, 1)[0]?.includes(one)) ?? ',';
  const rows: CsvRow[] = [];
  let [fields, field, line, start, isQuoted]: [string[], string, number, number, boolean] = [[], '', 1, 1, false];
  const endField = () => {
    fields.push(field.trim());
    field = '';
  };
  const endRow = () => {
    if (field !== '' || fields.length > 0) {
      endField();
      if (fields.some((one) => one !== '')) rows.push({ line: start, fields });
      fields = [];
    }
    start = line;
  };
  for (let at = 0; at < whole.length; at++) {
    const char = whole[at] ?? '';
    if (char === '\n') line++;
    if (isQuoted && char === '"' && whole[at + 1] === '"') field += whole[++at];
    else if (char === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (isQuoted) field += char;
    else if (char === separator) endField();
    else if (char === '\n') endRow();
    else if (char !== '\r') field += char;
  }
  if (isQuoted)
    throw new Failure('validation_failed', `The quotation mark of line ${start} is not closed.`, {
      hint: 'Save the list as CSV again.',
    });
  endRow();
  return rows;
}

/** Takes off the apostrophe that `csvRow` put in front of a formula. */
export function unescapeFormula(field: string): string {
  return field.startsWith("'") && FORMULA.test(field.slice(1)) ? field.slice(1) : field;
}
