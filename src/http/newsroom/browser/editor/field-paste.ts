import { cleanHtml } from './clean-html.ts';
import { showPasteNotice } from './paste-notice.ts';

/** What the plain text of a clipboard says otherwise than the page it was copied from: `10⁶` as 106, deleted words as words. */
const SAID_OTHERWISE =
  /<(?:sup|sub|del|math)\b|vertical-align:\s*su|msocomanchor|mso-(?:foot|end)note-id|mso-symbol-font/i;

/** Keeps what is pasted into a field of words as true as what is pasted into the body. */
export function openFieldPaste(form: HTMLFormElement): void {
  form.addEventListener('paste', (event) => {
    const { target, clipboardData } = event;
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    const html = clipboardData?.getData('text/html') ?? '';
    if (!isField || !SAID_OTHERWISE.test(html)) return;
    const cleaned = cleanHtml(html);
    const { body } = new DOMParser().parseFromString(cleaned.html, 'text/html');
    const lines = [...body.querySelectorAll('p, h2, h3, blockquote, li')].map((line) => line.textContent ?? '');
    if (lines.length === 0) return;
    event.preventDefault();
    document.execCommand('insertText', false, lines.join('\n')); // the only way that undo in the field knows of
    if (cleaned.changes.length > 0) showPasteNotice(cleaned.changes, null);
  });
}
