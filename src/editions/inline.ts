import MarkdownIt, { type Token } from 'markdown-it';

// The small inline Markdown of body text (contract D6): emphasis, strong, code, https links and the backslash that makes
// a mark plain. Everything else, raw HTML included, is text.

const parser = new MarkdownIt('zero', { html: false, linkify: false }).enable([
  'emphasis',
  'backticks',
  'link',
  'escape',
]);
parser.validateLink = (address) => {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'https:' && !url.username && !url.password;
};

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'open' | 'close'; mark: 'em' | 'strong' }
  | { kind: 'open'; mark: 'link'; href: string }
  | { kind: 'close'; mark: 'link' };

/** Reads a run of body text; white space of any kind folds to single spaces. */
export function readInline(text: string): Inline[] {
  const [inline] = parser.parseInline(text.replace(/\s+/g, ' ').trim(), {});
  return (inline?.children ?? []).flatMap(toInline);
}

/** The text alone, without its marks. */
export function plainText(text: string): string {
  return readInline(text)
    .map((part) => (part.kind === 'text' || part.kind === 'code' ? part.text : ''))
    .join('');
}

function toInline(token: Token): Inline[] {
  switch (token.type) {
    case 'code_inline':
      return [{ kind: 'code', text: token.content }];
    case 'em_open':
    case 'strong_open':
      return [{ kind: 'open', mark: token.type === 'em_open' ? 'em' : 'strong' }];
    case 'em_close':
    case 'strong_close':
      return [{ kind: 'close', mark: token.type === 'em_close' ? 'em' : 'strong' }];
    case 'link_open':
      return [{ kind: 'open', mark: 'link', href: URL.parse(String(token.attrGet('href')))?.href ?? '' }];
    case 'link_close':
      return [{ kind: 'close', mark: 'link' }];
    default:
      return token.content === '' ? [] : [{ kind: 'text', text: token.content }];
  }
}

/** The items of a list block: one a line, a leading mark dropped; ordered when every line carries a number. */
export function listItems(text: string): { ordered: boolean; items: string[] } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const ordered = lines.length > 0 && lines.every((line) => /^\s*\d{1,9}[.)] /.test(line));
  return { ordered, items: lines.map((line) => line.trim().replace(/^(?:[-*]|\d{1,9}[.)]) /, '')) };
}
