import { Failure } from '#core/failure.ts';

// Reads an export of Ghost row by row: `{"db":[{"meta":…,"data":{"posts":[…],…}}]}` or `{"meta":…,"data":{…}}`. A row is one value of a
// list in `data`; only one row is in memory.

const LONGEST_ROW = 16 * 1024 * 1024;
const DEEPEST = 100;

export type JsonRow = { table: string; row: Record<string, unknown> };

type Scan = {
  /** The containers around the place: `{` or `[`, and the key under which each is. */
  stack: { sign: string; key: string }[];
  isInText: boolean;
  isEscaped: boolean;
  text: string;
  key: string;
  row: string[] | null;
  rowLength: number;
  rowDepth: number;
  found: JsonRow[];
};

/** @throws validation_failed for a row that is not JSON, or too long */
export async function* readJsonRows(chunks: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  const scan: Scan = {
    stack: [],
    isInText: false,
    isEscaped: false,
    text: '',
    key: '',
    row: null,
    rowLength: 0,
    rowDepth: 0,
    found: [],
  };
  for await (const chunk of chunks) {
    scanChunk(scan, chunk);
    yield* scan.found.splice(0);
  }
  if (scan.stack.length > 0) throw notJson('It ends too early.');
}

const SIGN = /["{}[\]:,]/g;
const END_OF_TEXT = /["\\]/g;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the signs of JSON; what each means depends on those before it
function scanChunk(scan: Scan, chunk: string): void {
  let from = 0; // where the part of the row in this chunk begins
  for (let at = 0; at < chunk.length; ) {
    if (scan.isInText) {
      at = scanText(scan, chunk, at);
      continue;
    }
    SIGN.lastIndex = at;
    const match = SIGN.exec(chunk);
    if (!match) break;
    const [sign] = match;
    at = match.index + 1;
    if (sign === '"') [scan.isInText, scan.text] = [true, ''];
    else if (sign === ':') scan.key = scan.row ? scan.key : scan.text;
    else if (sign === '{' || sign === '[') {
      if (startsRow(scan, sign)) [scan.row, scan.rowLength, scan.rowDepth, from] = [[], 0, scan.stack.length, at - 1];
      if (scan.stack.push({ sign, key: scan.key }) > DEEPEST) throw notJson('It is nested too deep.');
      if (!scan.row) scan.key = '';
    } else if (sign !== ',') {
      if (scan.stack.pop()?.sign !== (sign === '}' ? '{' : '[')) throw notJson('Its brackets do not match.');
      if (scan.row && scan.stack.length === scan.rowDepth) {
        addPart(scan, chunk.slice(from, at));
        endRow(scan);
      }
    }
  }
  if (scan.row) addPart(scan, chunk.slice(from));
}

/** Reads on in a text; returns the place behind it, or the end. The text itself is needed for keys alone. */
function scanText(scan: Scan, chunk: string, from: number): number {
  if (scan.isEscaped) {
    scan.isEscaped = false;
    return from + 1;
  }
  END_OF_TEXT.lastIndex = from;
  const end = END_OF_TEXT.exec(chunk);
  if (!scan.row && scan.text.length < 100)
    scan.text += chunk.slice(from, Math.min(end?.index ?? chunk.length, from + 100));
  if (!end) return chunk.length;
  if (end[0] === '"') scan.isInText = false;
  else scan.isEscaped = true;
  return end.index + 1;
}

function startsRow({ row, stack }: Scan, sign: string): boolean {
  return (
    row === null &&
    sign === '{' &&
    stack.at(-1)?.sign === '[' &&
    stack.at(-2)?.key === 'data' &&
    stack.at(-2)?.sign === '{'
  );
}

function addPart(scan: Scan, part: string): void {
  scan.rowLength += part.length;
  if (scan.rowLength > LONGEST_ROW) throw notJson('One entry has more than 16 million characters.');
  scan.row?.push(part);
}

function endRow(scan: Scan): void {
  const text = scan.row?.join('') ?? '';
  scan.row = null;
  try {
    scan.found.push({ table: scan.stack.at(-1)?.key ?? '', row: JSON.parse(text) as Record<string, unknown> });
  } catch {
    throw notJson('One entry cannot be read.');
  }
}

function notJson(why: string): Failure {
  return new Failure('validation_failed', `The file is not the JSON of an export. ${why}`, {
    hint: 'Export the site again with Settings, Import/Export.',
  });
}
