import fc from 'fast-check';

// Text that could break out of the markup of a feed, a sitemap or a page, or that is not valid text.

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

/** Arbitrary text, and text made of hostile parts. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PARTS)).map((chosen) => chosen.join('')),
);
