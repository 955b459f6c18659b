import type { Editor } from '@tiptap/core';
import { Decoration } from '@tiptap/pm/view';
import type { Present } from '#newsroom/browser/article/follow.ts';
import { findInBlock } from '#newsroom/browser/editor/comments/block-notes.ts';
import { createMarks } from './marks.ts';
import { make } from './page.ts';

// Shows where colleagues are writing in the text, and tells the server where the cursor of this member is.

/** Milliseconds between a move of the cursor and the message to the server. */
const AFTER = 700;
/** Characters before the cursor that say where in its block it is. */
const BEFORE = 40;
/** Colours of names; see newsroom-together.css. */
const COLOURS = 5;

const marks = createMarks('colleagues');

export const Colleagues = marks.extension;

export function openColleagues(editor: Editor, article: string) {
  let present: readonly Present[] = [];
  let lastPlace = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Says where the cursor is, when a colleague is there who wants to know it. */
  function tellSoon(): void {
    clearTimeout(timer);
    if (present.some(({ isWriting }) => isWriting)) timer = setTimeout(() => void tellPlace(), AFTER);
  }

  async function tellPlace(): Promise<void> {
    const place = JSON.stringify(placeOf(editor));
    if (place === lastPlace) return;
    lastPlace = place;
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${article}/place`, { method: 'POST', headers, body: place }).catch(() => null);
    if (!answer?.ok) lastPlace = '';
  }

  editor.on('selectionUpdate', tellSoon);
  editor.on('update', tellSoon);
  return {
    /** Shows where these colleagues are. */
    show: (now: readonly Present[]): void => {
      const hasCome = now.some(({ name }) => !present.some((colleague) => colleague.name === name));
      present = now;
      if (hasCome) lastPlace = '';
      tellSoon();
      marks.show(
        editor,
        now.flatMap((colleague) => markOf(editor, colleague)),
      );
    },
  };
}

function placeOf({ state }: Editor): { blockId: string; before: string } {
  const { $head } = state.selection;
  if ($head.depth === 0) return { blockId: '', before: '' };
  const before = $head.parent.textBetween(0, $head.parentOffset).slice(-BEFORE);
  return { blockId: String($head.node(1).attrs.id), before };
}

/** The cursor of a colleague with the name; at the beginning of the block when its words are not in this text yet. */
function markOf({ state }: Editor, { name, isWriting, blockId, before }: Present): Decoration[] {
  if (!isWriting || !blockId) return [];
  let place: number | null = null;
  state.doc.forEach((block, at) => {
    if (place !== null || block.attrs.id !== blockId) return;
    const range = before ? findInBlock(block, before, 1) : null;
    place = at + (range?.to ?? (block.isTextblock ? 1 : 2));
  });
  if (place === null) return [];
  const colour = String([...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % COLOURS);
  const flag = () =>
    make(
      'span',
      { class: 'colleague', 'data-colour': colour, 'aria-hidden': 'true' },
      make('span', { class: 'colleague-name' }, name),
    );
  return [Decoration.widget(place, flag, { side: 1, key: `${name} ${colour}`, ignoreSelection: true })];
}
