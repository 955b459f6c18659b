import { setImmediate as nextTurn } from 'node:timers/promises';
import { html, raw } from 'hono/html';
import { OPTIONAL_TEXT_NAMES, REQUIRED_TEXT_NAMES } from '#article/article-fields.ts';
import type { Copy } from '#article/copy.ts';
import type { Html } from '#html/html.ts';

/** A text with every invisible or look-alike character marked. The marks add no text. */
export function markHidden(text: string): Html {
  if (isPlain(text)) return html`${text}`;
  return text.length < LONG_TEXT ? markParts(partsOf(text)) : markLong(text);
}

/** UTF-16 units from which a text is marked in short turns, and the pieces of a turn. */
const LONG_TEXT = 20_000;
const PIECES_PER_TURN = 1000;

async function markLong(text: string): Promise<Awaited<Html>> {
  const done: string[] = [];
  for (const parts of partsInTurns(text)) {
    done.push((await markParts(parts)).toString());
    await nextTurn();
  }
  return raw(done.join(''));
}

function markParts(parts: readonly TextPart[]): Html {
  return html`${parts.map(({ text, mark }) =>
    mark
      ? html`<span class="${mark.kind}-mark" data-label="${mark.label}" title="${mark.title}">${text}</span>`
      : html`${text}`,
  )}`;
}

/** Lists such characters in the copies; empty when there are none. */
export async function markNote(copies: readonly Copy[]): Promise<Awaited<Html> | string> {
  const rows = await countMarks(copies.flatMap(textsOf));
  if (rows.length === 0) return '';
  return html`<div class="mark-note" role="note"><p><strong>Invisible characters, or characters that look like others</strong></p>
<ul>${rows.map(
    ({ mark, count }) => html`<li>${mark.title}${count > 1 ? html`, ${count} times` : ''}</li>`,
  )}</ul></div>`;
}

function textsOf(copy: Copy): string[] {
  const sources = (copy.sources ?? []).flatMap(({ title, publisher, note }) => [title, publisher, note]);
  return [
    ...[...REQUIRED_TEXT_NAMES, ...OPTIONAL_TEXT_NAMES].map((name) => copy[name]),
    ...copy.bodyBlocks.flatMap(({ id, text }) => [text, id]),
    ...sources,
    ...Object.values(copy.editorialPacket ?? {}),
  ].filter((text) => typeof text === 'string');
}

// Finds invisible and look-alike characters, so that a page can mark them.

export type TextPart = { text: string; mark: CharacterMark | null };
export type CharacterMark = {
  /** `unseen` is invisible or changes text direction; `alike` looks like another letter. */
  kind: 'unseen' | 'alike';
  /** A short label, shown above the character or in its place. */
  label: string;
  /** Its name and code point. */
  title: string;
};

const NAMES = new Map<number, [label: string, name: string]>([
  [0x00a0, ['NBSP', 'No-break space']],
  [0x00ad, ['SHY', 'Soft hyphen']],
  [0x034f, ['CGJ', 'Combining grapheme joiner']],
  [0x061c, ['ALM', 'Arabic letter mark']],
  [0x115f, ['FILL', 'Hangul filler']],
  [0x1160, ['FILL', 'Hangul filler']],
  [0x180e, ['MVS', 'Mongolian vowel separator']],
  [0x200b, ['ZWSP', 'Zero width space']],
  [0x200c, ['ZWNJ', 'Zero width non-joiner']],
  [0x200d, ['ZWJ', 'Zero width joiner']],
  [0x200e, ['LRM', 'Left-to-right mark']],
  [0x200f, ['RLM', 'Right-to-left mark']],
  [0x2011, ['NBHY', 'Non-breaking hyphen']],
  [0x2028, ['LS', 'Line separator']],
  [0x2029, ['PS', 'Paragraph separator']],
  [0x202a, ['LRE', 'Left-to-right embedding']],
  [0x202b, ['RLE', 'Right-to-left embedding']],
  [0x202c, ['PDF', 'End of a direction']],
  [0x202d, ['LRO', 'Left-to-right override']],
  [0x202e, ['RLO', 'Right-to-left override']],
  [0x202f, ['NNBSP', 'Narrow no-break space']],
  [0x2060, ['WJ', 'Word joiner']],
  [0x2066, ['LRI', 'Left-to-right isolate']],
  [0x2067, ['RLI', 'Right-to-left isolate']],
  [0x2068, ['FSI', 'First strong isolate']],
  [0x2069, ['PDI', 'End of an isolate']],
  [0x3164, ['FILL', 'Hangul filler']],
  [0xfeff, ['BOM', 'Zero width no-break space']],
  [0xffa0, ['FILL', 'Hangul filler']],
  [0xfffc, ['OBJ', 'Object replacement character']],
]);

/** Pairs: a Cyrillic, Greek or Armenian letter, then the Latin letter it looks like. */
const LOOK_ALIKES = new Map(
  (
    'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵvɡgАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԌGҮYӏl' +
    'οoαaνvρpιiκkυuγyΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϲcϳjօoսuոnհhցgսu'
  )
    .match(/../gu)
    ?.map((pair) => [...pair] as [string, string]),
);

/** Unusual spaces and invisible or private-use characters. `markOf` exempts tab and newline. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u2011\u2028\u2029\u202f\u205f\u3000\ufffc]/u;
/** Styled forms of Latin letters and digits: fullwidth, mathematical, circled. */
const STYLED = /[\uff21-\uff3a\uff41-\uff5a\uff10-\uff19\u24b6-\u24e9\u{1d400}-\u{1d7ff}]/u;
/** An emoji with its joiners, skin tones and variation selectors. */
const EMOJI = /\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{EMod}|\u200d\p{Extended_Pictographic})*/u;
const WORD = /[\p{L}\p{M}\p{N}\p{Cf}]+/u;
const PART = new RegExp(`${EMOJI.source}|${WORD.source}|.`, 'gsu');

/** Splits a text into plain parts and single marked characters. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const some of partsInTurns(text)) for (const { text: part, mark } of some) put(parts, part, mark);
  return parts;
}

/** The same, some pieces at a time. */
function* partsInTurns(text: string): Generator<TextPart[]> {
  let parts: TextPart[] = [];
  let pieces = 0;
  for (const [piece] of text.matchAll(PART)) {
    if (isPlain(piece) || /^\p{Extended_Pictographic}/u.test(piece)) {
      put(parts, piece, null);
      pieces++;
    } else {
      let passes: boolean | null = null;
      for (const character of piece) {
        put(
          parts,
          character,
          markOf(character, () => (passes ??= passesForLatin(piece))),
        );
        if (++pieces % PIECES_PER_TURN > 0) continue;
        yield parts;
        parts = [];
      }
    }
    if (pieces % PIECES_PER_TURN > 0 || parts.length === 0) continue;
    yield parts;
    parts = [];
  }
  yield parts;
}

/** Counts the marked characters in the texts, one row for each kind. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it yields in the middle of a long text
export async function countMarks(texts: Iterable<string>): Promise<{ mark: CharacterMark; count: number }[]> {
  const byTitle = new Map<string, { mark: CharacterMark; count: number }>();
  for (const text of texts) {
    if (isPlain(text)) continue;
    for (const parts of partsInTurns(text)) {
      for (const { mark } of parts)
        if (mark) byTitle.set(mark.title, { mark, count: (byTitle.get(mark.title)?.count ?? 0) + 1 });
      if (text.length >= LONG_TEXT) await nextTurn();
    }
  }
  return [...byTitle.values()];
}

function isPlain(text: string): boolean {
  return /^[\t\n\x20-\x7e]*$/.test(text);
}

/** `passes`: whether the word of the character passes for a Latin one; called at most once for a word, which may be long. */
function markOf(character: string, passes: () => boolean): CharacterMark | null {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\t' || character === '\n') return null;
  if (UNSEEN.test(character)) return unseen(code);
  if (STYLED.test(character)) return alike(character, `Looks like ${character.normalize('NFKC')}`);
  const latin = LOOK_ALIKES.get(character);
  return latin && passes() ? alike(character, `${scriptOf(character)}, looks like the Latin ${latin}`) : null;
}

/** A word that mixes in Latin, or has look-alikes only. A real Cyrillic or Greek word has other letters too. */
function passesForLatin(word: string): boolean {
  const letters = [...word].filter((character) => /\p{L}/u.test(character));
  return (
    letters.some((letter) => /\p{Script=Latin}/u.test(letter)) || letters.every((letter) => LOOK_ALIKES.has(letter))
  );
}

function unseen(code: number): CharacterMark {
  const [label, name] = NAMES.get(code) ?? nameOf(code);
  return { kind: 'unseen', label, title: `${name} (${codePoint(code)})` };
}

function nameOf(code: number): [string, string] {
  if (code >= 0xe0000 && code <= 0xe007f) return ['TAG', 'Tag character, a hidden letter'];
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return ['VS', 'Variation selector'];
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return ['CTRL', 'Control character'];
  if (/\p{Zs}/u.test(String.fromCodePoint(code))) return ['SP', 'Space of another width'];
  return [codePoint(code), 'Character that does not show'];
}

function alike(character: string, title: string): CharacterMark {
  return { kind: 'alike', label: character, title: `${title} (${codePoint(character.codePointAt(0) ?? 0)})` };
}

function scriptOf(character: string): string {
  if (/\p{Script=Cyrillic}/u.test(character)) return 'Cyrillic';
  if (/\p{Script=Greek}/u.test(character)) return 'Greek';
  return /\p{Script=Armenian}/u.test(character) ? 'Armenian' : 'Phonetic';
}

function codePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function put(parts: TextPart[], text: string, mark: CharacterMark | null): void {
  const last = parts.at(-1);
  if (last && !mark && !last.mark) last.text += text;
  else parts.push({ text, mark });
}
