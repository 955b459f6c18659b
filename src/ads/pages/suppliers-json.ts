import type { DirectoryPage } from './suppliers-markdown.ts';

/** The supplier directory as JSON. */
export function suppliersJson({ suppliers, nextCursor }: DirectoryPage) {
  return {
    suppliers: suppliers.map(({ name, what, place, url, paid }) => ({ name, what, place, url, paid })),
    nextCursor,
  };
}
