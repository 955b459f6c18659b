import { closeHistory } from '@tiptap/pm/history';
import { type Command, NodeSelection, TextSelection } from '@tiptap/pm/state';

/** Moves the block at the cursor, or the selected blocks, one place up or down. The selection goes along. */
export function moveBlock(by: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection;
    if ($from.depth < 1 && !(state.selection instanceof NodeSelection)) return false;
    const [first, last] = [$from.index(0), Math.max($from.index(0), $to.indexAfter(0) - 1)];
    const to = by < 0 ? first - 1 : last + 2;
    return moveBlocks(first, last, to)(state, dispatch);
  };
}

/** Moves the blocks from `first` to `last` in front of the block that is now at `to`. */
export function moveBlocks(first: number, last: number, to: number): Command {
  return ({ doc, selection, tr }, dispatch) => {
    if (to < 0 || to > doc.childCount || (to >= first && to <= last + 1)) return false;
    const start = startOf(first);
    const end = startOf(last + 1);
    const target = startOf(to);
    if (!dispatch) return true;
    const { content } = doc.slice(start, end);
    const at = target > start ? target - (end - start) : target;
    tr.delete(start, end).insert(at, content);
    const shift = at - start;
    const { anchor, head } = selection;
    const isInside = anchor >= start && anchor <= end && head >= start && head <= end;
    if (isInside) tr.setSelection(TextSelection.between(tr.doc.resolve(anchor + shift), tr.doc.resolve(head + shift)));
    dispatch(closeHistory(tr).scrollIntoView());
    return true;

    function startOf(index: number): number {
      let position = 0;
      for (let n = 0; n < index; n++) position += doc.child(n).nodeSize;
      return position;
    }
  };
}
