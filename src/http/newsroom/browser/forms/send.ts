import { markSent, removeDrafts } from './drafts.ts';
import { fetchSessionState, signInHere } from './sign-in.ts';

// Looks before each form is sent whether the session is there. If it ended, the person signs in within the page, and the form
// goes on as it is: text, choices and files.

const checked = new WeakSet<HTMLFormElement>();
const underway = new WeakSet<HTMLFormElement>();

/** Watches the forms of a page that somebody with an account has open. */
export function watchForms(account: string): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'post') return;
    if (checked.delete(form)) {
      if (signsOut(form)) removeDrafts(account);
      else markSent(account, form);
      return;
    }
    event.preventDefault();
    if (!underway.has(form)) void send(form, event.submitter, account);
  });
}

/** Ending the session one is in is signing out too. */
function signsOut(form: HTMLFormElement): boolean {
  return new URL(form.action).pathname === '/newsroom/sign-out' || form.hasAttribute('data-signs-out');
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null, account: string): Promise<void> {
  underway.add(form);
  const mayGo = await isStillIn(form, account);
  underway.delete(form);
  if (!mayGo) return;
  checked.add(form);
  form.requestSubmit(submitter);
  checked.delete(form); // a form that the browser itself refuses is not sent
}

async function isStillIn(form: HTMLFormElement, account: string): Promise<boolean> {
  const session = await fetchSessionState();
  switch (session.state) {
    case 'unknown':
      return true; // the server answers the form itself
    case 'away':
      tell(form, 'The server does not answer. Nothing was sent; this browser keeps the text. Try again in a moment.');
      return false;
    case 'out':
      return signsOut(form) || signInHere();
    case 'in':
      if (session.account === account) return true;
      tell(form, 'Another person has signed in since this page was opened. Nothing was sent. Sign in as yourself.');
      return false;
  }
}

function tell(form: HTMLFormElement, words: string): void {
  form.querySelector('.not-sent')?.remove();
  const note = document.createElement('p');
  note.className = 'refusal not-sent';
  note.setAttribute('role', 'alert');
  note.textContent = words;
  form.append(note);
}
