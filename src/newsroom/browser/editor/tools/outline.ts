import type { Editor } from '@tiptap/core';
import { find, make } from '#newsroom/browser/editor/page.ts';

/** The outline: the headings of the text as a list; each leads to its place. It is read again whenever it is opened. */
export function openOutline(editor: Editor): void {
  const outline = find('outline');
  outline.addEventListener('beforetoggle', (event) => {
    if (event.newState !== 'open') return;
    const items: HTMLElement[] = [];
    editor.state.doc.forEach((node, at) => {
      if (!/heading$/.test(node.type.name)) return;
      const go = () => {
        outline.hidePopover();
        editor
          .chain()
          .focus()
          .setTextSelection(at + 1)
          .scrollIntoView()
          .run();
      };
      items.push(
        make(
          'li',
          { class: node.type.name },
          make('button', { type: 'button', class: 'btn quiet', click: go }, node.textContent || 'An empty heading'),
        ),
      );
    });
    outline.replaceChildren(
      items.length > 0
        ? make('ol', {}, ...items)
        : make('p', { class: 'hint' }, 'No heading yet. Type ## and a space at the start of a paragraph.'),
    );
  });
}
