import { nameOf } from './merge-dialog.ts';

/** Fields that a revision made by itself could not take as they are. */
export function stillOpen(left: readonly string[]): string {
  if (left.length === 0) return '';
  return `Not in it yet, because the rules of copy refuse it: ${left.map(nameOf).join(', ').toLowerCase()}. `;
}

/** Where the text is while the server does not have it. */
export function keptHere(isHeld: boolean): string {
  return isHeld ? 'What you type is kept in this browser.' : 'This browser could keep no copy: leave this page open.';
}
