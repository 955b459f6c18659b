import type { HoldCopy } from '#http/declared.ts';
import { holdUnfinishedBriefs } from './sending/hold-restored.ts';

/** Holds the briefs that a copy of the data would send. */
export const holdCopy: HoldCopy = async (deps, tx, { actor, because }) => {
  const days = await holdUnfinishedBriefs(deps, tx, actor, because);
  return days.map((day) => `The Field Brief of ${day} is held: nothing of it is sent until an editor releases it.`);
};
