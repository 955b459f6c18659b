import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { TextSelection } from '@tiptap/pm/state';
import { find, tell } from '#newsroom/browser/editor/page.ts';
import { findWords, type Range, showFound } from './found.ts';

/** Find and replace in the body. Returns the function that opens the bar. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the matches and the bar
export function openFindBar(editor: Editor): () => void {
  const bar = find('find-bar');
  const [sought, other] = [find<HTMLInputElement>('find-words'), find<HTMLInputElement>('find-other')];
  let ranges: Range[] = [];
  let present = 0;

  /** Looks again, and shows the match at or behind a place in the text. */
  function look(from: number): void {
    ranges = bar.hidden ? [] : findWords(editor.state.doc, sought.value);
    const next = ranges.findIndex((range) => range.from >= from);
    show(next === -1 ? 0 : next);
  }

  function show(at: number): void {
    present = ranges.length === 0 ? 0 : (at + ranges.length) % ranges.length;
    showFound(editor, ranges, present);
    const words = ranges.length === 0 ? 'Not found' : `${present + 1} of ${ranges.length}`;
    find('find-count').textContent = sought.value === '' ? '' : words;
    const range = ranges[present];
    if (range) scrollTo(range.from);
  }

  function scrollTo(at: number): void {
    const { node } = editor.view.domAtPos(at);
    const element = node instanceof Element ? node : node.parentElement;
    element?.scrollIntoView({ block: 'nearest' });
  }

  function replace(all: boolean): void {
    const changed = all ? ranges : ranges.slice(present, present + 1);
    const { tr } = editor.state;
    for (const { from, to } of changed.toReversed())
      if (other.value === '') tr.delete(from, to);
      else tr.insertText(other.value, from, to);
    if (changed.length === 0) return;
    editor.view.dispatch(closeHistory(tr));
    look((changed.at(-1)?.from ?? 0) + (all ? 0 : other.value.length));
    tell(`${changed.length === 1 ? '1 place' : `${changed.length} places`} changed. Undo takes it back.`);
  }

  function close(): void {
    const range = ranges[present];
    bar.hidden = true;
    look(0);
    if (range && range.to <= editor.state.doc.content.size)
      editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, range.from, range.to)));
    editor.view.focus();
  }

  const acts: Record<string, () => void> = {
    next: () => show(present + 1),
    previous: () => show(present - 1),
    replace: () => replace(false),
    all: () => replace(true),
    close,
  };
  sought.addEventListener('input', () => look(editor.state.selection.from));
  bar.addEventListener('click', ({ target }) =>
    acts[(target as HTMLElement).closest('button')?.dataset.find ?? '']?.(),
  );
  bar.addEventListener('keydown', (event) => {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') close();
    else if (event.key !== 'Enter' || !isField) return;
    else if (event.target === other) replace(event.ctrlKey || event.metaKey);
    else show(present + (event.shiftKey ? -1 : 1));
    event.preventDefault(); // Enter must not save the article
  });
  editor.on('update', () => !bar.hidden && look(ranges[present]?.from ?? 0));

  return () => {
    const { doc, selection } = editor.state;
    const words = doc.textBetween(selection.from, selection.to, '\n');
    bar.hidden = false;
    if (words !== '' && !words.includes('\n')) sought.value = words;
    sought.focus();
    sought.select();
    look(selection.from);
  };
}
