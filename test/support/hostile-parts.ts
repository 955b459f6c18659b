import fc from 'fast-check';

// What breaks a feed, a map or a page out of its marks, or is no text at all.

const PARTS = [
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '&',
  '<',
  '>',
  '</',
  '&apos;',
  '\u0000',
  '\u001b',
  '\ufffe',
  '\ud800',
  '\udc00',
  'a',
  ' ',
] as const;

/** Any text whatever, and text made of hostile parts. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PARTS)).map((chosen) => chosen.join('')),
);
