import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvRow, readRows, unescapeFormula } from '#core/csv.ts';
import { Failure } from '#core/failure.ts';
import { type EmailAddress, readEmailAddress } from './email-address.ts';

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
  /** The column that says that the person gets no email, and what it says; null for a subscriber. */
  optedOut: string | null;
};

/** A line without an address, by its number, with the reason. */
export type RefusedLine = { line: number; error: string };

const ADDRESS = /^(?:e_?mail(?:_?address)?|address)$/;

/** Columns that are true for a person who wants email: Ghost, Plumbline, and names in common use. */
const WANTS_EMAIL =
  /^(?:subscribed_to_emails|(?:is_)?subscribed|weekly|(?:email_)?opt(?:ed)?_?in|email_opt_in|email_consent|(?:email_)?marketing_consent|accepts_(?:email_)?marketing)$/;
/** Columns that are empty, false or 0 for a person who wants email: a flag, or the time at which the person left. */
const LEFT =
  /^(?:deleted(?:_at)?|email_disabled|(?:is_)?unsubscribed(?:_at|_on)?|unsub(?:scribe|scription)?_(?:time|date)|clean_time|cleaned_at|opt(?:ed)?_?out(?:_at|_time|_date)?|(?:is_)?(?:blocked|blocklisted|bounced|complained|suppressed)(?:_at)?|(?:email_)?suppression(?:_reason)?|do_not_email|unsub(?:scribe|scription)?_reason)$/;
/** Columns with a word for the person's subscription. Only a word that is known to mean a subscriber counts as one. */
const STATUS = /^(?:(?:email_marketing_|subscription_|subscriber_|member_|email_)?status|subscriber_type)$/;
const SUBSCRIBER =
  /^(?:|subscribed|active|confirmed|enabled|regular|premium|free|paid|comped|gift(?:ed)?|trial(?:ed|ing)?)$/;
/** Columns that other lists use for other things, such as a part of a country: only these words count. */
const PERHAPS_STATUS = /^(?:state|type)$/;
const NOT_SUBSCRIBER =
  /^(?:unsubscribed|non_?subscribed|cleaned|disabled|block(?:ed|listed)|bounced|complained|cancell?ed|inactive|removed|deleted|archived|suppressed|spammy|undeliverable|unactivated|unconfirmed|pending|paused|erased)$/;
const TRUE = /^(?:true|yes|y|t|1|on)$/;
const EMPTY = /^(?:|false|no|n|f|0|null|none|off|0000-00-00(?: 00:00:00)?)$/;
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
/** Columns with a date. */
const DATES = [...SINCE, 'optin_time', 'confirm_time'];

/**
 * The people of a list by the column named email or address, or by the first column when no row names one, and the lines without an
 * address. A person who is there twice is there once, opted out when one of the lines says so.
 * @throws validation_failed when the list cannot be read
 */
export async function readList(list: string): Promise<{ people: ListedPerson[]; refused: RefusedLine[] }> {
  const rows = await readAll(list);
  const titles = rows[0]?.fields ?? [];
  if (titles.length > MOST_COLUMNS)
    throw new Failure('validation_failed', `The list has more than ${MOST_COLUMNS} columns.`, {
      hint: 'Keep the addresses, and what says whether a person agreed.',
    });
  const names = titles.map(nameOf);
  const columns = columnsOf(names);
  const named = names.findIndex((name) => ADDRESS.test(name));
  const lines = named === -1 ? rows : rows.slice(1);
  if (lines.length === 0)
    throw new Failure('validation_failed', 'The list holds no address.', { hint: 'Give one address on each line.' });
  if (lines.length > MOST_ROWS)
    throw new Failure('validation_failed', `The list has more than ${MOST_ROWS} lines.`, {
      hint: 'Divide it into several files.',
    });
  return readPeople(lines, (row) => ({
    address: readEmailAddress(unescapeFormula(row.fields[Math.max(0, named)] ?? '')),
    ...(named === -1 ? UNKNOWN : readPerson(columns, row)),
  }));
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
      people.set(person.address.key, earlier ? { ...earlier, optedOut: earlier.optedOut ?? person.optedOut } : person);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ line: row.line, error: error.message });
    }
  }
  return { people: [...people.values()], refused };
}

/** The columns that say something about consent, each with its place: of two with one name the last. */
function columnsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const patterns = [WANTS_EMAIL, LEFT, STATUS, PERHAPS_STATUS];
  const says = (name: string) => DATES.includes(name) || patterns.some((pattern) => pattern.test(name));
  return new Map(names.flatMap((name, at) => (says(name) ? [[name, at] as const] : [])));
}

/** A list of addresses alone says nothing else. */
const UNKNOWN = { since: null, optedOut: null };

function readPerson(
  columns: ReadonlyMap<string, number>,
  { fields }: CsvRow,
): Pick<ListedPerson, 'since' | 'optedOut'> {
  const cells = new Map([...columns].map(([name, at]) => [name, (fields[at] ?? '').trim()]));
  const since = SINCE.map((name) => /^\d{4}-\d\d-\d\d/.exec(cells.get(name) ?? '')?.[0]).find((day) => isDay(day));
  for (const [name, cell] of cells) {
    const value = cell.toLowerCase();
    const word = nameOf(value);
    const isOut =
      (WANTS_EMAIL.test(name) && !TRUE.test(value)) ||
      (LEFT.test(name) && !EMPTY.test(value)) ||
      (STATUS.test(name) && !SUBSCRIBER.test(word)) ||
      (PERHAPS_STATUS.test(name) && NOT_SUBSCRIBER.test(word));
    if (isOut) return { since: since ?? null, optedOut: `${name}${sayCell(name, cell)}` };
  }
  // Mailchimp writes one of the two times for everybody who ever subscribed.
  if (cells.get('optin_time') === '' && cells.get('confirm_time') === '')
    return { since: null, optedOut: 'optin_time and confirm_time: empty' };
  return { since: since ?? null, optedOut: null };
}

/** What the cell says, where it is one of few words; a time or a reason of a person is only “set”. */
function sayCell(name: string, cell: string): string {
  const word = nameOf(cell);
  if (cell === '') return ': empty';
  return LEFT.test(name) && !TRUE.test(word) ? ': set' : `: ${word.slice(0, 40)}`;
}

/** The name of a column in one spelling: “Email Address” and `email_address` are the same. */
function nameOf(given: string): string {
  return given
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && !day.startsWith('0000') && !Number.isNaN(Date.parse(day));
}
