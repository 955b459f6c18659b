import type { SaveState } from './autosave.ts';

/** The save state as text for the bar above the body; null when the text stays as it is. */
export function describeState(state: SaveState, isHeld: boolean): string | null {
  switch (state.state) {
    case 'untouched':
    case 'sending':
      return null;
    case 'typing':
      return isHeld ? 'Typing …' : 'Typing … This browser cannot store a copy.';
    case 'kept':
      return `Saved as draft ${new Date().toTimeString().slice(0, 5)}.`;
    case 'saved':
      return `Saved as revision ${state.revision}. ${describeGate(state.stops)}`;
    case 'moved':
      return 'Saved as draft; another person saved a revision meanwhile.';
    default:
      return describeLocalSave(isHeld);
  }
}

function describeGate(blockers: number): string {
  return blockers === 0 ? 'Ready to publish.' : `${blockers} ${blockers === 1 ? 'thing' : 'things'} to fix.`;
}

/** Says where the text is while the server does not have it. */
export function describeLocalSave(isHeld: boolean): string {
  return isHeld ? 'This browser stores what you type.' : 'This browser cannot store a copy: keep this page open.';
}
