import { z } from 'zod';
import { text } from '../../core/text.ts';
import { block, type Finding } from './findings.ts';

const TOO_LONG = { error: 'must be at most 4000 characters long' };

/** The words of a Field Brief ad as they are sent: anything a check can say something of. */
export const briefSchema = z
  .strictObject({
    text: z.string().max(4000, TOO_LONG).describe('The copy, without an address in it.'),
    url: z.string().max(4000, TOO_LONG).describe('The one address, https.'),
  })
  .meta({ id: 'FieldBriefCopy', description: 'The words of a Field Brief ad, and its one address.' });
export type Brief = z.infer<typeof briefSchema>;

/** Longest address, as of a source. */
const LONGEST_URL = 2000;

/** Checks the words of a Field Brief ad: at most `mostWords` words, and one https address beside them. */
export function checkBrief({ text: copy, url }: Brief, mostWords: number): Finding[] {
  const findings: Finding[] = [];
  const words = countWords(copy);
  if (words === 0) findings.push(block('words', 'There are no words.', '0 words', `1 to ${mostWords} words`));
  if (words > mostWords)
    findings.push(block('words', 'There are too many words.', `${words} words`, `at most ${mostWords} words`));
  if (!text({ lines: true }).safeParse(copy).success || UNSEEN.test(copy))
    findings.push(
      block('characters', 'There are characters in the copy that nobody sees.', 'unseen characters', 'plain text'),
    );
  if (ADDRESS.test(copy))
    findings.push(
      block(
        'address-in-copy',
        'There is an address in the copy; the one address stands apart.',
        'an address in the copy',
        'one address, beside the copy',
      ),
    );
  if (!readAddress(url))
    findings.push(
      block(
        'address',
        'The address is not one that a link may lead to.',
        shorten(url),
        `one address that begins with https://, at most ${LONGEST_URL} characters`,
      ),
    );
  return findings;
}

/** The address of a link in an ad as it is kept: https, no name or password in it; null where it is none. */
export function readAddress(url: string): string | null {
  if (url.length > LONGEST_URL || !/^https:\/\//i.test(url) || /[\s\\]/.test(url) || UNSEEN.test(url)) return null;
  const read = URL.parse(url);
  if (read?.protocol !== 'https:' || read.username !== '' || read.password !== '') return null;
  return read.hostname.includes('.') && read.href.length <= LONGEST_URL ? read.href : null;
}

/** How many words a text has: what stands between blanks or dashes and has a letter or a digit. Hyphens join. */
export function countWords(copy: string): number {
  return copy
    .split(/[\s\u00ad\u200b-\u200d\u2060\ufeff\u2013\u2014/]+|--+/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

/** Of what nothing is seen, all but the sign that follows an emoji. */
const UNSEEN = /(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u;
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)/i;

function shorten(url: string): string {
  const seen = url.replace(/[\p{C}]/gu, '\ufffd');
  return seen === '' ? 'no address' : seen.length > 80 ? `${seen.slice(0, 80)}…` : seen;
}
