/** The forms of picture files that the library takes, by the name that people know. An ad is a JPEG or a PNG. */
export const PICTURE_FORMS = {
  JPEG: ['image/jpeg'],
  PNG: ['image/png'],
  WebP: ['image/webp'],
  AVIF: ['image/avif'],
  GIF: ['image/gif'],
} as const;

/** All forms in words: `JPEG, PNG, WebP, AVIF or GIF`. */
export const PICTURE_FORM_NAMES = inWords(Object.keys(PICTURE_FORMS));

/** What the file field of a form accepts, as media types. An iPhone sends a HEIC as a JPEG to a field that does not take it. */
export const ACCEPTED_TYPES = Object.values(PICTURE_FORMS).flat().join(',');

function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
