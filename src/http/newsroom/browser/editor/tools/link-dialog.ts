import type { Editor } from '@tiptap/core';
import { find, tell } from '../page.ts';

/** Asks for the address of the selected words, or of the link at the cursor. */
export function askForLink(editor: Editor): void {
  const dialog = find<HTMLDialogElement>('link-dialog');
  const address = find<HTMLInputElement>('link-address');
  const trouble = find('link-trouble');
  const isInLink = editor.isActive('link');
  if (editor.state.selection.empty && !isInLink) {
    tell('Select the words first, then add the link.');
    return;
  }
  address.value = isInLink ? String(editor.getAttributes('link').href) : 'https://';
  trouble.textContent = '';
  const form = find<HTMLFormElement>('link-form');
  form.onsubmit = (event) => {
    const isSet = (event.submitter as HTMLButtonElement | null)?.value !== 'none';
    const url = URL.parse(address.value.trim());
    const isGood = url?.protocol === 'https:' && url.hostname !== '' && !url.username && !url.password;
    if (isSet && !isGood) {
      event.preventDefault();
      trouble.textContent = 'A link must be an https address.';
      address.focus();
      return;
    }
    const chain = editor.chain().extendMarkRange('link');
    (isSet && url ? chain.setMark('link', { href: url.href }) : chain.unsetMark('link')).run();
  };
  dialog.onclose = () => editor.view.focus();
  dialog.showModal();
  address.select();
}
