import { archiveMarkdown } from '#article/archive-words.ts';
import { dayIn } from '#core/wall-time.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { FoundQuote, QuotePlace } from '#quote/quote-check.ts';
import type { Publication } from '#runtime/config/config.ts';
import { QUOTE_DEK, type QuotePage, verdictOf } from './quote-html.ts';
import { quoteJson } from './quote-json.ts';
import { quotedPieces } from './quoted.ts';

/** `/quote.md`: how to check a quote, or the result. */
export function quoteMarkdown(publication: Publication, { check }: QuotePage): string {
  return pageMarkdown(publication, {
    path: '/quote',
    title: 'Check a quote',
    description: QUOTE_DEK,
    parts:
      check === null
        ? [howTo(publication)]
        : [verdictOf(check), ...(check.match === 'not_found' ? [] : quoteLines(publication, check))],
  });
}

function howTo({ baseUrl }: Publication): string {
  return `Add the words as they are quoted to the address: \`${baseUrl}/quote.md?text=WORDS\`. An ellipsis stands for words that were left out. As JSON: \`${baseUrl}/api/v1/public/quote?text=WORDS\`; long texts by POST of \`{"text": …}\`.`;
}

function quoteLines(publication: Publication, check: FoundQuote): string[] {
  const { headline, differences, since, url, permalink, figures } = {
    ...check,
    ...quoteJson(publication, check),
    since: check.since,
  };
  const words = (text: string, none: string) => (text === '' ? none : `“${escapeMarkdown(text)}”`);
  return [
    ...check.places.map(passage),
    headline === null ? '' : `From [${escapeMarkdown(headline)}](${url}). Permanent link: <${permalink}>`,
    archiveMarkdown(check.archive),
    differences
      .map(
        ({ quoted, original, isNumber }) =>
          `- Quote: ${words(quoted, 'left out')}. Article: ${words(original, check.stands === 'withdrawn' ? 'withdrawn' : 'does not have it')}.${isNumber ? ' A number differs.' : ''}`,
      )
      .join('\n'),
    since === null
      ? ''
      : `${since.act[0]?.toUpperCase()}${since.act.slice(1)} on ${dayIn(since.at, publication.timeZone)}${since.revision === null ? '' : `, revision ${since.revision}`}. ${escapeMarkdown(since.note ?? '')}`.trimEnd(),
    since && since.now.length > 0 ? `The article says now:\n\n${since.now.map(passage).join('\n\n')}` : '',
    figures.length === 0
      ? ''
      : figures
          .map(({ text, settlement, source }) => {
            const from = source ? `, [${escapeMarkdown(source.title)}](${source.url})` : '';
            return `- ${escapeMarkdown(text)}: ${settlement ?? 'not settled'}${from}`;
          })
          .join('\n'),
  ];
}

/** Marks replace the asterisks until the whole passage is escaped. */
const [OPEN, CLOSE] = ['\ue000', '\ue001'];

function passage(place: QuotePlace): string {
  const pieces = quotedPieces(place).map(({ text, isQuoted }) => (isQuoted ? OPEN + text + CLOSE : text));
  return `> ${escapeMarkdown(pieces.join('').replace(/\s+/g, ' ')).replaceAll(/[\ue000\ue001]/g, '**')}`;
}
