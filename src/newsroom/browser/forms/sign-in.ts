import { typedFields } from '#newsroom/browser/kit/typed-fields.ts';
// Signing in inside the page after the session has ended: the page and all text in it stay as they are.

export type SessionState =
  | { state: 'in'; account: string }
  | { state: 'out' }
  | { state: 'away' }
  | { state: 'unknown' };

/** The account that this browser is signed in to. The request also extends the session. */
export async function fetchSessionState(): Promise<SessionState> {
  const response = await fetch('/newsroom/session', { redirect: 'manual', signal: AbortSignal.timeout(15_000) }).catch(
    () => null,
  );
  if (!response || response.status >= 500) return { state: 'away' };
  if (response.status === 401) return { state: 'out' };
  if (!response.ok) return { state: 'unknown' };
  const { account = '' } = (await response.json().catch(() => ({}))) as { account?: string };
  return { state: 'in', account };
}

/** Asks for the password until the member of this page is signed in again; false when they cancel. */
export function signInHere(): Promise<boolean> {
  const { account = '', email = '' } = document.body.dataset;
  document.getElementById('sign-in-dialog')?.remove();
  const dialog = build(email);
  const [form, trouble] = [dialog.querySelector('form'), dialog.querySelector<HTMLElement>('.trouble')];
  document.body.append(dialog);
  return new Promise((answer) => {
    let isIn = false;
    const check = async (words: string) => {
      const session = await fetchSessionState();
      isIn = session.state === 'in' && session.account === account;
      if (isIn) dialog.close();
      else if (trouble) trouble.textContent = session.state === 'in' ? SOMEBODY_ELSE : words;
    };
    form?.addEventListener('submit', async (event) => {
      event.preventDefault();
      event.stopPropagation();
      const result = await sendPassword(form);
      if (result.state === 'in') await check('You are not signed in yet.');
      else if (trouble) trouble.textContent = result.words;
      if (result.state === 'half') dialog.querySelector('[data-code]')?.removeAttribute('hidden');
    });
    dialog.querySelector('[data-check]')?.addEventListener('click', () => void check('You are not signed in yet.'));
    dialog.querySelector('[data-later]')?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(isIn);
    });
    dialog.showModal();
    dialog.querySelector<HTMLInputElement>('[type="password"]')?.focus();
  });
}

const SOMEBODY_ELSE =
  'Another person is signed in here now. Nothing was sent. Sign that person out first, then sign in as yourself.';

type SignInResult = { state: 'in' | 'half' | 'refused'; words: string };

async function sendPassword(form: HTMLFormElement): Promise<SignInResult> {
  const response = await fetch('/newsroom/sign-in/here', { method: 'POST', body: typedFields(form) }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as { state?: string; error?: string; hint?: string } | null;
  if (answer?.state === 'in') return { state: 'in', words: '' };
  if (answer?.state === 'half')
    return {
      state: 'half',
      words: 'The password is right. Two-factor authentication is needed too; complete it in a new tab.',
    };
  return {
    state: 'refused',
    words: answer?.error ? `${answer.error} ${answer.hint ?? ''}` : 'The server does not answer. Try again.',
  };
}

function build(email: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.id = 'sign-in-dialog';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  dialog.innerHTML = MARKUP;
  const address = dialog.querySelector<HTMLInputElement>('[name="email"]');
  if (address) address.value = email;
  return dialog;
}

/** Constant markup: no text from users is put into it. */
const MARKUP = `<h2 id="sign-in-title">Your session has ended</h2>
<p>Nothing was sent yet, and nothing you typed is lost. Sign in to continue.</p>
<form class="entry">
<p class="field"><label for="sign-in-email">Email address</label><input id="sign-in-email" name="email" type="email" autocomplete="username" readonly></p>
<p class="field"><label for="sign-in-password">Password</label><input id="sign-in-password" name="password" type="password" autocomplete="current-password" required></p>
<p class="trouble" role="alert"></p>
<p data-code hidden><a href="/newsroom/sign-in/code?next=/newsroom/sessions" target="_blank">Complete two-factor authentication in a new tab</a></p>
<p class="acts"><button>Sign in and continue</button> <button type="button" class="plain" data-later>Not now</button></p>
<p class="hint"><a href="/newsroom/sign-in?next=/newsroom/sessions" target="_blank">Sign in another way, in a new tab</a>. Then: <button type="button" class="plain" data-check>I have signed in</button></p>
</form>`;
