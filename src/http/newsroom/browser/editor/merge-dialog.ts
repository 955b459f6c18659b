import type { BodyBlock } from '../../../../article/model/copy.ts';
import type { Choice } from './merge-blocks.ts';
import type { MergedCopy } from './merge-copy.ts';
import { find, make } from './page.ts';

const NAMES: Record<string, string> = {
  headline: 'Headline',
  dek: 'Dek',
  slug: 'Slug',
  section: 'Desk',
  authorId: 'Author',
  heroAssetId: 'Hero picture',
  correctionNote: 'Correction note',
  sponsorshipDisclosure: 'Sponsorship disclosure',
  tagIds: 'Tags',
  sources: 'Sources',
  bodyBlocks: 'Body',
  editorialPacket: 'Notes for the editors',
};

/** The name of a field, as its label has it. */
export function nameOf(field: string): string {
  return NAMES[field] ?? `Note for the editors (${field.split('.').at(-1)})`;
}

/** How the dialog names the two sides. */
export type Sides = { title: string; you: string; mine: string; theirs: string };

/** The sides where another person saved a revision. */
export function sidesWith(they: string): Sides {
  return { title: 'Both of you changed these', you: `You and ${they}`, mine: 'Yours', theirs: `Theirs: ${they}` };
}

/** The sides where the same person typed in two places. */
export const TWO_PLACES: Sides = {
  title: 'You changed these in two places',
  you: 'You, here and elsewhere,',
  mine: 'Here, in this window',
  theirs: 'Elsewhere, as the server has it',
};

/** The sides where this browser kept another text of the same person. */
export const TWO_TEXTS: Sides = {
  title: 'You changed these twice',
  you: 'Both texts',
  mine: 'As it is shown now',
  theirs: 'As this browser kept it',
};

/** Shows what both changed side by side; the choices in their order, or null when it is left for later. */
export function askWhich(merged: MergedCopy, sides: Sides): Promise<Choice[] | null> {
  find('merge-title').textContent = sides.title;
  const dialog = find<HTMLDialogElement>('merge-dialog');
  const questions = [
    ...merged.conflicts.map(({ name, mine, theirs }) => ({ title: nameOf(name), mine, theirs, mayBoth: false })),
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
    `${sides.you} changed the same ${questions.length === 1 ? 'place' : `${questions.length} places`}. Choose what stays; all else comes together by itself, and nothing is saved yet.`;
  find('merge-list').replaceChildren(
    ...questions.map(({ title, mine, theirs, mayBoth }, at) =>
      make(
        'fieldset',
        { class: 'conflict' },
        make('legend', {}, title),
        side(at, 'mine', sides.mine, mine, true),
        side(at, 'theirs', sides.theirs, theirs, false),
        ...(mayBoth
          ? [
              make(
                'label',
                { class: 'both' },
                radio(at, 'both', false),
                ` Keep both, ${sides.mine === 'Yours' ? 'yours' : 'this one'} first`,
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
          ? questions.map((_, at) => (taken.get(`choice-${at}`) ?? 'mine') as Choice)
          : null,
      );
    };
    dialog.returnValue = 'later';
    dialog.showModal();
  });
}

function side(at: number, choice: Choice, title: string, words: string, isChosen: boolean): HTMLElement {
  return make(
    'label',
    { class: 'version' },
    make('span', {}, radio(at, choice, isChosen), ' ', make('strong', {}, title)),
    make('span', { class: 'words' }, words === '' ? '(removed)' : words),
  );
}

function radio(at: number, value: Choice, isChosen: boolean): HTMLInputElement {
  return make('input', { type: 'radio', name: `choice-${at}`, value, checked: isChosen });
}

function wordsOf(block: BodyBlock | null): string {
  return block ? (block.type === 'paragraph' ? block.text : `(${block.type}) ${block.text}`) : '';
}
