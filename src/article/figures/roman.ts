// Numbers written in letters, as parts of regular expressions.

const VALID = 'M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';
const END = '(?![\\p{L}\\p{N}])';

/** A Roman numeral, of either case, where a unit follows: `XLII percent`. */
export const ROMAN = `(?i:(?=[MDCLXVI]{2}|[MDCLXV] ?(?:%|per ?cent))${VALID})${END}`;

/** One that stands alone, `Type II`, `XLII`; short ones only where they are no abbreviation, as `DC` and `MIX` are. */
export const ROMAN_NAME = `(?=[IVX]{2,}${END}|[XLVI]{3,}${END}|[MDCLXVI]{4,})${VALID}`;

/** Letters that look like digits: `lOO`. */
export const LIKE_DIGITS = `(?:l[oO]*O[oO]*|[I|]O{2,}|[lI|]{1,3}O{2,})${END}`;

/** More of them, where a unit follows: `lO percent`, `SO percent`. */
export const LETTERS_FOR_DIGITS = `[lIOoSZB|]{2,6}${END}`;
