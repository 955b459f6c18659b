import type { ListedSupplier } from '../../ads/suppliers/directory.ts';
import type { Publication } from '../../config.ts';
import { HOW_LISTED, PAID } from '../html/suppliers-html.ts';
import { escapeMarkdown, markdownAddress } from './markdown.ts';
import { pageMarkdown } from './page-markdown.ts';

type Page = { suppliers: readonly ListedSupplier[]; nextCursor: string | null };

/** The supplier directory as Markdown: words and addresses, no logos. */
export function suppliersMarkdown(publication: Publication, { suppliers, nextCursor }: Page): string {
  const rows = suppliers.map(
    ({ name, what, place, url, paid }) =>
      `- [${escapeMarkdown(name)}](${markdownAddress(url)}): ${escapeMarkdown(what)} ${escapeMarkdown(place)}.${paid ? ` **${PAID}.**` : ''}`,
  );
  return pageMarkdown(publication, {
    path: '/suppliers',
    title: 'Suppliers',
    description: `The supplier directory of ${publication.name}: who makes and rents what, and where.`,
    parts: [
      `${HOW_LISTED} The same as JSON: <${publication.baseUrl}/api/v1/suppliers>`,
      rows.length > 0 ? rows.join('\n') : 'No supplier is listed yet.',
      ...(nextCursor === null ? [] : [`More: <${publication.baseUrl}/suppliers.md?cursor=${nextCursor}>`]),
    ],
  });
}

/** The supplier directory as JSON. */
export function suppliersJson({ suppliers, nextCursor }: Page) {
  return {
    suppliers: suppliers.map(({ name, what, place, url, paid }) => ({ name, what, place, url, paid })),
    nextCursor,
  };
}
