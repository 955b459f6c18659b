import type { UnfinishedCopy } from '../../../../article/model/copy.ts';
import { type Flat, flatten, unflatten } from './flat-copy.ts';
import { type Choice, type Merged, mergeBlocks, settleAll } from './merge-blocks.ts';

export type FieldConflict = { name: string; mine: string; theirs: string };
/** Two copies brought together: what of theirs came in, and what somebody has to settle. */
export type MergedCopy = { body: Merged[]; fields: Flat; conflicts: FieldConflict[]; taken: string[] };

/** Brings what I typed together with what was saved meanwhile, both made from `base`: the body by block, the rest by field. */
export function mergeCopy(base: UnfinishedCopy, mine: UnfinishedCopy, theirs: UnfinishedCopy): MergedCopy {
  const [from, my, their] = [flatten(base), flatten(mine), flatten(theirs)];
  const fields: Flat = {};
  const conflicts: FieldConflict[] = [];
  const taken: string[] = [];
  for (const [name, value] of Object.entries(my)) {
    const other = their[name] ?? '';
    fields[name] = value === from[name] ? other : value;
    if (value === from[name] && other !== value) taken.push(name);
    if (value !== from[name] && other !== from[name] && other !== value)
      conflicts.push({ name, mine: value, theirs: other });
  }
  return { body: mergeBlocks(base.bodyBlocks, mine.bodyBlocks, theirs.bodyBlocks), fields, conflicts, taken };
}

/** The copy once everything is decided: first the fields, then the blocks, in the order they were asked. */
export function settleCopy({ body, fields, conflicts }: MergedCopy, choices: readonly Choice[]): UnfinishedCopy {
  const settled = { ...fields };
  conflicts.forEach(({ name, theirs }, at) => {
    if (choices[at] === 'theirs') settled[name] = theirs;
  });
  return unflatten(settled, settleAll(body, choices.slice(conflicts.length)));
}

/** How many things a person has to settle. */
export function openQuestions({ body, conflicts }: MergedCopy): number {
  return conflicts.length + body.filter(({ kind }) => kind === 'conflict').length;
}

/** How many blocks are as they wrote them. */
export function blocksTaken({ body }: MergedCopy): number {
  return body.filter((one) => one.kind === 'block' && one.from === 'theirs').length;
}
