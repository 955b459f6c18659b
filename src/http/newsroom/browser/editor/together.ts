import type { UnfinishedCopy } from '../../../../article/model/copy.ts';
import type { LeftOver } from './local-copy.ts';
import { blocksTaken, type MergedCopy, mergeCopy, openQuestions, settleCopy } from './merge-copy.ts';
import { askWhich, nameOf, type Sides } from './merge-dialog.ts';
import { hideNotice, showNotice } from './notices.ts';

/** What is shown, and how another copy is put in its place. */
export type Paper = { read: () => UnfinishedCopy; show: (copy: UnfinishedCopy, undo?: 'undoable') => void };

/**
 * Brings another copy into what is shown, both made from `base`; asks where both changed the same place. False when the person
 * leaves it for later: nothing is changed then.
 */
export async function bringTogether(
  paper: Paper,
  base: UnfinishedCopy,
  theirs: UnfinishedCopy,
  { sides, title }: { sides: Sides; title: string },
): Promise<boolean> {
  const merged = mergeCopy(base, paper.read(), theirs);
  const choices = openQuestions(merged) > 0 ? await askWhich(merged, sides) : [];
  if (!choices) return false;
  paper.show(settleCopy(merged, choices));
  showNotice('merged', title, `${takenFrom(merged)} Read it over, then save.`, [
    { words: 'Close', act: () => hideNotice('merged') },
  ]);
  return true;
}

function takenFrom(merged: MergedCopy): string {
  const blocks = blocksTaken(merged);
  const taken = [
    ...(blocks > 0 ? [`${blocks} ${blocks === 1 ? 'block' : 'blocks'}`] : []),
    ...merged.taken.map(nameOf),
  ];
  const chosen = openQuestions(merged) > 0 ? ['What both changed is as you chose.'] : [];
  const came = taken.length > 0 ? [`From it came: ${taken.join(', ')}.`] : [];
  return [...came, ...chosen].join(' ') || 'Nothing of it had to be brought in.';
}

type Acts = { bringIn: (left: LeftOver) => Promise<boolean>; drop: (key: string) => void };

/** Offers the further texts that this browser kept, one after the other. */
export function offerMore([next, ...rest]: readonly LeftOver[], acts: Acts): void {
  hideNotice('more');
  if (!next) return;
  const done = () => {
    acts.drop(next.key);
    offerMore(rest, acts);
  };
  showNotice(
    'more',
    'This browser kept another text of yours in this article.',
    `It was typed in another window, last on ${new Date(next.local.at).toLocaleString('en')}.`,
    [
      { words: 'Bring it in', act: async () => (await acts.bringIn(next)) && done() },
      { words: 'Throw it away', act: done },
    ],
  );
}

/** Keeps the text that was replaced within reach, until the person puts it back or throws it away. */
export function offerAside(
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
    'What you had typed was replaced by what the server has.',
    `This browser still keeps it, from ${new Date(aside.at).toLocaleString('en')}.`,
    [
      {
        words: 'Put back what I typed',
        act: () => {
          acts.putBack(aside.copy);
          done();
        },
      },
      { words: 'Throw it away', act: done },
    ],
  );
}
