import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

type SaveBar = {
  /** The address of the page with the stored values. */
  discard: string;
  /** How many changes were typed and not saved. */
  unsaved?: number;
  /** The words of its button. */
  save?: string;
  /** It is shown even without a change, because saving again renews data that the form does not show. */
  stays?: true;
};

/**
 * The bar at the foot of a form whose changes are shown only after they are saved. A script counts the changes as one types and
 * hides the bar while there are none; without a script it is always there.
 */
export function saveBar({ discard, unsaved, save = 'Save', stays }: SaveBar): Html {
  return html`<div class="save-bar" data-save-bar${stays ? html`="stays"` : ''}><p role="status">${unsaved ? changeWords(unsaved) : 'Nothing is public before you save.'}</p>
<a class="btn plain" href="${discard}" data-discard>Discard</a>
<button class="btn primary" name="act" value="save">${save}</button></div>`;
}

/** The same words as the script of forms has. */
export function changeWords(count: number): string {
  return `${count} ${count === 1 ? 'change' : 'changes'}, seen by nobody yet`;
}
