/** The forms of picture files that the library takes, by their common names. An ad is a JPEG or a PNG. */
export const PICTURE_FORMS = {
  JPEG: ['image/jpeg'],
  PNG: ['image/png'],
  WebP: ['image/webp'],
  AVIF: ['image/avif'],
  GIF: ['image/gif'],
} as const;

/** All forms in words: `JPEG, PNG, WebP, AVIF or GIF`. */
export const PICTURE_FORM_NAMES = inWords(Object.keys(PICTURE_FORMS));

/** The media types that the file field of a form accepts. An iPhone sends a HEIC as a JPEG to a field that does not take it. */
export const ACCEPTED_TYPES = Object.values(PICTURE_FORMS).flat().join(',');

function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
