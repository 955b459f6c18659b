import * as z from 'zod';
import { countWords, text, withoutNeeded } from '#core/text.ts';
import { block, type Finding } from './findings.ts';
import { findMacro, findMergeTag } from './macros.ts';

const TOO_LONG = { error: 'must be at most 4000 characters long' };

/** The text of a Field Brief ad as the advertiser sent it, before any check. */
export const briefSchema = z
  .strictObject({
    text: z.string().max(4000, TOO_LONG).describe('The copy, without an address in it.'),
    url: z.string().max(4000, TOO_LONG).describe('The one address, https.'),
  })
  .meta({ id: 'FieldBriefCopy', description: 'The text of a Field Brief ad, and its one address.' });
export type SponsorCopy = z.infer<typeof briefSchema>;

/** The longest address, in characters; the same as for a source. */
const LONGEST_URL = 2000;

/** Checks the text of a Field Brief ad: at most `mostWords` words, and one https address in its own field. */
export function checkBrief({ text: copy, url }: SponsorCopy, mostWords: number): Finding[] {
  const findings: Finding[] = [];
  const words = countWords(copy);
  if (words === 0) findings.push(block('words', 'There are no words.', '0 words', `1 to ${mostWords} words`));
  if (words > mostWords)
    findings.push(block('words', 'There are too many words.', `${words} words`, `at most ${mostWords} words`));
  if (!text({ lines: true }).safeParse(copy).success || UNSEEN.test(withoutNeeded(copy)))
    findings.push(block('characters', 'The copy contains invisible characters.', 'invisible characters', 'plain text'));
  if (ADDRESS.test(copy))
    findings.push(
      block(
        'address-in-copy',
        'The copy contains an address. The one address belongs in its own field.',
        'an address in the copy',
        'one address, outside the copy',
      ),
    );
  return [...findings, ...checkMergeTags(copy), ...checkAddress(url)];
}

/** Findings about the address of an ad. */
export function checkAddress(url: string): Finding[] {
  const macro = findMacro(url);
  if (macro) return [block('macro', faultOfAddress(url), shorten(macro), 'the address as readers open it')];
  if (readAddress(url)) return [];
  const asked = `one address that begins with https://, at most ${LONGEST_URL} characters`;
  return [block('address', faultOfAddress(url), shorten(url), asked)];
}

/** Findings about placeholders in the words of an ad. */
export function checkMergeTags(words: string): Finding[] {
  const tag = findMergeTag(words);
  if (!tag) return [];
  const fault = 'The words have a placeholder, and this service fills in no macros.';
  return [block('macro', fault, shorten(tag), 'the words as readers see them')];
}

/** What is wrong with an address that `readAddress` does not read. */
export function faultOfAddress(url: string): string {
  return findMacro(url)
    ? 'The address has a macro of an ad server, and this service fills in no macros.'
    : 'This address cannot be linked to.';
}

/** The address of an ad's link in the form it is stored: https, without user name, password or macro. Null when it cannot be used. */
export function readAddress(url: string): string | null {
  if (url.length > LONGEST_URL || !/^https:\/\//i.test(url) || /[\s\\]/.test(url) || UNSEEN.test(url) || findMacro(url))
    return null;
  const read = URL.parse(url);
  if (read?.protocol !== 'https:' || read.username !== '' || read.password !== '') return null;
  return read.hostname.includes('.') && read.href.length <= LONGEST_URL ? read.href : null;
}

/** Invisible characters. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)/i;

function shorten(url: string): string {
  const shown = url.replace(/[\p{C}]/gu, '\ufffd');
  return shown === '' ? 'no address' : shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}
