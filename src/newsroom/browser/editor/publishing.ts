import type { Editor } from '@tiptap/core';
import { openPublishDrawer } from '#newsroom/browser/publish/drawer.ts';
import type { startAutosave } from './autosave.ts';
import { find } from './page.ts';
import type { Brought } from './revisions.ts';

// The publish drawer over the editor. It shows what is typed, as the server has it: nothing is saved as a revision before its button is
// pressed.

type Context = {
  article: string;
  editor: Editor;
  keeper: ReturnType<typeof startAutosave>;
  /** Waits for a picture that is being uploaded. */
  finish: () => Promise<void>;
  /** Merges what the same person typed elsewhere; false when they cancel. */
  merge: () => Promise<boolean>;
  /** Brings a revision that somebody saved meanwhile into the text, or asks. */
  bring: () => Promise<Brought>;
  /** Shows what the server has. */
  refresh: () => Promise<void>;
  /** Says that the server does not answer. */
  away: () => void;
};

export function openPublishing(context: Context): void {
  const { article, editor, keeper } = context;
  const goTo = (place: string) => goToPlace(editor, place);
  const open = async () => {
    await context.finish();
    if (keeper.other() && !(await context.merge())) return;
    if ((await context.bring()) === 'asked') return;
    if (keeper.isDirty() && (await keeper.keep()).state !== 'kept') return; // the bar says why
    await keeper.idle();
    const { refresh, away } = context;
    await openPublishDrawer(`${article}/publish?copy=mine`, {
      goTo,
      away,
      done: () => void refresh(),
      closed: () => {},
    });
  };
  find('leave').addEventListener('click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open();
  });
  const [, place = ''] = /^#at=([\w.]{1,60})$/.exec(location.hash) ?? [];
  if (place !== '') goTo(place);
}

/** Puts the keyboard to a field or a block by its path; false where the page has no such place. */
export function goToPlace(editor: Editor, place: string): boolean {
  const [, block] = /^bodyBlocks(?:\.(\d+))?/.exec(place) ?? [];
  if (place.startsWith('bodyBlocks')) return goToBlock(editor, Number(block ?? 0));
  if (place === 'numbers') {
    const button = document.getElementById('open-numbers');
    if (!button || button.hidden) return false;
    button.click();
    return true;
  }
  const [name = ''] = place.startsWith('editorialPacket') ? [place] : place.split('.');
  const field =
    document.getElementById(`f-${name}`) ??
    document.querySelector<HTMLElement>(`#edit-page [name="${CSS.escape(name)}"]`);
  if (!field) return false;
  const part = field.closest('[role="tabpanel"][hidden]');
  if (part) document.getElementById(part.getAttribute('aria-labelledby') ?? '')?.click();
  field.closest('details')?.setAttribute('open', '');
  if (field.hidden || field.getAttribute('type') === 'hidden') return false;
  field.focus();
  field.scrollIntoView({ block: 'center' });
  return true;
}

function goToBlock(editor: Editor, at: number): boolean {
  const { doc } = editor.state;
  if (at >= doc.childCount) return false;
  let position = 0;
  for (let before = 0; before < at; before++) position += doc.child(before).nodeSize;
  editor
    .chain()
    .focus(position + 1)
    .scrollIntoView()
    .run();
  return true;
}
