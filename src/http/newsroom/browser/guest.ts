import { markSent, saveDrafts } from './forms/drafts.ts';

// On a preview that a guest was sent: a comment is kept in this browser until the newsroom has it. The secret of the link is not.

const form = document.querySelector<HTMLFormElement>('form[data-drafts]');
if (form) {
  saveDrafts('guest');
  form.addEventListener('submit', () => markSent('guest', form));
}
