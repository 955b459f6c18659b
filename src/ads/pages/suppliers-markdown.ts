import type { ListedSupplier } from '#ads/suppliers/directory.ts';
import { escapeMarkdown, markdownAddress } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import { HOW_LISTED, PAID } from './suppliers-html.ts';

/** A page of the directory. */
export type DirectoryPage = { suppliers: readonly ListedSupplier[]; nextCursor: string | null };

/** The supplier directory as Markdown, without logos. */
export function suppliersMarkdown(publication: Publication, { suppliers, nextCursor }: DirectoryPage): string {
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
