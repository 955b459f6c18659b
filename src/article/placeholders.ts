// The texts of the first revision of a started article, before its person wrote them. Stored copy is never without these fields.

export const PLACEHOLDERS = { headline: 'Untitled', dek: 'No dek yet.' };
export const PLACEHOLDER_SLUG = 'untitled-';

/** The slug of a started article; `id` makes it unlike any other. */
export function placeholderSlug(id: string): string {
  return `${PLACEHOLDER_SLUG}${id.slice(-12)}`;
}

/** Whether nobody has written this field yet. */
export function isPlaceholder(field: 'headline' | 'dek' | 'slug', text: string): boolean {
  return field === 'slug' ? /^untitled-[0-9a-f]{12}$/.test(text) : text.trim() === PLACEHOLDERS[field];
}
