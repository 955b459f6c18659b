import { Tokenizer, TokenizerMode } from 'parse5';
import { Failure } from '#core/failure.ts';

// Reads HTML tag by tag, by the tokenizer of the HTML standard (section 13.2.5). No tree is built: some hostile pages make trees that
// are far larger than themselves, and the blocks of an article need none.

/** Most attributes of an element, characters read at once, and characters of a body. */
const MOST_ATTRIBUTES = 1000;
const AT_ONCE = 16 * 1024;
/** Characters that are kept of an address that begins with `data:`. */
const LONGEST_DATA = 200;
const END_OF_ADDRESS = /["'\s<>]/g;
export const LONGEST_BODY = 4 * 1024 * 1024;

export type HtmlAttributes = ReadonlyMap<string, string>;
export type HtmlHandler = {
  openTag(name: string, attributes: HtmlAttributes): void;
  closeTag(name: string): void;
  text(text: string): void;
  comment(text: string): void;
};

/** Elements whose content is text, not tags. */
const CONTENT: Record<string, number> = {
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  ...Object.fromEntries(['style', 'xmp', 'iframe', 'noembed', 'noframes'].map((name) => [name, TokenizerMode.RAWTEXT])),
};

/** @throws validation_failed when it is longer than a body may be, or has an element with too many attributes */
export function readHtml(given: string, handler: HtmlHandler): void {
  const html = shortenData(given);
  if (html.length > LONGEST_BODY)
    throw refuseBody(`The text has more than ${LONGEST_BODY / 1024 ** 2} million characters.`);
  const tokenizer = new ImportTokenizer(
    {},
    {
      onStartTag: ({ tagName, attrs }) => {
        const mode = CONTENT[tagName];
        if (mode !== undefined) {
          tokenizer.state = mode as typeof tokenizer.state;
          tokenizer.lastStartTagName = tagName;
        }
        handler.openTag(tagName, new Map(attrs.map(({ name, value }) => [name, value])));
      },
      onEndTag: ({ tagName }) => handler.closeTag(tagName),
      onCharacter: ({ chars }) => handler.text(chars),
      onWhitespaceCharacter: ({ chars }) => handler.text(chars),
      onComment: ({ data }) => handler.comment(data),
      onNullCharacter: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  for (let at = 0; at < html.length; at += AT_ONCE) {
    tokenizer.write(html.slice(at, at + AT_ONCE), false);
    tokenizer.requireFewAttributes();
  }
  tokenizer.write('', true);
}

/** Shortens addresses that hold a whole file, such as a picture. */
export function shortenData(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { index: at } of html.matchAll(/data:/gi)) {
    if (at < from) continue;
    END_OF_ADDRESS.lastIndex = at;
    const end = END_OF_ADDRESS.exec(html)?.index ?? html.length;
    parts.push(html.slice(from, Math.min(end, at + LONGEST_DATA)));
    from = end;
  }
  return parts.length === 0 ? html : parts.join('') + html.slice(from);
}

/** Elements that have no end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed hr image img input keygen link meta param source track wbr'.split(' '),
);

/** The tokenizer compares each attribute of an element with all before it: the time grows with the square of their number. */
class ImportTokenizer extends Tokenizer {
  requireFewAttributes(): void {
    const token = this.currentToken;
    if (token && 'attrs' in token && token.attrs.length > MOST_ATTRIBUTES)
      throw refuseBody(`An element has more than ${MOST_ATTRIBUTES} attributes.`);
  }
}

function refuseBody(message: string): Failure {
  return new Failure('validation_failed', message, {
    hint: 'Shorten the text in the other system, and export it again.',
  });
}
