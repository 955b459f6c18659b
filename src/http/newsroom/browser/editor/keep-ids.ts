import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/**
 * Sees to it that every block has an id, and that no edit makes two of one: of a split the half that has the words keeps the
 * id, a copy gets a new one. Ids that were repeated in what was opened stay as they are (decision 0005). What is set here
 * belongs to the edit it follows, so undo takes both back.
 */
export const KeepIds = Extension.create({
  name: 'keepIds',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, after) => {
        if (!transactions.some((one) => one.docChanged)) return null;
        const { tr } = after;
        for (const at of withoutOwnId(before.doc, after.doc)) {
          tr.setNodeMarkup(at, null, { ...after.doc.nodeAt(at)?.attrs, id: newBlockId(), raw: null });
        }
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

/** The places of blocks that have no id, or one that another block has had before them. */
export function withoutOwnId(before: Node, after: Node): number[] {
  const had = new Map<string, number>();
  before.forEach(({ attrs }) => had.set(attrs.id, (had.get(attrs.id) ?? 0) + 1));
  const now = new Map<string | null, { at: number; isEmpty: boolean }[]>();
  after.forEach((node, at) => {
    const { id } = node.attrs;
    now.set(id, [...(now.get(id) ?? []), { at, isEmpty: node.textContent === '' }]);
  });
  const places: number[] = [];
  for (const [id, found] of now) {
    const may = id === null ? 0 : Math.max(1, had.get(id) ?? 0);
    const worded = found.toSorted((one, other) => Number(one.isEmpty) - Number(other.isEmpty));
    places.push(...worded.slice(may).map(({ at }) => at));
  }
  return places;
}

/** An id no block of the article is likely to have. */
export function newBlockId(): string {
  return `b-${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
