import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvRow, readRows, unescapeFormula } from '#core/csv.ts';
import { Failure } from '#core/failure.ts';
import { type EmailAddress, readEmailAddress } from './email-address.ts';
import { type Consent, consentColumns, foldWord, readConsent } from './list-consent.ts';

// Reads a list of subscribers: the export of Ghost, Mailchimp, Substack, listmonk, Buttondown, Kit or Plumbline, or any CSV file with
// an address on each line. Consent comes first: whatever says or may say that a person opted out leaves that person out.

/** Most addresses of one import, and most bytes of its file. */
export const MOST_ROWS = 20_000;
export const LARGEST_LIST = 2 * 1024 * 1024;
/** Most columns: each row is read by all of those that say something. */
const MOST_COLUMNS = 1000;
/** Lines that are read in one turn: other requests are answered between two. */
const AT_ONCE = 100;

/** A person of the list. */
export type ListedPerson = {
  address: EmailAddress;
  /** The day when the person agreed, as the list has it: `2024-03-05`; null when it has none. */
  since: string | null;
  consent: Consent;
};

/** A line without an address, by its number, with the reason. */
export type RefusedLine = { line: number; error: string };

/** When a person agreed, the best first. */
const SINCE = [
  'confirmed_at',
  'confirm_time',
  'optin_time',
  'subscribed_at',
  'subscription_date',
  'creation_date',
  'created_at',
  'created',
  'asked_at',
];
/**
 * The people of a list by the column that holds addresses, and the lines without an address. Several lines of one person become
 * one person, who opted out if any of the lines says so.
 * @throws validation_failed when the list cannot be read, or no column or more than one may be that of the addresses
 */
export async function readList(list: string): Promise<{ people: ListedPerson[]; refused: RefusedLine[] }> {
  const rows = await readAll(list);
  const width = rows.reduce((widest, { fields }) => Math.max(widest, fields.length), 0);
  if (width > MOST_COLUMNS)
    throw new Failure('validation_failed', `The list has more than ${MOST_COLUMNS} columns.`, {
      hint: 'Keep the addresses, and what says whether a person agreed.',
    });
  const titles = rows[0]?.fields ?? [];
  const at = addressColumn(rows, titles.map(foldWord));
  const hasHeader =
    !looksLikeAddress(titles[at]) && (titles.length > 1 || IS_ABOUT_MAIL.test(foldWord(titles[0] ?? '')));
  const lines = hasHeader ? rows.slice(1) : rows;
  if (lines.length > MOST_ROWS)
    throw new Failure('validation_failed', `The list has more than ${MOST_ROWS} lines.`, {
      hint: 'Divide it into several files.',
    });
  const names = hasHeader ? titles.map(foldWord) : [];
  const columns = consentColumns(
    names,
    lines.map(({ fields }) => fields),
  );
  return readPeople(lines, ({ fields }) => ({
    address: readEmailAddress(unescapeFormula(fields[at] ?? '')),
    since: readSince(names, fields),
    consent: neverAgreed(names, fields) ?? readConsent(columns, fields),
  }));
}

const IS_ABOUT_MAIL = /mail|address/;

/** The place of the column with addresses, by what is in it. Of several the one that is named for it. */
function addressColumn(rows: readonly CsvRow[], names: readonly string[]): number {
  const holds = new Set(
    rows.flatMap(({ fields }) => fields.flatMap((cell, at) => (looksLikeAddress(cell) ? [at] : []))),
  );
  const named = (pattern: RegExp) => [...holds].filter((at) => pattern.test(names[at] ?? ''));
  const choices = [named(/^e?_?mail(?:_?address)?$|^address$/), named(/mail/), [...holds]];
  const [at, ...others] = choices.find((places) => places.length > 0) ?? [];
  if (at === undefined)
    throw new Failure('validation_failed', 'No column of the list holds email addresses.', {
      hint: 'Write one address on each line, or give a table with a column of addresses.',
    });
  if (others.length > 0)
    throw new Failure(
      'validation_failed',
      `Several columns of the list hold email addresses: ${[at, ...others].map((place) => names[place] ?? place + 1).join(', ')}.`,
      {
        hint: 'Name the one with the addresses of the readers “email”, or remove the others.',
      },
    );
  return at;
}

function looksLikeAddress(cell: string | undefined): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(unescapeFormula(cell ?? '').trim());
}

/** The text of a file. @throws validation_failed when it is not UTF-8 */
export function decodeList(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new Failure('validation_failed', 'The file is not text in UTF-8.', { hint: 'Save it as “CSV UTF-8”.' });
  }
}

async function readAll(list: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for (const row of readRows(list)) {
    if (row) rows.push(row);
    else await nextTurn();
  }
  return rows;
}

/** Each person once, and the lines that `read` refuses with a failure. */
async function readPeople(
  lines: readonly CsvRow[],
  read: (row: CsvRow) => ListedPerson,
): Promise<{ people: ListedPerson[]; refused: RefusedLine[] }> {
  const people = new Map<string, ListedPerson>();
  const refused: RefusedLine[] = [];
  for (const [at, row] of lines.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    try {
      const person = read(row);
      const earlier = people.get(person.address.key);
      people.set(
        person.address.key,
        earlier ? { ...earlier, consent: stricter(earlier.consent, person.consent) } : person,
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ line: row.line, error: error.message });
    }
  }
  return { people: [...people.values()], refused };
}

function stricter(earlier: Consent, later: Consent): Consent {
  return [earlier, later].find(({ says }) => says === 'opted out') ?? (earlier.says === 'unclear' ? earlier : later);
}

function cellOf(names: readonly string[], fields: readonly string[], name: string): string | undefined {
  const at = names.lastIndexOf(name);
  return at === -1 ? undefined : (fields[at] ?? '').trim();
}

function readSince(names: readonly string[], fields: readonly string[]): string | null {
  const days = SINCE.map((name) => /^\d{4}-\d\d-\d\d/.exec(cellOf(names, fields, name) ?? '')?.[0]);
  return days.find(isDay) ?? null;
}

/** Mailchimp writes one of the two times for everybody who ever subscribed. */
function neverAgreed(names: readonly string[], fields: readonly string[]): Consent | null {
  const times = ['optin_time', 'confirm_time'].map((name) => cellOf(names, fields, name));
  if (times.some((time) => time !== '')) return null;
  return { says: 'opted out', why: 'optin_time and confirm_time: empty' };
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && !day.startsWith('0000') && !Number.isNaN(Date.parse(day));
}
