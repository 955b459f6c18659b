import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { BodyBlock } from '#article/copy.ts';
import { sendTick } from '#newsroom/browser/publish/tick.ts';
import { toNode } from './blocks.ts';
import { find, make, tell } from './page.ts';
import type { Panel } from './panel.ts';
import { tellUndoable } from './undo-act.ts';

// *History* and *Checks* in the panel: read from the server whenever they are shown, and after each save.

type Context = {
  editor: Editor;
  panel: Panel;
  article: string;
  /** Goes to the place of a check; false where its link has to be followed. */
  goTo: (place: string) => boolean;
};

export function openPanelParts({ editor, panel, article, goTo }: Context): { refresh: () => void } {
  let since = '';
  const load = async (name: 'history' | 'checks') => {
    const query = name === 'history' && since !== '' ? `?with=${since}` : '';
    const answer = await fetch(`${article}/edit/${name}${query}`).catch(() => null);
    const part = find(`panel-${name}`);
    if (!answer?.ok || answer.redirected) {
      part.replaceChildren(make('p', {}, 'The server does not answer, or you are signed out.'));
      return;
    }
    const hadFocus = part.contains(document.activeElement);
    part.replaceChildren(...new DOMParser().parseFromString(await answer.text(), 'text/html').body.childNodes);
    if (name === 'checks') panel.count('checks', String(part.querySelectorAll('.is-block').length || ''));
    if (hadFocus) part.querySelector<HTMLElement>('button, a')?.focus();
  };
  panel.whenShown('history', () => void load('history'));
  panel.whenShown('checks', () => void load('checks'));
  find('panel-checks').addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
    if (!link) return;
    panel.uncover();
    if (goTo(link.dataset.place ?? '')) event.preventDefault();
  });
  find('panel-checks').addEventListener('submit', (event) => sendTick(event, find('panel-checks')));
  find('panel-history').addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const { with: number, bring, at = '0', field, label = '', words = '' } = button?.dataset ?? {};
    if (number !== undefined) {
      since = number;
      void load('history');
    }
    if (bring) bringBack(editor, JSON.parse(bring) as BodyBlock, Number(at));
    if (field !== undefined) bringWordsBack(field, label, words);
  });
  return {
    refresh: () => {
      const open = panel.open();
      if (open === 'history' || open === 'checks') void load(open);
    },
  };
}

/** Puts the words of an earlier revision back into a field, which checks and stores them as if they were typed. */
function bringWordsBack(name: string, label: string, words: string): void {
  const field = find<HTMLInputElement | HTMLTextAreaElement>(`f-${name}`);
  const replaced = field.value;
  const put = (value: string) => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  put(words);
  if (field.checkVisibility()) field.scrollIntoView({ block: 'nearest' });
  tellUndoable(`${label}: the earlier words are back.`, () => {
    if (field.value === words) put(replaced); // a colleague may have changed it since
  });
}

/** Puts a block of an earlier revision back: in place of the block with its id, or else where it was. Undo takes it back. */
function bringBack(editor: Editor, block: BodyBlock, index: number): void {
  const { doc, schema, tr } = editor.state;
  const node = toNode(schema, block);
  let [at, place] = [0, -1];
  let end = 0;
  doc.forEach((child, offset, nth) => {
    if (nth <= index) at = offset;
    if (nth < index) at = offset + child.nodeSize;
    if (place === -1 && child.attrs.id === block.id) [place, end] = [offset, offset + child.nodeSize];
  });
  if (place === -1) tr.insert(at, node);
  else tr.replaceWith(place, end, node);
  editor.view.dispatch(closeHistory(tr));
  editor
    .chain()
    .setTextSelection((place === -1 ? at : place) + 1)
    .scrollIntoView()
    .run();
  tell('The passage is back. Undo takes it out again.');
}
