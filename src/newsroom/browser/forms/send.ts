import { markSent, removeDrafts } from './drafts.ts';
import { fetchSessionState, signInHere } from './sign-in.ts';

// Checks the session before each form is sent. If it has ended, the person signs in inside the page, and then the form is sent
// unchanged: text, choices and files.

const checked = new WeakSet<HTMLFormElement>();
const underway = new WeakSet<HTMLFormElement>();

/** Intercepts the forms of a signed-in member's page. */
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

/** Whether the form signs out: ending the current session counts too. */
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
  checked.delete(form); // the browser does not send a form with invalid fields
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
