import { html } from 'hono/html';
import { formulaWords, openedWords, type SettledLine } from '#evidence/settlement-labels.ts';
import { direction, type Html } from '#html/html.ts';

// A note says how the numbers of a passage were settled. There is one note for each source, for the computed numbers, for each signature
// and for each person who said a number.

export type Note = {
  /** The name of the source, reason or person that the numbers share. */
  title: string;
  /** The words after the title, if all numbers share them: the place in the source, the editor, the date. */
  place: string;
  lines: SettledLine[];
  /** Whether it shows its title and its numbers only, until a reader opens it. */
  isShort?: boolean;
};

/** The notes on some lines, in the order of their first numbers. */
export function notesFrom(lines: readonly SettledLine[]): Note[] {
  const groups = Map.groupBy(lines, ({ how }) =>
    JSON.stringify([how.settlement, how.source?.url, how.who, how.when, how.signed?.by, how.signed?.reason]),
  );
  return [...groups.values()].map((own) => ({ ...headOf(own), lines: own }));
}

function headOf(lines: readonly SettledLine[]): Pick<Note, 'title' | 'place'> {
  const { settlement, source, signed, who, when } = (lines[0] as SettledLine).how;
  switch (settlement) {
    case 'sourced':
      return { title: source?.title ?? '', place: commonOf(lines, ({ how }) => how.locator ?? '') };
    case 'computed':
      return { title: 'Computed here', place: '' };
    case 'quoted':
      return { title: `Said by ${who}`, place: when ?? '' };
    default:
      return signed
        ? { title: signed.reason.replace(/\.$/, ''), place: `Signed by ${signed.by ?? 'the editor'}` }
        : { title: 'Signed by the editor', place: '' };
  }
}

/** The words if all lines have the same; otherwise empty. */
function commonOf(lines: readonly SettledLine[], wordsOf: (line: SettledLine) => string): string {
  const [first = '', ...others] = new Set(lines.map(wordsOf));
  return others.length === 0 ? first : '';
}

/** How the server opened the source, if that is the same for all numbers; a quotation that was found needs no such words. */
export function hintOf({ lines }: Note): string {
  return commonOf(lines, openedOf);
}

function openedOf({ how }: SettledLine): string {
  return how.quote && how.found?.agreement === 'same' ? '' : openedWords(how);
}

/** The words of a note about one of its numbers, without the words that all numbers share; empty if there are none. */
export function wordsBeside(note: Note, line: SettledLine): string {
  const { how } = line;
  if (how.settlement === 'computed') return formulaWords(how).replace(/^computed: /, '');
  const said = how.quote ? `“${how.quote}”` : '';
  return [said, placeBeside(note, line)].filter((words) => words !== '').join(' ');
}

/** The place of one number and how its source was opened, where its note does not say it for all. */
function placeBeside(note: Note, line: SettledLine): string {
  const place = note.place === '' && line.how.settlement === 'sourced' ? (line.how.locator ?? '') : '';
  const opened = hintOf(note) === '' ? openedOf(line) : '';
  return [place, opened].filter((words) => words !== '').join('; ');
}

/** A note as a popover that opens by a number. If there is room, it is also shown beside its passage. */
export function noteHtml(note: Note, id: string): Html {
  const { place, lines, isShort } = note;
  const hint = hintOf(note);
  const pairs = lines.filter((line) => wordsBeside(note, line) !== '');
  const alone = lines.filter((line) => !pairs.includes(line));
  return html`<aside class="proof${isShort ? ' short' : ''}" id="${id}" role="note" popover>
<p class="from">${titleHtml(note)}</p>
${place === '' ? '' : html`<p${direction(place)}>${place}</p>\n`}${pairs.length === 0 ? '' : html`<dl>${pairs.map((line) => pairHtml(note, line))}</dl>\n`}${
  alone.length === 0
    ? ''
    : html`<p class="alone">${alone.map(({ number, text }, at) => html`${at > 0 ? ', ' : ''}<b id="n${number}">${text}</b>`)}</p>\n`
}${hint === '' ? '' : html`<p>${hint.charAt(0).toUpperCase()}${hint.slice(1)}</p>\n`}<button type="button" class="close" popovertarget="${id}" popovertargetaction="hide">Close</button>
</aside>
`;
}

function titleHtml({ title, lines }: Note): Html {
  const source = lines[0]?.how.source;
  if (!source) return html`<span${direction(title)}>${title}</span>`;
  return html`<a href="${source.url}"${direction(title)}>${title}</a>${source.archived ? html` (<a href="${source.archived}">archived copy</a>)` : ''}`;
}

function pairHtml(note: Note, line: SettledLine): Html {
  const { number, text, how } = line;
  const beside = how.settlement === 'computed' ? wordsBeside(note, line) : placeBeside(note, line);
  return html`<dt id="n${number}">${text}</dt><dd>${how.quote ? html`<q${direction(how.quote)}>${how.quote}</q>` : ''}${how.quote && beside !== '' ? ' ' : ''}${beside}</dd>`;
}
