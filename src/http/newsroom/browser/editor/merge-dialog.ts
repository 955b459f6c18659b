import { diffWordsWithSpace } from 'diff';
import { FIELD_LABELS } from '../../../../article/model/article-fields.ts';
import type { BodyBlock, UnfinishedCopy } from '../../../../article/model/copy.ts';
import type { LeftoverEntry } from './local-copy.ts';
import {
  type ConflictChoice,
  countConflicts,
  countTakenBlocks,
  type MergedCopy,
  mergeCopy,
  resolveCopy,
} from './merge-copy.ts';
import { find, hideNotice, make, showNotice } from './page.ts';

/** Milliseconds after which two texts are shown without marks. */
const LONGEST_DIFF = 300;

/** The label of a field. */
export function fieldLabel(field: string): string {
  return FIELD_LABELS[field.split('.').at(-1) ?? field] ?? field;
}

/** The names of the two sides in the dialog. */
export type MergeSides = { title: string; you: string; mine: string; theirs: string };

/** The sides when another person saved a revision. */
export function sidesWith(they: string): MergeSides {
  return { title: 'Both of you changed these', you: `You and ${they}`, mine: 'Yours', theirs: `Theirs: ${they}` };
}

/** The sides when the same person typed in two windows or on two computers. */
export const TWO_PLACES: MergeSides = {
  title: 'You changed these in two places',
  you: 'You, here and elsewhere,',
  mine: 'Here, in this window',
  theirs: 'Elsewhere, as stored on the server',
};

/** The sides when this browser stored another text of the same person. */
export const TWO_TEXTS: MergeSides = {
  title: 'You changed these twice',
  you: 'Both texts',
  mine: 'The text shown now',
  theirs: 'The text stored in this browser',
};

/** Shows the conflicts side by side; resolves to the choices in order, or to null when the member cancels. */
function askChoices(merged: MergedCopy, sides: MergeSides): Promise<ConflictChoice[] | null> {
  find('merge-title').textContent = sides.title;
  const dialog = find<HTMLDialogElement>('merge-dialog');
  const questions = [
    ...merged.conflicts.map(({ name, mine, theirs }) => ({ title: fieldLabel(name), mine, theirs, mayBoth: false })),
    ...merged.body.flatMap((one, at) =>
      one.kind === 'conflict'
        ? [
            {
              title: `Block ${at + 1}`,
              mine: wordsOf(one.mine),
              theirs: wordsOf(one.theirs),
              mayBoth: one.mine !== null && one.theirs !== null,
            },
          ]
        : [],
    ),
  ];
  find('merge-words').textContent =
    `${sides.you} changed the same ${questions.length === 1 ? 'place' : `${questions.length} places`}. Choose what to keep. Everything else merges automatically, and nothing is saved yet.`;
  find('merge-list').replaceChildren(
    ...questions.map(({ title, mine, theirs, mayBoth }, at) =>
      make(
        'fieldset',
        { class: 'conflict' },
        make('legend', {}, title),
        side(at, 'mine', sides.mine, markOwn(mine, theirs), true),
        side(at, 'theirs', sides.theirs, markOwn(theirs, mine), false),
        ...(mayBoth
          ? [
              make(
                'label',
                { class: 'both' },
                radio(at, 'both', false),
                ` Keep both, ${sides.mine === 'Yours' ? 'yours' : 'this one'} first. What both say appears once.`,
              ),
            ]
          : []),
      ),
    ),
  );
  return new Promise((answer) => {
    dialog.onclose = () => {
      const taken = new FormData(find<HTMLFormElement>('merge-form'));
      answer(
        dialog.returnValue === 'take'
          ? questions.map((_, at) => (taken.get(`choice-${at}`) ?? 'mine') as ConflictChoice)
          : null,
      );
    };
    dialog.returnValue = 'later';
    dialog.showModal();
  });
}

function side(
  at: number,
  choice: ConflictChoice,
  title: string,
  words: (Node | string)[],
  isChosen: boolean,
): HTMLElement {
  return make(
    'label',
    { class: 'version' },
    make('span', {}, radio(at, choice, isChosen), ' ', make('strong', {}, title)),
    make('span', { class: 'words' }, ...words),
  );
}

/** One text of two, with the words marked that the other does not have. */
function markOwn(text: string, other: string): (Node | string)[] {
  if (text === '') return ['(removed)'];
  if (other === '') return [text];
  const pieces = diffWordsWithSpace(other, text, { timeout: LONGEST_DIFF }) ?? [];
  const shown = pieces.filter(({ removed }) => !removed);
  return shown.length === 0 ? [text] : shown.map(({ added, value }) => (added ? make('mark', {}, value) : value));
}

function radio(at: number, value: ConflictChoice, isChosen: boolean): HTMLInputElement {
  return make('input', { type: 'radio', name: `choice-${at}`, value, checked: isChosen });
}

function wordsOf(block: BodyBlock | null): string {
  return block ? (block.type === 'paragraph' ? block.text : `(${block.type}) ${block.text}`) : '';
}

/** Reads and replaces the copy shown in the editor. */
export type CopyView = { read: () => UnfinishedCopy; show: (copy: UnfinishedCopy, undo?: 'undoable') => void };

/**
 * Merges another copy into the shown one; both are based on `base`. Asks about conflicts. Returns false, without any change,
 * when the member cancels.
 */
export async function mergeIntoView(
  paper: CopyView,
  base: UnfinishedCopy,
  theirs: UnfinishedCopy,
  { sides, title }: { sides: MergeSides; title: string },
): Promise<boolean> {
  const merged = mergeCopy(base, paper.read(), theirs);
  const choices = countConflicts(merged) > 0 ? await askChoices(merged, sides) : [];
  if (!choices) return false;
  paper.show(resolveCopy(merged, choices));
  showNotice('merged', title, `${takenFrom(merged)} Check the text, then save.`, [
    { words: 'Close', act: () => hideNotice('merged') },
  ]);
  return true;
}

function takenFrom(merged: MergedCopy): string {
  const blocks = countTakenBlocks(merged);
  const taken = [
    ...(blocks > 0 ? [`${blocks} ${blocks === 1 ? 'block' : 'blocks'}`] : []),
    ...merged.taken.map(fieldLabel),
  ];
  const chosen = countConflicts(merged) > 0 ? ['Conflicts are resolved as you chose.'] : [];
  const came = taken.length > 0 ? [`Taken from the other version: ${taken.join(', ')}.`] : [];
  return [...came, ...chosen].join(' ') || 'Nothing had to be merged.';
}

type Acts = { bringIn: (left: LeftoverEntry) => Promise<boolean>; drop: (key: string) => void };

/** Offers the other texts stored in this browser, one after the other. */
export function offerLeftovers([next, ...rest]: readonly LeftoverEntry[], acts: Acts): void {
  hideNotice('more');
  if (!next) return;
  const done = () => {
    acts.drop(next.key);
    offerLeftovers(rest, acts);
  };
  showNotice(
    'more',
    'This browser has another text of yours for this article.',
    `It was typed in another window, last on ${new Date(next.local.at).toLocaleString('en')}.`,
    [
      { words: 'Merge it', act: async () => (await acts.bringIn(next)) && done() },
      { words: 'Discard it', act: done },
    ],
  );
}

/** Offers the replaced text until the member restores or discards it. */
export function offerReplacedCopy(
  aside: { copy: UnfinishedCopy; at: string } | null,
  acts: { putBack: (copy: UnfinishedCopy) => void; drop: () => void },
): void {
  if (!aside) return;
  const done = () => {
    acts.drop();
    hideNotice('replaced');
  };
  showNotice(
    'replaced',
    'The server’s version replaced what you had typed.',
    `This browser still has your text, from ${new Date(aside.at).toLocaleString('en')}.`,
    [
      {
        words: 'Restore what I typed',
        act: () => {
          acts.putBack(aside.copy);
          done();
        },
      },
      { words: 'Discard it', act: done },
    ],
  );
}
