import { readFileSync } from 'node:fs';
import type { ArchiveMark } from '#article/archive-mark.ts';
import { archiveSentence } from '#article/archive-words.ts';
import type { PublishedListing } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { longDate } from '#html/html.ts';
import { foldSpace } from '#html/inline.ts';
import type { Publication } from '#runtime/config/config.ts';
import { CARD } from './card-address.ts';

// The link preview images of articles and of the site. They consist of outlines only: text of an agent enters them only as
// outlines of letters, never as markup.

const PAPER = '#fbfaf7';
const INK = '#1b1d1e';
const GREY = '#55595c';
const LINE = '#6b6f72';
/** The accent where the site has none. */
const ORANGE = '#c2410c';

/** The left edge of the text, its largest width, and its bottom edge. */
const LINE_AT = 96;
const TEXT_AT = 144;
const TEXT_WIDE = 960;
const FOOT_AT = 560;

/** The font sizes to try for a headline, each with its largest number of lines. */
const SIZES: readonly [size: number, lines: number][] = [
  [84, 3],
  [72, 4],
  [60, 5],
  [50, 6],
];

/** The facts on the card of an article. */
export type CardFacts = Pick<PublishedListing, 'headline' | 'section' | 'author' | 'publishedAt'> &
  Partial<Pick<PublishedListing, 'archive'>>;

/** The card of an article, as SVG. If there are no outlines for its letters, it is the card of the site with the section. */
export function articleCard(publication: Publication, article: CardFacts): string {
  const headline = foldSpace(article.headline);
  const facts = [article.author ?? publication.byline, longDate(article.publishedAt, publication.timeZone)]
    .filter(canSet)
    .join('. ');
  return drawing(publication, [
    label(publication, sectionName(article.section)),
    ...(canSet(headline) ? headlineLines(headline) : [name(publication)]),
    foot(facts, foldSpace(publication.name)),
    ...(article.archive ? archiveLines(article.archive) : []),
  ]);
}

/** The mark of an archive below the facts; without the name of the site if there are no outlines for its letters. */
function archiveLines(mark: ArchiveMark): string[] {
  const size = 18;
  const named = foldSpace(archiveSentence(mark));
  const sentence = canSet(named) && named.length <= 180 ? named : archiveSentence({ ...mark, name: 'another site' });
  const lines = breakLines(sentence, size, TEXT_WIDE).slice(0, 2);
  return lines.map((line, index) => setText(line, { x: TEXT_AT, y: FOOT_AT + 28 + index * 23, size, fill: GREY }));
}

/** The card of the site, as SVG. */
export function siteCard(publication: Publication): string {
  const about = foldSpace(publication.description);
  const lines = canSet(about) ? breakLines(about, 34, TEXT_WIDE).slice(0, 5) : [];
  return drawing(publication, [
    name(publication),
    ...lines.map((line, index) => setText(line, { x: TEXT_AT, y: 320 + index * 48, size: 34, fill: GREY })),
    foot(new URL(publication.baseUrl).host, ''),
  ]);
}

function drawing({ accent }: Publication, parts: readonly string[]): string {
  const { width, height } = CARD;
  const line = `<path d="M${LINE_AT - 1} 0h2v500h-2z" fill="${LINE}"/><path d="M${LINE_AT - 16} 500h32v9l-16 41-16-41z" fill="${accent ?? ORANGE}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path fill="${PAPER}" d="M0 0h${width}v${height}H0z"/>${line}${parts.join('')}</svg>`;
}

function label({ accent }: Publication, text: string): string {
  return setText(text, { x: TEXT_AT, y: 104, size: 32, fill: accent ?? ORANGE });
}

function headlineLines(headline: string): string[] {
  const fitting = SIZES.find(([size, most]) => breakLines(headline, size, TEXT_WIDE).length <= most);
  const [size, most] = fitting ?? SIZES.at(-1) ?? [50, 6];
  const lines = breakLines(headline, size, TEXT_WIDE).slice(0, most);
  return lines.map((line, index) =>
    setText(line, { x: TEXT_AT, y: 140 + size + index * size * 1.14, size, fill: INK }),
  );
}

function name(publication: Publication): string {
  const text = foldSpace(publication.name);
  if (!canSet(text)) return '';
  const size = Math.min(120, (120 * TEXT_WIDE) / widthOf(text, 120));
  return setText(text, { x: TEXT_AT, y: 240, size, fill: INK });
}

/** The foot of a card: a rule, the facts, and the publication's name at the right. */
function foot(facts: string, site: string): string {
  const size = 28;
  const whole = canSet(site) ? widthOf(site, size) : 0;
  const right = Math.min(whole, TEXT_WIDE / 2); // a longer name is set smaller
  const [shown = ''] = canSet(facts) ? breakLines(facts, size, TEXT_WIDE - right - size) : [];
  return [
    `<path fill="${LINE}" d="M${TEXT_AT} ${FOOT_AT - 52}h${TEXT_WIDE}v1h-${TEXT_WIDE}z"/>`,
    setText(shown, { x: TEXT_AT, y: FOOT_AT, size, fill: GREY }),
    right > 0
      ? setText(site, { x: TEXT_AT + TEXT_WIDE - right, y: FOOT_AT, size: (size * right) / whole, fill: INK })
      : '',
  ].join('');
}

// Converts SVG to PNG, one image at a time, so that memory use stays bounded.

/** Most drawings that may wait. */
const MOST_WAITING = 64;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Converts an SVG of this site to PNG. @throws busy */
export async function renderPng(svg: string): Promise<Uint8Array> {
  if (waiting >= MOST_WAITING)
    throw new Failure('busy', 'Too many pictures are being drawn at once.', {
      hint: 'Try again in a few seconds.',
      retryAfter: 5,
    });
  waiting++;
  const mine = last.then(() => draw(svg)).finally(() => waiting--);
  last = mine.catch(() => {});
  return mine;
}

async function draw(svg: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp'); // loaded at the first drawing: most processes draw nothing
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
}

// Letters as outlines, so that a card looks the same on a machine without fonts.

/** Units are thousandths of the font size; y grows upwards. */
type Letter = { advance: number; outline: string };

const LETTERS: ReadonlyMap<string, Letter> = readLetters();

function readLetters(): Map<string, Letter> {
  const file = readFileSync(new URL('./glyphs.txt', import.meta.url), 'utf8');
  return new Map(
    [...file.matchAll(/^(.) (\d+) (.*)$/gmu)].map(([, char = '', advance, outline = '']) => [
      char,
      { advance: Number(advance), outline },
    ]),
  );
}

/** Whether a text can be drawn: it is not empty, and there is an outline for each of its letters. */
export function canSet(text: string): boolean {
  return text !== '' && [...text].every((char) => LETTERS.has(char));
}

/** The width of a text, in the unit of its size. */
export function widthOf(text: string, size: number): number {
  let advance = 0;
  for (const char of text) advance += LETTERS.get(char)?.advance ?? 0;
  return (advance * size) / 1000;
}

/** A text as one SVG path; its baseline begins at `x`, `y`. */
export function setText(
  text: string,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  let at = 0;
  const letters = [...text].map((char) => {
    const { advance = 0, outline = '' } = LETTERS.get(char) ?? {};
    const letter = outline === '' ? '' : `<path transform="translate(${at} 0)" d="${outline}"/>`;
    at += advance;
    return letter;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size / 1000} ${-size / 1000})">${letters.join('')}</g>`;
}

/** Breaks a text into the fewest lines of a width, as even as possible; it also breaks a word that is wider than a line. */
export function breakLines(text: string, size: number, width: number): string[] {
  const fewest = fill(text, size, width);
  let [least, most] = [width / 2, width];
  while (most - least > 4) {
    const middle = (least + most) / 2;
    if (fill(text, size, middle).length > fewest.length) least = middle;
    else most = middle;
  }
  return fill(text, size, most);
}

function fill(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => pieces(part, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= width) {
      line = longer;
    } else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** A word in pieces that each fit a line. */
function pieces(word: string, size: number, width: number): string[] {
  const parts = [''];
  for (const char of word) {
    const longer = `${parts.at(-1)}${char}`;
    if (widthOf(longer, size) <= width || parts.at(-1) === '') parts.splice(-1, 1, longer);
    else parts.push(char);
  }
  return parts.filter((piece) => piece !== '');
}
