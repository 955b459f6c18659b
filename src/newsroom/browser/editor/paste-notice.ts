import { picturesIn } from '#newsroom/browser/pictures/upload.ts';
import { hideNotice, make, showNotice } from './page.ts';

const WHERE_PICTURES_GO =
  'The text cannot hold pictures. An article has one picture, above the headline: add it there.';

/** The event by which the notice offers the cells of a pasted table to the tables of the article. */
export const OFFER_TABLE = 'plumbline-table';

type NoticeAct = { words: string; act: () => void };

/** Shows what a paste left out or changed, with the text of each; `undo` reverts the paste, `others` are what else can become of it. */
export function showPasteNotice(
  changes: readonly PasteChange[],
  undo: (() => void) | null,
  others: readonly NoticeAct[] = [],
): void {
  hidePasteNotice();
  const hasPicture = changes.some(({ kind }) => kind === 'picture');
  const lines = listChangedText(changes);
  const list = make('ul', {}, ...lines.map((line) => make('li', {}, line)));
  showNotice(
    'pasted',
    'Some of what you pasted was left out or changed.',
    `${summarizeChanges(changes)}${hasPicture ? ` ${WHERE_PICTURES_GO}` : ''}`,
    {
      acts: [
        ...(undo ? others : []),
        ...(undo ? [{ words: 'Undo the paste', act: undo }] : []),
        { words: 'Close', act: hidePasteNotice },
      ],
      more: lines.length > 0 ? [make('details', { open: lines.length < 5 }, make('summary', {}, 'Details'), list)] : [],
    },
  );
}

/** Makes a pasted table one of the article. */
export function offerTable(rows: string[][]): void {
  document.dispatchEvent(new CustomEvent(OFFER_TABLE, { detail: rows }));
}

/** The event by which the notice offers a picture to the place above the headline. */
export const OFFER = 'plumbline-picture';

/** Says why the text cannot hold files that were pasted or dropped, and offers a picture for the place above the headline. */
export function showPictureNotice(data: DataTransfer | null): void {
  hidePasteNotice();
  const [picture] = picturesIn(data);
  const use = (file: File) => {
    hidePasteNotice();
    document.dispatchEvent(new CustomEvent(OFFER, { detail: file }));
  };
  const title = picture ? 'The text cannot hold a picture.' : 'The text cannot hold this file.';
  const words = picture
    ? 'The text is paragraphs, headings, quotes and lists. An article has one picture, above the headline.'
    : 'The text is paragraphs, headings, quotes and lists. Copy the words out of the file, or cite it as a source.';
  showNotice('pasted', title, words, {
    acts: [
      ...(picture ? [{ words: 'Use it as the picture of the article', act: () => use(picture) }] : []),
      { words: 'Close', act: hidePasteNotice },
    ],
  });
}

/** Removes the notice; returns whether there was one. */
export function hidePasteNotice(): boolean {
  return hideNotice('pasted');
}

/** Without this, a file dropped beside the text would make the browser leave the page. */
export function catchDroppedFiles(): void {
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => isFile(event) && event.preventDefault());
  addEventListener('drop', (event) => {
    if (event.defaultPrevented || !isFile(event)) return;
    event.preventDefault();
    showPictureNotice(event.dataTransfer);
  });
}

// Everything that a paste could not insert unchanged, so that nothing is lost silently.

/** Kinds of content that the paste left out. */
const OUT = {
  picture: ['picture', 'pictures'],
  film: ['film, sound or embedded page', 'films, sounds or embedded pages'],
  formula: ['formula', 'formulas'],
  control: ['button or form field', 'buttons or form fields'],
  link: ['link that is not https', 'links that are not https'],
  deleted: ['deleted passage', 'deleted passages'],
  comment: ['comment', 'comments'],
  mark: ['footnote mark', 'footnote marks'],
  symbol: ['sign of a symbol font', 'signs of a symbol font'],
} as const;

/** Kinds of content that the paste changed. */
const CHANGED = {
  note: ['footnote, now at the end', 'footnotes, now at the end'],
  table: ['table, each row now one line', 'tables, each row now one line'],
  merged: [
    'table with merged cells, whose columns may not line up',
    'tables with merged cells, whose columns may not line up',
  ],
  nested: ['nested list, now flat', 'nested lists, now flat'],
  numbering: ['list with other numbers than before', 'lists with other numbers than before'],
  sign: [
    'line with a sign, now a heading, quotation or list item',
    'lines with a sign, now headings, quotations or list items',
  ],
  tick: ['tick box, now a list item', 'tick boxes, now list items'],
  struck: ['struck-through passage, now plain words', 'struck-through passages, now plain words'],
  script: ['superscript or subscript, now on the line', 'superscripts or subscripts, now on the line'],
} as const;

export type PasteChangeKind = keyof typeof OUT | keyof typeof CHANGED;
/** One thing that was left out or changed, with its text. */
export type PasteChange = { kind: PasteChangeKind; words: string };

const NAMES: Record<PasteChangeKind, readonly [string, string]> = { ...OUT, ...CHANGED };

/** One or two sentences that count the changes; empty when there are none. */
export function summarizeChanges(changes: readonly PasteChange[]): string {
  const part = (label: string, kinds: object) => {
    const named = (Object.keys(kinds) as PasteChangeKind[]).flatMap((kind) => count(changes, kind));
    return named.length > 0 ? [`${label}: ${named.join(', ')}.`] : [];
  };
  return [...part('Left out', OUT), ...part('Changed', CHANGED)].join(' ');
}

function count(changes: readonly PasteChange[], kind: PasteChangeKind): string[] {
  const many = changes.filter((change) => change.kind === kind).length;
  const [singular, plural] = NAMES[kind];
  return many === 0 ? [] : [`${many} ${many === 1 ? singular : plural}`];
}

/** A line for each change with text. */
export function listChangedText(changes: readonly PasteChange[]): string[] {
  return changes.filter(({ words }) => words !== '').map(({ kind, words }) => `${capital(NAMES[kind][0])}: ${words}`);
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
