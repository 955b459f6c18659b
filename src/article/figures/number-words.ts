// The words by which English writes numbers, as parts of regular expressions. Longer ones stand first.

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

/** `one`, where what follows shows that something was counted. */
export const ONE = '(?<!\\b(?:should|will|may|might|could|would|can) )one';

/** `has one estimator`: behind a word of having or counting, before something that can be had. */
export const ONE_OF_MANY =
  '(?<=\\b(?:have|has|had|having|only|just|exactly|least|most|than|employs?|needs?|takes?|took|lost|per) )one(?= \\p{Ll}{3,})(?! (?:another|like|more|thing|day|who|that|which|and|but|for|has|was|can)\\b)';

/** `zero`, but where it is a manner of speaking. */
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
