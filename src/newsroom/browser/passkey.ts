import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

// Asks the browser for a passkey, puts the answer into the form, and submits the form.

if (browserSupportsWebAuthn()) document.querySelectorAll<HTMLFormElement>('form[data-passkey]').forEach(prepare);

function prepare(form: HTMLFormElement): void {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(form);
  });
}

async function ask(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  const trouble = form.querySelector('[data-trouble]');
  const answer = form.querySelector<HTMLInputElement>('[name="answer"]');
  if (!button || !trouble || !answer) return;
  button.disabled = true;
  trouble.textContent = '';
  try {
    const optionsJSON = JSON.parse(form.dataset.options ?? '');
    const start = form.dataset.passkey === 'create' ? startRegistration : startAuthentication;
    answer.value = JSON.stringify(await start({ optionsJSON }));
    form.submit();
  } catch (error) {
    trouble.textContent = wordsFor(error);
    button.disabled = false;
  }
}

function wordsFor(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for this newsroom.';
  if (name === 'NotAllowedError') return 'No passkey was used: the request was cancelled or timed out. Try again.';
  return 'The browser could not use a passkey here. Try again, or use another way.';
}
