import { showNews } from '#newsroom/browser/article/news.ts';
import { watchSmallForms } from '#newsroom/browser/article/small-forms.ts';
import { watchPublishLinks } from '#newsroom/browser/publish/links.ts';

// The script of an article's page: text selected in a block is put into the block's comment form when the form is opened, and
// the page says what others do meanwhile.

showNews();
watchSmallForms();
watchPublishLinks();

type SelectedPassage = { block: Element; passage: string; occurrence: number };

let chosen: SelectedPassage | null = null;

document.addEventListener('selectionchange', () => {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return;
  chosen = read(selection.getRangeAt(0));
});

for (const form of document.querySelectorAll<HTMLDetailsElement>('.beside details.begin')) {
  form.addEventListener('toggle', () => {
    const block = form.closest('.beside')?.querySelector('[data-block]');
    const passage = form.querySelector<HTMLTextAreaElement>('[name="passage"]');
    const occurrence = form.querySelector<HTMLInputElement>('[name="occurrence"]');
    if (!form.open || !passage || !occurrence) return;
    if (chosen && chosen.block === block) {
      passage.value = chosen.passage;
      occurrence.value = String(chosen.occurrence);
      passage.addEventListener('input', () => (occurrence.value = ''), { once: true });
    }
    form.querySelector<HTMLTextAreaElement>('[name="text"]')?.focus();
  });
}

/** The selected passage and which occurrence of it this is; null unless the selection is inside one block. */
function read(range: Range): SelectedPassage | null {
  const node = range.commonAncestorContainer;
  const block = (node instanceof Element ? node : node.parentElement)?.closest('[data-block]');
  if (!block) return null;
  const passage = wordsOf(range).trim();
  if (passage === '') return null;
  const before = range.cloneRange();
  before.setStart(block, 0);
  const until = wordsOf(before);
  let occurrence = 0;
  for (let at = until.indexOf(passage); at !== -1; at = until.indexOf(passage, at + 1)) occurrence++;
  return { block, passage, occurrence: Math.max(occurrence, 1) };
}

/** The text of a range as in the revision: without deleted words and without the revision numbers we add. */
function wordsOf(range: Range): string {
  const part = range.cloneContents();
  for (const other of part.querySelectorAll('del, sup')) other.remove();
  return part.textContent ?? '';
}
