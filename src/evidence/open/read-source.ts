import type { SourceText } from '../lookup/source-text.ts';
import { readHtml } from './read-html.ts';
import { readDocument, readWorkbook } from './read-office.ts';
import { readPdf } from './read-pdf.ts';
import { readDelimited, readPlain } from './read-plain.ts';

/** Most pages of a PDF, cells of a table, and passages of a source that are read. */
const MOST = { pages: 300, rows: 20_000, passages: 40_000 };

/** The kinds of file that can be read, detected by their first bytes, media type or name. */
export type SourceFormat = 'html' | 'pdf' | 'text' | 'table' | 'workbook' | 'document';

/** Thrown for a source of an unknown kind, or a damaged one. The message is a sentence for people. */
export class Unreadable extends Error {}

/** Reads the text of a source with its structure. Only for a child process: the file may be hostile. @throws Unreadable */
export async function readSource(
  bytes: Buffer,
  type: string,
  name: string,
): Promise<SourceText & { format: SourceFormat }> {
  const format = formatOf(bytes, type, name);
  if (format === null)
    throw new Unreadable(
      'It is no web page, PDF, text, CSV, XLSX or DOCX. Paste the passage that has the number instead.',
    );
  try {
    const read = await READERS[format](bytes, type);
    const isWhole = read.isWhole && read.passages.length <= MOST.passages;
    return { ...read, format, isWhole, passages: read.passages.slice(0, MOST.passages) };
  } catch {
    throw new Unreadable('The file is damaged or locked. Paste the passage that has the number instead.');
  }
}

const READERS: Record<SourceFormat, (bytes: Buffer, type: string) => SourceText | Promise<SourceText>> = {
  html: (bytes, type) => readHtml(decode(bytes, type)),
  pdf: (bytes) => readPdf(new Uint8Array(bytes), MOST.pages),
  text: (bytes, type) => readPlain(decode(bytes, type)),
  table: (bytes, type) => readDelimited(decode(bytes, type), MOST.rows),
  workbook: (bytes) => readWorkbook(bytes, MOST.passages),
  document: (bytes) => readDocument(bytes),
};

const BY_ENDING: Record<string, SourceFormat> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  txt: 'text',
  md: 'text',
  csv: 'table',
  tsv: 'table',
  xlsx: 'workbook',
  docx: 'document',
};

const BY_TYPE: readonly [RegExp, SourceFormat][] = [
  [/^(?:text\/html|application\/xhtml\+xml)\b/, 'html'],
  [/^application\/pdf\b/, 'pdf'],
  [/^text\/(?:csv|tab-separated-values)\b/, 'table'],
  [/spreadsheetml\.sheet\b/, 'workbook'],
  [/wordprocessingml\.document\b/, 'document'],
  [/^text\/(?:plain|markdown)\b/, 'text'],
];

/** The first bytes decide before the name, and the name before a media type that says only that it is text or bytes. */
function formatOf(bytes: Buffer, type: string, name: string): SourceFormat | null {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  const named = BY_ENDING[/\.([a-z]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  const typed = BY_TYPE.find(([pattern]) => pattern.test(type.trim().toLowerCase()))?.[1];
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const packed = [named, typed].find((format) => format === 'workbook' || format === 'document');
    return (
      packed ??
      (bytes.includes('word/document.xml') ? 'document' : bytes.includes('xl/workbook.xml') ? 'workbook' : null)
    );
  }
  const format = typed === 'html' ? typed : (named ?? typed ?? null);
  return format === 'pdf' || format === 'workbook' || format === 'document' ? null : format;
}

function decode(bytes: Buffer, type: string): string {
  const named = /charset="?([\w-]+)/i.exec(type)?.[1];
  const inPage = /<meta[^>]{1,200}charset=["']?([\w-]{2,20})/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
  const byMark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  for (const charset of [byMark, named, inPage, 'utf-8']) {
    if (!charset) continue;
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // An unknown charset: the next one is tried.
    }
  }
  return bytes.toString('utf8');
}
