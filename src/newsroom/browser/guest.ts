import { markSent, saveDrafts } from '#newsroom/browser/forms/drafts.ts';

// The script of a guest preview: it stores a comment in this browser until the server has it. It does not store the secret
// of the link.

const form = document.querySelector<HTMLFormElement>('form[data-drafts]');
if (form) {
  saveDrafts('guest');
  form.addEventListener('submit', () => markSent('guest', form));
}
