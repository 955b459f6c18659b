import { listingLine } from '#article/pages/listing-markdown.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import { type FoundArticle, type SearchPage, searchPath } from '#search/found.ts';
import type { MarkedPiece } from '#search/search-marks.ts';
import { whereWords } from './search-html.ts';

/** The search page as Markdown: how to search, or the results, each with the passage that has the words. */
export function searchMarkdown(publication: Publication, page: SearchPage): string {
  const { q, found: articles } = page;
  return pageMarkdown(publication, {
    path: '/search',
    title: q ? `Search: ${q}` : 'Search',
    description: `Look up what ${publication.name} has published.`,
    parts: articles === null ? [howTo(publication)] : results(publication, page, articles),
  });
}

function howTo({ baseUrl }: Publication): string {
  return `Add what you look for to the address: \`${baseUrl}/search.md?q=WORDS\`. All the words must occur, in any form; \`"two words"\` in quotes is a phrase; the best match comes first. \`section\`, and the days \`from\` and \`to\` (\`2026-09-30\`) narrow the search. The same as JSON: send \`Accept: application/json\` to \`${baseUrl}/search?q=WORDS\`.`;
}

function results(publication: Publication, page: SearchPage, articles: readonly FoundArticle[]): string[] {
  const { q, section, from, to, nextCursor, corrections, suggestions, unindexed } = page;
  const at = (asked: Parameters<typeof searchPath>[0]) =>
    publication.baseUrl + searchPath(asked).replace('/search', '/search.md');
  const words = (some: readonly string[]) => some.map((word) => `**${escapeMarkdown(word)}**`).join(' or ');
  const heading =
    articles.length === 0
      ? `No published article${whereWords(page)} has this.`
      : corrections.length > 0
        ? `No published article${whereWords(page)} has ${words(corrections.map((respelling) => respelling.from))}. Results for ${words(corrections.flatMap((respelling) => respelling.to))}.`
        : `Articles${whereWords(page)}, ${q ? 'the best match first' : 'newest first'}.`;
  return [
    heading,
    unindexed === 0 ? '' : `The search index is being rebuilt. ${unindexed} older articles are not in it yet.`,
    suggestions
      .map(
        (suggestion) =>
          `- ${suggestion.isSpelling ? 'Did you mean' : 'Finds something:'} [${escapeMarkdown(suggestion.q)}](${at({ q: suggestion.q, section, from, to })})`,
      )
      .join('\n'),
    articles.map((hit) => `${listingLine(publication, hit.article)}${passageLine(hit.passage)}`).join('\n'),
    nextCursor === null ? '' : `[More results](${at({ q, section, from, to, cursor: nextCursor })})`,
  ];
}

/** Marks replace the asterisks until the whole passage is escaped. */
const [OPEN, CLOSE] = ['\ue000', '\ue001'];

function passageLine(passage: readonly MarkedPiece[] | null): string {
  if (!passage) return '';
  const pieces = passage.map(({ text, isHit }) => {
    const plain = text.replace(/[\ue000\ue001]/g, '');
    return isHit ? `${OPEN}${plain}${CLOSE}` : plain;
  });
  return `\n  ${escapeMarkdown(pieces.join('')).replaceAll(/[\ue000\ue001]/g, '**')}`;
}
