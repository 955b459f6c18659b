// The number words of other languages: German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish and Norwegian, in plain
// letters (`fünf` is `funf`). A word that English has too counts only beside other number words.

/** Languages whose number words are searched, by the first part of their tag. */
const NUMBER_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'nn', 'no'] as const;

/** Whether the number words of a publication's language, `de-AT`, are searched. */
function hasNumberWords(language: string): boolean {
  const [first = ''] = language.toLowerCase().split('-');
  return NUMBER_LANGUAGES.some((code) => code === first);
}

/** The warning when the number words of the publication's language are not searched; null when they are. */
export function unsearchedLanguage(language: string | undefined): string | null {
  if (language === undefined || hasNumberWords(language)) return null;
  const searched =
    'English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish and Norwegian';
  return `Numbers written as words are searched in ${searched}, not in the publication's language (${language}). Check such numbers yourself.`;
}

const STRONG = new Set(
  [
    'zwei zwo drei vier funf fuenf sechs sieben acht neun zehn zwolf zwoelf hundert tausend millionen milliarde milliarden',
    'halfte haelfte halbe halben drittel viertel funftel zehntel dutzend dutzende verdoppelt verdoppelte verdreifacht halbiert halbierte',
    'deux trois quatre cinq huit neuf onze douze treize quatorze quinze vingt vingts trente quarante cinquante soixante septante',
    'huitante octante nonante milliard milliards moitie dizaine dizaines douzaine douzaines vingtaine centaine centaines milliers',
    'cuatro cinco seis siete ocho nueve diez doce trece catorce dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintiun',
    'veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta',
    'setenta ochenta noventa cien ciento cientos doscientos doscientas trescientos trescientas cuatrocientos cuatrocientas quinientos',
    'quinientas seiscientos setecientos ochocientos novecientos millon millones mitad tercio docena docenas decenas',
    'quattro cinque sette dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove trenta quaranta',
    'cinquanta sessanta settanta ottanta novanta milione milioni miliardo miliardi dozzina dozzine',
    'dois duas quatro sete oito treze catorze dezesseis dezasseis dezessete dezassete dezoito dezenove dezanove vinte trinta quarenta',
    'cinquenta sessenta oitenta duzentos duzentas trezentos trezentas quatrocentos quinhentos quinhentas seiscentos setecentos',
    'oitocentos novecentos milhao milhoes bilhao bilhoes metade duzia duzias',
    'twee drie vijf zes zeven negen tien twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig',
    'vijftig zestig zeventig tachtig negentig honderd duizend miljoen miljard helft tiental tientallen honderden duizenden verdubbeld',
    'dwa dwie dwoch trzy trzech cztery czterech piec pieciu szesc szesciu siedem osiem dziewiec dziesiec dziesieciu jedenascie dwanascie',
    'trzynascie czternascie pietnascie szesnascie siedemnascie osiemnascie dziewietnascie dwadziescia trzydziesci czterdziesci',
    'piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat dwiescie trzysta czterysta piecset szescset siedemset',
    'osiemset dziewiecset tysiac tysiace tysiecy miliony milionow miliardow polowa polowe',
    'tva fyra sju atta elva tolv tretton fjorton femton sjutton arton nitton tjugo trettio fyrtio femtio sextio sjuttio attio nittio',
    'hundra tusen miljoner miljarder halften seks syv otte elleve tretten fjorten femten seksten sytten nitten tyve tredive fyrre',
    'halvtreds halvfjerds halvfems hundrede tusind millioner milliarder tjue tretti forti femti seksti sytti atti nitti halvparten',
  ]
    .join(' ')
    .split(' '),
);

const WEAK = new Set(
  [
    'cent cents dix six sept mille seize tiers quart once dos tres quince mil due tre sei otto nove venti cento mila cem doze dez elf',
    'null ein eins eine een un une uno una fem sex nio tio ett sexton to fire ti ni atten tres firs sto million millions tien',
  ]
    .join(' ')
    .split(' '),
);

const DE = '(?:ein|zwei|zwo|drei|vier|funf|fuenf|sechs|sieben|acht|neun)';
const DE_TEEN = '(?:zehn|elf|zwolf|zwoelf|dreizehn|vierzehn|funfzehn|fuenfzehn|sechzehn|siebzehn|achtzehn|neunzehn)';
const DE_TEN = '(?:zwanzig|dreissig|vierzig|funfzig|fuenfzig|sechzig|siebzig|achtzig|neunzig)';
const DE_BELOW = `(?:${DE}und${DE_TEN}|${DE_TEEN}|${DE_TEN}|${DE})`;
const NL = '(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen)';
const NL_TEN = '(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)';
const NL_BELOW = `(?:${NL}en${NL_TEN}|${NL_TEN}|twaalf|elf|tien|${NL})`;
const IT = '(?:uno?|due|tre|quattro|cinque|sei|sette|otto|nove)';
const IT_TEN = '(?:venti?|trenta?|quaranta?|cinquanta?|sessanta?|settanta?|ottanta?|novanta?)';
const IT_BELOW = `(?:${IT_TEN}${IT}?|${IT})`;
const NORDIC_TEN =
  '(?:tjugo|trettio|fyrtio|femtio|sextio|sjuttio|attio|nittio|tjue|tretti|forti|femti|seksti|sytti|atti|nitti)';
const NORDIC = '(?:en|ett|tva|to|tre|fyra|fire|fem|sex|seks|sju|syv|atta|atte|otte|nio|ni)';

/** Numbers in one word: `zweiundvierzig`, `tweeenveertig`, `quarantadue`, `fyrtiotva`, `toogfyrre`. */
const JOINED = new RegExp(
  `^(?:(?:${DE_BELOW}?(?:hundert|tausend)(?:und)?){0,3}${DE_BELOW}(?:fach|fache[nrs]?)?|(?:${DE_BELOW}?(?:hundert|tausend)(?:und)?){1,3}|(?:${NL_BELOW}?(?:honderd|duizend)(?:en)?){0,3}${NL_BELOW}|(?:${NL_BELOW}?(?:honderd|duizend)(?:en)?){1,3}|(?:${IT_BELOW}(?:mila|cento?)){1,2}${IT_BELOW}?|cento?${IT_BELOW}|${IT_TEN}${IT}|${NORDIC_TEN}${NORDIC}|${NORDIC}hundra(?:${NORDIC_TEN}${NORDIC}?)?|${NORDIC}og(?:tyve|tredive|fyrre|halvtreds|tres|halvfjerds|firs|halvfems))$`,
);

/** Words that begin like a number above. Two of three English words do not, so they are not looked up. */
const MAYBE_NUMBER = new RegExp(`(?<![a-z])(?:${beginnings([...STRONG, ...WEAK, 'en'])})[a-z]*`, 'gi');

/** A pattern of the first two letters of these words. */
function beginnings(words: readonly string[]): string {
  const second = Map.groupBy(new Set(words.map((word) => word.slice(0, 2))), ([first]) => first);
  return [...second].map(([first, pairs]) => `${first}[${pairs.map((pair) => pair[1]).join('')}]`).join('|');
}

/** Words that show that a word also used in English is a number, and words that are part of a number. */
const COUNTED =
  /(?:[ \u00a0-]?%|[ \u00a0-](?:pour ?cent|prozent|procent|prosent|por ?ciento|per ?cento|por ?cento|pct)(?![a-z]))/iy;
const MEASURED =
  /[ \u00a0-](?:euros?|eur|millionen|milliarden|mio|mrd|metres?|metri|metros|jours?|semaines?|mois|ans|annees?|heures?|tagen?|wochen|monaten?|jahren?|stunden|dias|semanas|meses|anos|horas|giorni|settimane|mesi|anni|ore|dagen|weken|maanden|jaar|uur|dni|tygodni|godzin|dagar|veckor|manader|timmar|dager|uker|robots? de|machines? de)(?![a-z])/iy;
/** The characters between two words of one number. */
const JOIN = /^[ \u00a0-]+(?:(?:et|und|y|e|en|og|och|i)[ \u00a0-]+)?$/i;

/** The position of a number of another language in plain copy. */
export type ForeignNumber = { from: number; to: number };

/** Words read before other work gets a turn. */
const TURN = 4000;

/** Every number in words of another language in a text of plain letters. */
export function* findForeign(plain: string): Generator<undefined, ForeignNumber[]> {
  const runs: (ForeignNumber & { isSure: boolean })[] = [];
  let words = 0;
  for (const { 0: word, index } of plain.matchAll(MAYBE_NUMBER)) {
    if (++words % TURN === 0) yield;
    if (word.length < 2 || word.length > LONGEST) continue;
    const kind = kindOf(word);
    if (kind === 'none') continue;
    const isSure = kind === 'strong';
    const to = index + word.length;
    if (isPartOfWord(plain, index, to)) continue;
    const last = runs.at(-1);
    if (last && index - last.to <= MOST_BETWEEN && JOIN.test(plain.slice(last.to, index)))
      runs.splice(-1, 1, { from: last.from, to, isSure: last.isSure || isSure });
    else runs.push({ from: index, to, isSure });
  }
  return runs.flatMap(({ from, to, isSure }) => {
    const end = endOf(COUNTED, plain, to);
    const isNumber = isSure || end !== to || endOf(MEASURED, plain, to) !== to;
    return isNumber ? [{ from, to: end }] : [];
  });
}

/** Longest word that is checked, and most characters between two words of one number. */
const LONGEST = 60;
const MOST_BETWEEN = 12;

function isPartOfWord(plain: string, from: number, to: number): boolean {
  return /[\p{L}\p{N}]/u.test((plain[from - 1] ?? ' ') + (plain[to] ?? ' '));
}

/** `strong`: a number, and no English word. `weak`: a number only beside other signs of one. */
type WordKind = 'strong' | 'weak' | 'none';

/** The kinds of words seen before, because a text has few different words. When there are too many, all are dropped. */
const kindCache = new Map<string, WordKind>();
const MOST_KINDS = 10_000;

function kindOf(word: string): WordKind {
  let kind = kindCache.get(word);
  if (kind === undefined) {
    const lower = word.toLowerCase();
    const isStrong = STRONG.has(lower) || (lower.length >= 7 && JOINED.test(lower));
    kind = isStrong ? 'strong' : WEAK.has(lower) ? 'weak' : 'none';
    if (kindCache.size >= MOST_KINDS) kindCache.clear();
    kindCache.set(word, kind);
  }
  return kind;
}

function endOf(form: RegExp, plain: string, at: number): number {
  form.lastIndex = at;
  const match = form.exec(plain);
  return match ? at + match[0].length : at;
}
