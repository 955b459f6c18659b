import { normalizeText } from '../../core/text.ts';

/** The words of a page, folded so that typography does not matter for finding a quote; null when it is not text. */
export function wordsOfPage(body: Buffer, type: string): string | null {
  const kind = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^(?:text\/(?:html|plain|markdown|csv)|application\/(?:xhtml\+xml|json))$/.test(kind)) return null;
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  const text = decode(body, charset);
  return text === null ? null : foldWords(/html/.test(kind) ? withoutMarkup(text) : text);
}

/** Folds words for comparison: only letters and digits count, not quotation marks, dashes or spaces. */
export function foldWords(text: string): string {
  return normalizeText(text, 'NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[^\p{L}\p{N}%$€£.,]+/gu, ' ')
    .replace(/[.,](?!\p{N})/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

function decode(body: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return null;
  }
}

/** The text of an HTML page, without a full parser. The time is linear in its length. */
function withoutMarkup(page: string): string {
  const parts: string[] = [];
  const rest = page
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ');
  let from = 0;
  while (from < rest.length) {
    const open = rest.indexOf('<', from);
    if (open === -1) break;
    parts.push(rest.slice(from, open));
    const close = rest.indexOf('>', open);
    if (close === -1) {
      from = rest.length;
      break;
    }
    // An inline tag, such as emphasis, does not separate words.
    parts.push(
      /^<\/?(?:a|abbr|b|cite|code|em|i|mark|q|s|small|span|strong|sub|sup|time|u)\b/i.test(rest.slice(open, open + 12))
        ? ''
        : ' ',
    );
    from = close + 1;
  }
  return entities(parts.join('') + rest.slice(from));
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  deg: '°',
  frac12: '½',
  times: '×',
  thinsp: ' ',
  ensp: ' ',
  emsp: ' ',
  shy: '',
};

function entities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,10}));/gi, (whole, digits, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? ' ';
    const point = Number.parseInt(digits ?? hex, digits === undefined ? 16 : 10);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : whole;
  });
}
