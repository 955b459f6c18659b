import type { Editor } from '@tiptap/core';
import { make, tell } from '#newsroom/browser/editor/page.ts';
import { type Beside, say } from './beside.ts';
import { type Chosen, type CommentContext, findAnchor, openForm, readSelection, sendForm } from './new-comment.ts';

// A suggestion of other words for those selected in the editor, or of another text for the block at the cursor. It is about a revision,
// so text that no revision has is saved first. The text itself stays as it is until somebody accepts the suggestion.

export function openNewSuggestions(editor: Editor, beside: Beside, context: CommentContext): { begin: () => void } {
  function begin(): void {
    const chosen = readSelection(editor);
    if (!chosen) {
      tell('Select words of one paragraph first, then suggest others.');
      return;
    }
    const words = chosen.words === '' ? storedBlock(chosen) : chosen.stored || chosen.words;
    if (words === undefined) {
      tell('No revision has this block yet. Save first, then suggest another text.');
      return;
    }
    const form = buildForm(context.article, chosen, words);
    openForm(form, chosen.blockId, beside, { send: () => void send(form, chosen), close: () => close(form) });
    const field = form.querySelector('textarea');
    field?.focus();
    if (chosen.words !== '') field?.select();
  }

  function storedBlock({ blockId }: Chosen): string | undefined {
    return context.base().copy.bodyBlocks.find(({ id }) => id === blockId)?.text;
  }

  /** The text of the block with the suggested words; null where the saved text does not have those they replace. */
  function textAfter(chosen: Chosen, words: string): string | null {
    const anchor = findAnchor(context.base().copy, chosen);
    const before = storedBlock(chosen);
    if (!anchor || before === undefined) return null;
    return anchor.passage === '' ? words : replaced(before, anchor.passage, Number(anchor.occurrence), words);
  }

  function close(form: HTMLFormElement): void {
    beside.remove(form);
    editor.view.focus();
  }

  async function send(form: HTMLFormElement, chosen: Chosen): Promise<void> {
    if (!findAnchor(context.base().copy, chosen) && !(await context.save())) {
      say(form, 'The suggestion is not sent, because the text could not be saved first.');
      return;
    }
    const after = textAfter(chosen, form.querySelector('textarea')?.value ?? '');
    if (after === null) {
      say(form, 'These words are not in the saved text. Select them again.');
      return;
    }
    for (const [name, value] of Object.entries({ revision: String(context.base().revision), after }))
      (form.elements.namedItem(name) as HTMLInputElement).value = value;
    if (!(await sendForm(form))) return;
    close(form);
    await beside.refresh();
    tell('The suggestion is sent. It is among the comments.');
  }

  return { begin };
}

/** The text with other words in place of the n-th occurrence of a passage. */
function replaced(text: string, passage: string, occurrence: number, words: string): string {
  let at = -1;
  for (let n = 0; n < occurrence; n++) at = text.indexOf(passage, at + 1);
  return text.slice(0, at) + words + text.slice(at + passage.length);
}

function buildForm(article: string, { blockId, words }: Chosen, stored: string): HTMLFormElement {
  const hidden = (name: string, value: string) => make('input', { type: 'hidden', name, value });
  const field = make('textarea', { id: 'new-suggestion', name: 'words', rows: words === '' ? '6' : '3' });
  (field as HTMLTextAreaElement).value = stored;
  return make(
    'form',
    {
      class: 'thread new-comment',
      method: 'post',
      action: `${article}/suggestions`,
      'aria-label': 'New suggestion',
    },
    hidden('block', blockId),
    hidden('revision', ''),
    hidden('after', ''),
    make(
      'p',
      { class: 'field' },
      make(
        'label',
        { for: 'new-suggestion' },
        words === '' ? 'The text as it should be' : 'The words as they should be',
      ),
      field,
    ),
    make(
      'p',
      { class: 'field' },
      make('label', { for: 'suggestion-note' }, 'Why (optional)'),
      make('input', { id: 'suggestion-note', name: 'note', maxlength: '4000', autocomplete: 'off' }),
    ),
    make(
      'p',
      { class: 'acts' },
      make('button', {}, 'Suggest'),
      ' ',
      make('button', { type: 'button', class: 'plain', 'data-cancel': true }, 'Discard'),
    ),
  );
}
