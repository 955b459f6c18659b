import { FIELD_LABELS } from '#article/article-fields.ts';
import type { UnfinishedCopy } from '#article/copy.ts';
import type { LeftoverEntry } from '#newsroom/browser/editor/local-copy.ts';
import { find, hideNotice, make, showNotice, tell } from '#newsroom/browser/editor/page.ts';
import {
  type ConflictChoice,
  countBlocks,
  countConflicts,
  type MergedCopy,
  mergeCopy,
  resolveCopy,
} from './merge-copy.ts';
import { noteOn, renderBlock, renderField } from './merge-view.ts';

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

/** A place that both changed: the texts of the two sides, as they are shown. */
type Question = {
  title: string;
  mine: HTMLElement;
  theirs: HTMLElement;
  note?: string;
  /** Whether both texts can stay. */
  mayBoth: boolean;
  /** What is chosen at first: nothing that drops words of one side; null where the person has to choose. */
  first: ConflictChoice | null;
};

function questionsOf({ conflicts, body }: MergedCopy): Question[] {
  const fields = conflicts.map(({ name, mine, theirs }) => ({
    title: fieldLabel(name),
    mine: renderField(shownOf(name, mine), shownOf(name, theirs)),
    theirs: renderField(shownOf(name, theirs), shownOf(name, mine)),
    mayBoth: false,
    first: mine === '' ? ('theirs' as const) : theirs === '' ? ('mine' as const) : null,
  }));
  const blocks = body.flatMap((part, at) => {
    if (part.kind !== 'conflict') return [];
    const { mine, theirs } = part;
    const note = noteOn(mine, theirs);
    return [
      {
        title: `Block ${at + 1}`,
        mine: renderBlock(mine, theirs),
        theirs: renderBlock(theirs, mine),
        ...(note !== null && { note }),
        mayBoth: mine !== null && theirs !== null,
        first: mine === null ? ('theirs' as const) : theirs === null ? ('mine' as const) : ('both' as const),
      },
    ];
  });
  return [...fields, ...blocks];
}

/** A field as a person reads it: sources one on each line. */
function shownOf(name: string, value: string): string {
  if (name !== 'sources') return value;
  const sources = JSON.parse(value) as { title: string; url: string }[];
  return sources.map(({ title, url }) => `${title}: ${url}`).join('\n');
}

/** Shows the conflicts side by side; resolves to the choices in order, or to null when the member cancels. */
function askChoices(merged: MergedCopy, sides: MergeSides): Promise<ConflictChoice[] | null> {
  find('merge-title').textContent = sides.title;
  const dialog = find<HTMLDialogElement>('merge-dialog');
  const questions = questionsOf(merged);
  find('merge-words').textContent =
    `${sides.you} changed the same ${questions.length === 1 ? 'place' : `${questions.length} places`}. Choose what to keep. Everything else merges automatically, and nothing is saved yet.`;
  find('merge-list').replaceChildren(...questions.map((question, at) => conflict(question, at, sides)));
  return new Promise((answer) => {
    dialog.onclose = () => {
      const taken = new FormData(find<HTMLFormElement>('merge-form'));
      answer(
        dialog.returnValue === 'take'
          ? questions.map((_, at) => (taken.get(`choice-${at}`) ?? 'both') as ConflictChoice)
          : null,
      );
    };
    dialog.returnValue = 'later';
    dialog.showModal();
  });
}

function conflict({ title, mine, theirs, note, mayBoth, first }: Question, at: number, sides: MergeSides): HTMLElement {
  const label = ` Keep both, ${sides.mine === 'Yours' ? 'yours' : 'this one'} first. What both say appears once.`;
  return make(
    'fieldset',
    { class: 'conflict' },
    make('legend', {}, title),
    ...(note === undefined ? [] : [make('p', { class: 'hint' }, note)]),
    side(at, { choice: 'mine', isFirst: first === 'mine' }, sides.mine, mine),
    side(at, { choice: 'theirs', isFirst: first === 'theirs' }, sides.theirs, theirs),
    ...(mayBoth ? [make('label', { class: 'both' }, radio(at, 'both', first === 'both'), label)] : []),
  );
}

/** One of the two texts. Its choice is described by the text; a click on the text chooses it, too. */
function side(
  at: number,
  { choice, isFirst }: { choice: ConflictChoice; isFirst: boolean },
  title: string,
  words: HTMLElement,
): HTMLElement {
  const button = radio(at, choice, isFirst);
  words.id = `words-${at}-${choice}`;
  button.setAttribute('aria-describedby', words.id);
  words.addEventListener('click', () => button.click());
  return make('div', { class: 'version' }, make('label', {}, button, ' ', make('strong', {}, title)), words);
}

function radio(at: number, value: ConflictChoice, isChosen: boolean): HTMLInputElement {
  return make('input', { type: 'radio', name: `choice-${at}`, value, checked: isChosen, required: true });
}

/** Reads and replaces the copy shown in the editor. `by`: the name of the person whose words came in, which are marked for a while. */
export type CopyView = {
  read: () => UnfinishedCopy;
  show: (copy: UnfinishedCopy, more?: { isUndoable?: true; by?: string }) => void;
};

/** Merges the copy that a colleague saved into the shown one, unless there is something to choose: null, and nothing changed. */
export function mergeWithoutQuestion(
  paper: CopyView,
  base: UnfinishedCopy,
  theirs: UnfinishedCopy,
  { revision, savedBy }: { revision: number; savedBy: string },
): 'merged' | 'mixed' | null {
  const merged = mergeCopy(base, paper.read(), theirs);
  if (countConflicts(merged) > 0) return null;
  paper.show(resolveCopy(merged, []), { by: savedBy });
  if (countBlocks(merged, 'merged') === 0) {
    hideNotice('merged');
    tell(`${savedBy} saved revision ${revision}; its words are in your text.`);
    return 'merged';
  }
  showNotice(
    'merged',
    `${savedBy} saved revision ${revision}, and its words are in your text.`,
    `${takenFrom(merged)} Check the text, then save.`,
    { acts: [{ words: 'Close', act: () => hideNotice('merged') }] },
  );
  return 'mixed';
}

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
  showNotice('merged', title, `${takenFrom(merged)} Check the text, then save.`, {
    acts: [{ words: 'Close', act: () => hideNotice('merged') }],
  });
  return true;
}

function takenFrom(merged: MergedCopy): string {
  const blocks = countBlocks(merged, 'theirs');
  const mixed = countBlocks(merged, 'merged');
  const taken = [
    ...(blocks > 0 ? [`${blocks} ${blocks === 1 ? 'block' : 'blocks'}`] : []),
    ...(mixed > 0 ? [`words of ${mixed} ${mixed === 1 ? 'block' : 'blocks'} that both changed`] : []),
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
    {
      acts: [
        { words: 'Merge it', act: async () => (await acts.bringIn(next)) && done() },
        { words: 'Discard it', act: done },
      ],
    },
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
    {
      acts: [
        {
          words: 'Restore what I typed',
          act: () => {
            acts.putBack(aside.copy);
            done();
          },
        },
        { words: 'Discard it', act: done },
      ],
    },
  );
}
