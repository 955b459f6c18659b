// The number words of English, as parts of regular expressions. Longer words come first.

/**
 * The pattern for letters of either case. It replaces `(?i:…)`, which V8 ignores when it compiles without optimizing. A process that has
 * compiled many patterns does that, and then missed `Three` at the start of a sentence. Classes may not have ranges of letters.
 */
export function anyCase(pattern: string): string {
  const inBothCases = (letter: string) => letter.toLowerCase() + letter.toUpperCase();
  return pattern.replace(/\\(?:p\{[^}]*\}|.)|\(\?<\w+>|\[(?:\\.|[^\]\\])*\]|[a-z]/gi, (part) => {
    if (part.startsWith('['))
      return part.replace(/\\p\{[^}]*\}|\\.|[a-z]/gi, (inner) => (inner.length > 1 ? inner : inBothCases(inner)));
    return part.length > 1 ? part : `[${inBothCases(part)}]`;
  });
}

const ONES = 'two|three|four|five|six|seven|eight|nine';
const TEENS = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';

/** `two` to `ninety-nine`, without `one`, which is a pronoun more often than a number. */
const SMALL = `(?:(?:${TENS})(?:[- ](?:one|${ONES}))?|${TEENS}|${ONES})`;

const SCALES = '(?:hundred|thousand|million|billion|trillion)';

/** `three`, `forty-two`, `a hundred and ten thousand`, `one million`. */
export const NUMBER_WORDS = [
  `(?:an?|one|${SMALL}|several|few)(?: ${SCALES})+(?:,? and (?:one|${SMALL})(?: ${SCALES})*)?`,
  `half an? ${SCALES}`,
  SMALL,
].join('|');

/** `one`, if the next words show that something was counted. */
export const ONE = '(?<!\\b(?:should|will|may|might|could|would|can) )one';

/** `has one estimator`: after a verb of having or counting, before a thing that one can have. */
export const ONE_OF_MANY =
  '(?<=\\b(?:have|has|had|having|only|just|exactly|least|most|than|employs?|needs?|takes?|took|lost|per) )one(?= [\\p{Ll}\\p{Lu}]{3,})(?! (?:another|like|more|thing|day|who|that|which|and|but|for|has|was|can)\\b)';

/** `zero`, except in figures of speech. */
export const NONE =
  '(?<!\\b(?:net|ground|near|sub|patient)[- ])zero(?![- ](?:in|tolerance|energy|carbon|emissions?|sum|day|net|waste)\\b)';

/** `two thirds`, `three-quarters`, `a third of`, `half`, `one in five`. */
export const FRACTIONS = [
  `(?:one|${SMALL})[- ](?:halves|half|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|twelfths?|hundredths?|thousandths?)(?![- ](?:floor|time|day|week|year|revision|draft|grade))`,
  `an? (?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|hundredth|thousandth)(?= (?:of|less|more|fewer|faster|slower|cheaper|longer|shorter|higher|lower|larger|smaller)\\b)`,
  `(?:one|${SMALL}|\\d+) (?:in|out of) (?:every )?(?:an? )?(?:${SMALL}|${SCALES}|\\d[\\d,]*)`,
  `(?:one|an?|${SMALL}) and a (?:half|quarter|third)`,
  `(?<!(?:an|first|second|other|either|upper|lower|one|better|top|bottom|left|right)[ -])half(?! an? (?:${SCALES}|dozen))(?= (?:of|the|a|an|as|its|their|our|his|her|that|those|these)\\b|[- ](?:hour|day|inch|mile|metre|meter|million|price|size|length))`,
  `three[- ]quarters`,
  `an? (?:metre|meter|kilometre|kilometer|mile|foot|yard|inch|acre|hectare|tonne|ton|second|minute|hour|day|week|month|year|decade) and a (?:half|quarter)`,
].join('|');

/** `a dozen`, `dozens of`, `hundreds`, `a couple of`, `a pair of`. */
export const COLLECTIVES = [
  `(?:an? |one |half a |${SMALL} )?dozens?`,
  `(?:tens|hundreds|thousands|millions|billions)(?: of (?:thousands|millions|billions))?`,
  `a score of`,
  `a couple of(?= (?:hundred|thousand|million|seconds|minutes|hours|days|weeks|months|years|feet|inches|metres|meters|miles|percent)\\b)`,
].join('|');

/** `doubled`, `halved`, `twice`, `threefold`. */
export const MULTIPLES = [
  `(?:re)?doubl(?:ed|es|ing)`,
  `double(?= (?:the|that|its|their|what|as|in|to|by|from)\\b)`,
  `halv(?:ed|es|ing|e)`,
  `tripl(?:ed|es|ing|e)|trebl(?:ed|es|ing|e)`,
  `quadrupl(?:ed|es|ing|e)|quintupl(?:ed|es|ing|e)`,
  `twice|thrice`,
  `(?:${SMALL}|hundred|\\d+)[- ]?fold`,
].join('|');

/** `third`, `twenty-first`: not `first` and `second`, which seldom count anything. */
export const ORDINALS = `(?:(?:${TENS})[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|third(?![- ]part)|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|fortieth|fiftieth|hundredth)`;

// Numbers written in letters, as parts of regular expressions.

const VALID = 'M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';
const END = '(?![\\p{L}\\p{N}])';

/** A Roman numeral, of either case, where a unit follows: `XLII percent`. */
export const ROMAN = `${anyCase(`(?=[MDCLXVI]{2}|[MDCLXV] ?(?:%|per ?cent))${VALID}`)}${END}`;

/** A Roman numeral alone, `Type II`, `XLII`; short ones only if they are no abbreviation, as `DC` and `MIX` are. */
export const ROMAN_NAME = `(?=[IVX]{2,}${END}|[XLVI]{3,}${END}|[MDCLXVI]{4,})${VALID}`;

/** Letters that look like digits: `lOO`. */
export const LIKE_DIGITS = `(?:l[oO]*O[oO]*|[I|]O{2,}|[lI|]{1,3}O{2,})${END}`;

/** More such letters, if a unit follows: `lO percent`, `SO percent`. */
export const LETTERS_FOR_DIGITS = `[lIOoSZB|]{2,6}${END}`;

// The units of numbers, as parts of regular expressions. Short units match only in their own case.

const LETTERED =
  'µg/m³|mg/m³|kg/m³|kN/m²|W/m²K|W/m²|m³/h|t/h|kWh/m²|mm|cm|dm|km|m|nm|µm|um|m²|m2|m³|m3|mm²|mm2|cm²|cm2|km²|km2|km/h|m/s|mph|ft|ft²|ft2|sq ft|sq m|sqm|cu yd|yd|yd³|lbs?|oz|kg|mg|g|kt|t|Mt|psi|ksi|kPa|MPa|GPa|Pa|N|kN|MN|kNm|W|kW|MW|GW|TW|Wh|kWh|MWh|GWh|TWh|V|kV|mA|A|Ah|kVA|Hz|kHz|MHz|GHz|B|kB|KB|MB|GB|TB|PB|Mbit/s|Gbit/s|Mbps|Gbps|fps|°C|°F|°|K|dB|dBA|lx|lm|L|l|ml|mL|gal|bar|rpm|ms|µs|ns|s|min|h|hr|hrs|d|ha|px|dpi|ppm|ppb|x|×|¢|‰';

const SPELLED =
  'percentage points?|percent|per cent|basis points?|square (?:metres?|meters?|feet|foot|inches|miles|kilometres?|kilometers?|yards?)|cubic (?:metres?|meters?|feet|foot|yards?|inches)|linear (?:metres?|meters?|feet|foot)|foot-pounds?|millimetres?|millimeters?|centimetres?|centimeters?|kilometres?|kilometers?|metres?|meters?|feet|foot|inches|inch|yards?|miles?|acres?|hectares?|tonnes?|tons?|kilograms?|kilos?|grams?|pounds?|ounces?|litres?|liters?|gallons?|kilowatts?|megawatts?|gigawatts?|watts?|kilowatt[- ]hours?|volts?|amps?|degrees(?: Celsius| Fahrenheit)?|decibels?|hertz|megabytes?|gigabytes?|terabytes?|bytes?|pixels?|milliseconds?|seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|fortnights?|months?|quarters?|years?|decades?|centuries|euros?|dollars?|pounds sterling|cents?|francs?|times';

/** `in` is an inch, unless the next word makes it a preposition. */
const INCH =
  'in(?=\\.?(?:$|[,;:)]|\\. ?$| ?[x×(]| (?:by|wide|thick|long|deep|high|tall|diameter|of rain|of cover|of snow|on center|o\\.c\\.|and|or|to) ?))';

/** A unit in words, as it follows a number word. */
export const UNIT_WORD = `(?:${anyCase(SPELLED)})(?![\\p{L}\\p{N}])`;

/** A unit after a number, with a thousand or million before it. */
export const UNIT = `(?:(?:${anyCase(SPELLED)})|${INCH}|(?:${LETTERED.split('|')
  .sort((unit, other) => other.length - unit.length)
  .join('|')}))(?![\\p{L}\\p{N}])`;

/** `thousand`, `million`, `bn`, `k` after a number. */
export const SCALE = '(?:thousand|million|billion|trillion|bn|mn|tn|k|K|M|B)(?![\\p{L}\\p{N}])';

/** `$`, `EUR`, `US$` before or after a number. */
export const CURRENCY = '(?:(?:US|A|C|NZ|HK)?[$€£¥₹]|(?:EUR|USD|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|INR|CNY)(?![\\p{L}]))';
