import { keepDrafts, noteSent } from './forms/drafts.ts';

// On a preview that a guest was sent: a comment is kept in this browser until the newsroom has it. The secret of the link is not.

const form = document.querySelector<HTMLFormElement>('form[data-drafts]');
if (form) {
  keepDrafts('guest');
  form.addEventListener('submit', () => noteSent('guest', form));
}
