import { Extension } from '@tiptap/core';
import { closeHistory, undo } from '@tiptap/pm/history';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toNode } from './blocks.ts';
import { cleanHtml } from './clean-html.ts';
import { removeActiveHtml } from './paste-elements.ts';
import {
  catchDroppedFiles,
  hidePasteNotice,
  offerTable,
  type PasteChange,
  showPasteNotice,
  showPictureNotice,
} from './paste-notice.ts';
import { listSigns, parsePlainText, splitLines } from './plain-text.ts';

/** Turns pasted and dropped content into clean blocks, from any source; a notice names what could not be inserted. */
export const Clipboard = Extension.create({
  name: 'clipboard',
  addProseMirrorPlugins() {
    const { editor } = this;
    const { schema } = editor;
    let changes: PasteChange[] = [];
    let shownChanges: PasteChange[] = [];
    let table: string[][] | null = null;
    /** The pasted text, if it was plain. */
    let plain: string | null = null;
    const takeBack = () => {
      undo(editor.state, editor.view.dispatch);
      hidePasteNotice();
      editor.view.focus();
    };
    const instead = () => [
      ...(table ? [{ words: 'Make it a table of the article', act: withoutPaste(() => offerTable(table ?? [])) }] : []),
      ...(plain !== null && shownChanges.length > 0 ? [{ words: 'Keep the signs', act: withoutPaste(keepSigns) }] : []),
    ];
    const withoutPaste = (act: () => void) => () => {
      takeBack();
      act();
    };
    const keepSigns = () => editor.view.dispatch(editor.state.tr.replaceSelection(asParagraphs(schema, plain ?? '')));
    editor.on('transaction', ({ transaction }) => {
      if (!transaction.docChanged) return;
      if (/^(?:paste|drop)$/.test(transaction.getMeta('uiEvent') ?? '')) {
        [shownChanges, changes] = [changes, []];
        if (shownChanges.length === 0) return;
        editor.view.dispatch(closeHistory(editor.state.tr)); // the next typing is a separate edit
        showPasteNotice(shownChanges, takeBack, instead());
      } else if (shownChanges.length > 0) {
        if (hidePasteNotice()) showPasteNotice(shownChanges, null); // undo would revert what was typed since
        shownChanges = [];
      }
    });

    /** Whether there is nothing to insert; then the selected text stays. */
    const isRefused = (view: EditorView, data: DataTransfer | null, slice: Slice): boolean => {
      hidePasteNotice();
      shownChanges = [];
      if (slice.size > 0) {
        view.dispatch(closeHistory(view.state.tr)); // so that undo reverts only the paste
        return false;
      }
      const left = changes;
      changes = [];
      const isPicture = left.every(({ kind }) => kind === 'picture'); // a picture copied from a page has HTML and a file
      if (isPicture && hasFiles(data)) showPictureNotice(data);
      else if (left.length > 0) showPasteNotice(left, null);
      else {
        const text = data?.getData('text/plain') ?? '';
        return text.trim() !== '' && data?.getData('text/html') !== '' && view.pasteText(text);
      }
      return true;
    };

    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => {
            [changes, table, plain] = [[], null, null];
            if (isOurs(html)) return removeActiveHtml(html);
            const cleaned = cleanHtml(html);
            ({ changes, table } = cleaned);
            return cleaned.html;
          },
          clipboardTextParser: (text) => {
            const blocks = parsePlainText(text);
            [changes, table, plain] = [listSigns(blocks), null, text];
            const nodes = blocks.map((block) => withoutId(toNode(schema, { ...block, id: '' })));
            const isText = (node: Node | undefined) => (node?.type.name === 'paragraph' ? 1 : 0);
            return new Slice(Fragment.from(nodes), isText(nodes[0]), isText(nodes.at(-1)));
          },
          handlePaste: (view, event, slice) => isRefused(view, event.clipboardData, slice),
          handleDrop: (view, event, slice, isMoved) => !isMoved && isRefused(view, event.dataTransfer, slice),
        },
      }),
    ];
  },
  onCreate: catchDroppedFiles,
});

function withoutId(node: Node): Node {
  return node.type.create({ ...node.attrs, id: null, raw: null }, node.content);
}

/** Plain text with its signs: each line is a paragraph. */
function asParagraphs(schema: Schema, text: string): Slice {
  const lines = splitLines(text).map((line) => schema.nodes.paragraph?.create(null, schema.text(line)) as Node);
  return new Slice(Fragment.from(lines), 1, 1);
}

function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

const OUR_ELEMENTS = 'meta, p, h2, h3, blockquote, ul, ol, li, em, strong, code, a[href^="https://"]';

/** Whether it was copied in this editor: other ProseMirror editors set the same mark, so the elements are checked too. */
function isOurs(html: string): boolean {
  if (!html.includes('data-pm-slice')) return false;
  const { body } = new DOMParser().parseFromString(removeActiveHtml(html), 'text/html');
  return [...body.querySelectorAll('*')].every((element) => element.matches(OUR_ELEMENTS));
}

/** Markup that the clipboard's plain text misrepresents: `10⁶` becomes 106, deleted words become normal words. */
const MISREPRESENTED =
  /<(?:sup|sub|del|math)\b|vertical-align:\s*su|msocomanchor|mso-(?:foot|end)note-id|mso-symbol-font/i;

/** Pastes into text fields with the same care as into the body. */
export function openFieldPaste(form: HTMLFormElement): void {
  form.addEventListener('paste', (event) => {
    const { target, clipboardData } = event;
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    const html = clipboardData?.getData('text/html') ?? '';
    if (!isField || !MISREPRESENTED.test(html)) return;
    const cleaned = cleanHtml(html);
    const { body } = new DOMParser().parseFromString(cleaned.html, 'text/html');
    const lines = [...body.querySelectorAll('p, h2, h3, blockquote, li')].map((line) => line.textContent ?? '');
    if (lines.length === 0) return;
    event.preventDefault();
    document.execCommand('insertText', false, lines.join('\n')); // the only way that the field's undo supports
    if (cleaned.changes.length > 0) showPasteNotice(cleaned.changes, null);
  });
}
