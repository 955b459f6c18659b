import type { Correction } from '../../article/read/corrections.ts';
import type { Publication } from '../../config.ts';
import { articleForms } from '../addresses.ts';
import { escapeMarkdown } from './markdown.ts';
import { pageMarkdown } from './page-markdown.ts';

/** The corrections of the whole magazine as a list, latest first. */
export function correctionsMarkdown(
  publication: Publication,
  corrections: readonly Correction[],
  earlier: number | null,
): string {
  const lines = corrections.map((one) => {
    const link = `[${escapeMarkdown(one.headline)}](${articleForms(publication, one).markdown})`;
    return `- Correction ${one.seq}, ${one.at.slice(0, 10)}, ${link}: ${escapeMarkdown(one.note)}`;
  });
  const more = `[Earlier corrections](${publication.baseUrl}/corrections.md?before=${earlier})`;
  return pageMarkdown(publication, {
    path: '/corrections',
    title: 'Corrections',
    description: `Every correction ${publication.name} has made to a published article.`,
    parts: [lines.length > 0 ? lines.join('\n') : 'No correction has been made yet.', earlier === null ? '' : more],
  });
}
