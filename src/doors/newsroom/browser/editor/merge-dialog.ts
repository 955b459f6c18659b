import type { BodyBlock } from '../../../../article/copy.ts';
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
};

/** The name of a field, as its label has it. */
export function nameOf(field: string): string {
  return NAMES[field] ?? `Note for the editors (${field.split('.').at(-1)})`;
}

/** Shows what both changed side by side; the choices in their order, or null when it is left for later. */
export function askWhich(merged: MergedCopy, they: string): Promise<Choice[] | null> {
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
    `You and ${they} changed the same ${questions.length === 1 ? 'place' : `${questions.length} places`}. Choose what stays; all else comes together by itself, and nothing is saved yet.`;
  find('merge-list').replaceChildren(
    ...questions.map(({ title, mine, theirs, mayBoth }, at) =>
      make(
        'fieldset',
        { class: 'conflict' },
        make('legend', {}, title),
        side(at, 'mine', 'Yours', mine, true),
        side(at, 'theirs', `Theirs: ${they}`, theirs, false),
        ...(mayBoth ? [make('label', { class: 'both' }, radio(at, 'both', false), ' Keep both, yours first')] : []),
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
