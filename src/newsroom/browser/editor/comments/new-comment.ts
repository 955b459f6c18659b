import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { BodyBlock, UnfinishedCopy } from '#article/copy.ts';
import { toBlocks } from '#newsroom/browser/editor/blocks.ts';
import { make, tell } from '#newsroom/browser/editor/page.ts';
import { postForm } from '#newsroom/browser/editor/server.ts';
import { restoreDraft } from '#newsroom/browser/forms/drafts.ts';
import { signInHere } from '#newsroom/browser/forms/sign-in.ts';
import { type Beside, clear, say } from './beside.ts';

// A new comment on the words selected in the editor. A comment belongs to a revision, so text that no revision has is saved first.

export type CommentContext = {
  article: string;
  base: () => { revision: number; copy: UnfinishedCopy };
  /** Saves the text as a revision; false when it could not be saved. */
  save: () => Promise<boolean>;
};
/** The selected words: as text, and as they are stored with their marks. */
export type Chosen = { blockId: string; words: string; stored: string; occurrence: number };
type Anchor = { passage: string; occurrence: string };

export function openNewComments(editor: Editor, beside: Beside, context: CommentContext): { begin: () => void } {
  /** Unsent text by block. */
  const left = new Map<string, string>();

  function begin(): void {
    const chosen = readSelection(editor);
    if (!chosen) {
      tell('Select words of one paragraph first, then comment on them.');
      return;
    }
    const form = buildForm(context.article, chosen);
    const field = form.querySelector('textarea');
    if (!field) return;
    openForm(form, chosen.blockId, beside, {
      send: () => void send(form, chosen),
      close: () => close(form),
      discard: () => clear(field),
    });
    const text = left.get(chosen.blockId);
    if (text) field.value = text;
    else restoreDraft(document.body.dataset.account ?? '', field);
    field.focus();
  }

  /** The text keeps its selection, and what was typed into the form is there again when it is opened again. */
  function close(form: HTMLFormElement): void {
    const blockId = form.querySelector<HTMLInputElement>('[name="block"]')?.value ?? '';
    left.set(blockId, form.querySelector('textarea')?.value ?? '');
    beside.remove(form);
    editor.view.focus();
  }

  async function send(form: HTMLFormElement, chosen: Chosen): Promise<void> {
    if (!findAnchor(context.base().copy, chosen) && !(await context.save())) {
      say(form, 'The comment is not sent, because the text could not be saved first.');
      return;
    }
    const { revision, copy } = context.base();
    const anchor = findAnchor(copy, chosen) ?? { passage: '', occurrence: '' };
    for (const [name, value] of Object.entries({ ...anchor, revision: String(revision) }))
      (form.elements.namedItem(name) as HTMLInputElement).value = value;
    if (!(await sendForm(form))) return;
    clear(form.querySelector('textarea') as HTMLTextAreaElement);
    close(form);
    await beside.refresh();
    tell(
      anchor.passage || chosen.words === ''
        ? 'The comment is sent.'
        : 'The comment is sent; it is about the whole block.',
    );
  }

  return { begin };
}

type FormActs = { send: () => void; close: () => void; discard?: () => void };

/** Shows a form among the comments of a block, in place of one that was open; Escape and *Discard* close it. */
export function openForm(
  form: HTMLFormElement,
  blockId: string,
  beside: Beside,
  { send, close, discard }: FormActs,
): void {
  document.querySelector('.new-comment')?.remove();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    event.stopPropagation();
    send();
  });
  form.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  form.querySelector('[data-cancel]')?.addEventListener('click', () => {
    discard?.();
    close();
  });
  beside.add(form, blockId);
}

/** Sends a form, after a sign-in where it is needed; false when it was not sent, which the form then says. */
export async function sendForm(form: HTMLFormElement): Promise<boolean> {
  const result = await postForm(form);
  if (result.state === 'signed out' && (await signInHere())) return sendForm(form);
  if (result.state !== 'done') say(form, result.words);
  return result.state === 'done';
}

/** The selected words and their block; without a selection, the block at the cursor. Null when several blocks are selected. */
export function readSelection({ state: { doc, selection } }: Editor): Chosen | null {
  const { $from, $to, from, to } = selection;
  if ($from.depth < 1 || $from.index(0) !== $to.index(0)) return null;
  const block = $from.node(1);
  const words = doc.textBetween(from, to, '\n').trim();
  const before = doc.textBetween($from.before(1), from, '\n');
  const occurrence = words === '' ? 1 : before.split(words).length;
  return { blockId: String(block.attrs.id), words, stored: words && storedText(block, doc, from, to), occurrence };
}

/** The words as a revision stores them, with their marks. */
function storedText(block: Node, doc: Node, from: number, to: number): string {
  const { content } = doc.slice(from, to);
  const inline = content.firstChild?.isTextblock ? content.firstChild.content : null;
  if (content.childCount !== 1 || !inline || !block.isTextblock) return '';
  const alone = doc.type.create(null, block.type.create({ id: '', raw: null }, inline));
  return toBlocks(alone)[0]?.text ?? '';
}

/** The words in a saved block, or null when no revision has them. Without words the block itself is enough. */
export function findAnchor({ bodyBlocks }: UnfinishedCopy, chosen: Chosen): Anchor | null {
  const block = bodyBlocks.find(({ id }: BodyBlock) => id === chosen.blockId);
  if (!block) return null;
  if (chosen.words === '') return { passage: '', occurrence: '' };
  const count = (passage: string) => (passage === '' ? 0 : block.text.split(passage).length - 1);
  for (const [passage, occurrence] of [
    [chosen.words, chosen.occurrence],
    [chosen.stored, 1],
    [chosen.words, 1],
  ] as const)
    if (count(passage) >= occurrence) return { passage, occurrence: String(occurrence) };
  return null;
}

function buildForm(article: string, { blockId, words, occurrence }: Chosen): HTMLFormElement {
  const hidden = (name: string, value: string) => make('input', { type: 'hidden', name, value });
  const marked = words === '' ? {} : { 'data-passage': words, 'data-occurrence': String(occurrence) };
  const attributes = { class: 'thread new-comment', method: 'post', action: `${article}/comments` };
  return make(
    'form',
    { ...attributes, ...marked, 'aria-label': 'New comment' },
    hidden('about', 'block'),
    hidden('block', blockId),
    hidden('revision', ''),
    hidden('passage', ''),
    hidden('occurrence', ''),
    ...(words === '' ? [] : [make('blockquote', {}, words)]),
    make(
      'p',
      { class: 'field' },
      make('label', { for: 'new-comment' }, words === '' ? 'Comment on this block' : 'Comment on these words'),
      make('textarea', { id: 'new-comment', name: 'text', rows: '3', required: true, maxlength: '4000' }),
    ),
    make(
      'p',
      { class: 'acts' },
      make('button', {}, 'Send'),
      ' ',
      make('button', { type: 'button', class: 'plain', 'data-cancel': true }, 'Discard'),
    ),
  );
}
