import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Links made without the dialog: an https address pasted over words, pasted alone, or typed. */
export const Links = Extension.create({
  name: 'links',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handlePaste: (view, event) => pasteAddress(view, event.clipboardData),
        handleTextInput: (view, _from, _to, text) => {
          if (text === ' ') linkTyped(view);
          return false;
        },
        handleKeyDown: (view, event) => {
          if (event.key === 'Enter') linkTyped(view);
          return false;
        },
      },
    }),
  ],
});

/** The address when the text is one https address and nothing else; null otherwise. */
export function readAddress(text: string): string | null {
  const words = text.trim();
  if (!/^https:\/\/\S+$/.test(words)) return null;
  const url = URL.parse(words);
  return url && url.hostname !== '' && !url.username && !url.password ? url.href : null;
}

/** Links the selected words to a pasted address, or inserts the address as a link. */
function pasteAddress(view: EditorView, data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? '';
  const href = data?.types.includes('Files') ? null : readAddress(text);
  const { selection, schema, tr } = view.state;
  const link = schema.marks.link;
  if (href === null || !link || !selection.$from.sameParent(selection.$to)) return false;
  if (schema.marks.code?.isInSet(selection.$from.marks())) return false;
  const mark = link.create({ href });
  if (selection.empty) tr.replaceSelectionWith(schema.text(text.trim(), [mark]), false);
  else tr.addMark(selection.from, selection.to, mark);
  view.dispatch(closeHistory(tr).removeStoredMark(link).scrollIntoView());
  return true;
}

/** Links an https address that ends at the cursor. Undo takes the link away and leaves the text. */
function linkTyped(view: EditorView): void {
  const { selection, schema, tr } = view.state;
  const { $from, empty } = selection;
  const link = schema.marks.link;
  if (!empty || !link || !$from.parent.isTextblock) return;
  const before = $from.parent.textBetween(0, $from.parentOffset);
  const words = /(?:^|\s)(https:\/\/\S+?)[.,;:!?)\]'"’”]*$/.exec(before);
  const href = words?.[1] && readAddress(words[1]);
  if (!words?.[1] || !href) return;
  const from = $from.start() + before.lastIndexOf(words[1]);
  const to = from + words[1].length;
  const { marks } = schema;
  const isMarked = [link, marks.code].some((mark) => mark && view.state.doc.rangeHasMark(from, to, mark));
  if (!isMarked) view.dispatch(closeHistory(tr.addMark(from, to, link.create({ href }))));
}
