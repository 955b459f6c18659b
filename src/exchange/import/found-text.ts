import { normalizeText, withoutHidden } from '#core/text.ts';

// Texts of another system, within the limits of those here.

/** Cuts a text at the last place of `at` that fits; at a space where there is none. Counts code points. */
export function cutAt(text: string, most: number, at: string): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const head = signs.slice(0, most).join('');
  const end = head.lastIndexOf(at);
  if (end > most / 3) return head.slice(0, end + at.trimEnd().length).trim();
  const space = signs
    .slice(0, most - 1)
    .join('')
    .lastIndexOf(' ');
  return `${head.slice(0, space > most / 3 ? space : -1).trimEnd()}…`;
}

export function cleanLine(text: string): string {
  return cleanLines(text).replace(/\s+/g, ' ').trim();
}

/** Removes the characters that stored text may not hold. */
export function cleanLines(text: string): string {
  return withoutHidden(normalizeText(text.toWellFormed(), 'NFC'))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\u2028\u2029\ufffe\uffff\u202a-\u202e\u2066-\u2069]/gu, '');
}
