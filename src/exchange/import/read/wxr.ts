import sax from 'sax';
import { Failure } from '#core/failure.ts';

// Reads a WordPress export (WXR 1.0 to 1.2) item by item.

/** Characters of one item. */
const LONGEST_ITEM = 16 * 1024 * 1024;

export type WxrItem = {
  fields: Map<string, string>;
  terms: { domain: string; nicename: string; name: string }[];
  /** The values of each key, in their order: WordPress repeats a key that has several. */
  meta: Map<string, string[]>;
  comments: string[];
  isTooLong: boolean;
};
export type WxrPart = { item: WxrItem } | { author: Map<string, string> } | { channel: { name: string; text: string } };

/** @throws validation_failed for a file that has a DOCTYPE or is not well-formed XML */
export async function* readWxr(chunks: AsyncIterable<string>): AsyncGenerator<WxrPart> {
  const parser = sax.parser(true, { position: true });
  const state: State = { parts: [], path: [], text: '', kept: 0, item: null, author: null, term: null, row: new Map() };
  parser.ondoctype = () => {
    throw new Failure('validation_failed', 'The file has a DOCTYPE, which no export of WordPress has.', {
      hint: 'Export the site again with Tools, Export.',
    });
  };
  parser.onopentag = ({ name, attributes }) => openTag(state, name, attributes as Record<string, string>);
  parser.onclosetag = (name) => closeTag(state, name);
  parser.ontext = (text) => addText(state, text);
  parser.oncdata = (text) => addText(state, text);
  parser.onerror = (error) => {
    if (!/Invalid character entity/.test(error.message)) throw notXml(error, parser.line);
    parser.error = null as unknown as Error; // WordPress does not escape every ampersand
  };
  for await (const chunk of chunks) {
    write(parser, chunk);
    yield* state.parts.splice(0);
  }
  try {
    parser.close();
  } catch (error) {
    throw error instanceof Failure ? error : notXml(error as Error, parser.line);
  }
  yield* state.parts.splice(0);
}

/** The parser throws at the next piece what it found in the last one. */
function write(parser: sax.SAXParser, chunk: string): void {
  try {
    parser.write(chunk);
  } catch (error) {
    throw error instanceof Failure ? error : notXml(error as Error, parser.line);
  }
}

type State = {
  parts: WxrPart[];
  path: string[];
  text: string;
  kept: number;
  item: WxrItem | null;
  author: Map<string, string> | null;
  term: { domain: string; nicename: string } | null;
  row: Map<string, string>;
};

function openTag(state: State, name: string, attributes: Record<string, string>): void {
  state.path.push(name);
  state.text = '';
  const { item, path } = state;
  if (name === 'item' && path.length === 3) {
    state.item = { fields: new Map(), terms: [], meta: new Map(), comments: [], isTooLong: false };
    state.kept = 0;
  } else if (name === 'wp:author' && item === null) state.author = new Map();
  else if (name === 'category' && item)
    state.term = { domain: attributes.domain ?? '', nicename: attributes.nicename ?? '' };
  else if (name === 'wp:postmeta' || name === 'wp:comment') state.row = new Map();
}

function addText(state: State, text: string): void {
  const { item } = state;
  state.kept += text.length;
  if (item && state.kept > LONGEST_ITEM) {
    item.isTooLong = true;
    return;
  }
  if (state.path.length > 2 && state.path.length < 7) state.text += text;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each element that may close
function closeTag(state: State, name: string): void {
  const { path, item, author, text, term, row } = state;
  path.pop();
  state.text = '';
  if (name === 'item' && item && path.length === 2) {
    state.parts.push({ item });
    state.item = null;
  } else if (item && name === 'wp:postmeta')
    addMeta(item, row.get('wp:meta_key') ?? '', row.get('wp:meta_value') ?? '');
  else if (item && name === 'wp:comment') item.comments.push(row.get('wp:comment_id') ?? '');
  else if (item && name === 'category' && term) {
    item.terms.push({ ...term, name: text });
    state.term = null;
  } else if (item && path.length === 3) item.fields.set(name, text);
  else if (item && path.length === 4) row.set(name, text);
  else if (author && name === 'wp:author') {
    state.parts.push({ author });
    state.author = null;
  } else if (author) author.set(name, text);
  else if (!item && path.length === 2) state.parts.push({ channel: { name, text } });
}

function addMeta({ meta }: WxrItem, key: string, value: string): void {
  const values = meta.get(key);
  if (values) values.push(value);
  else meta.set(key, [value]);
}

function notXml(error: Error, line: number): Failure {
  const [why = ''] = error.message.split('\n');
  return new Failure(
    'validation_failed',
    `The file is not well-formed XML near line ${line + 1}: ${why.slice(0, 200)}.`,
    {
      hint: 'Export the site again with Tools, Export.',
    },
  );
}
