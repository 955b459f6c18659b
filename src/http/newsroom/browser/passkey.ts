import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

// Fills in the forms that ask for a passkey, and sends them as any other form is sent.

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
  if (name === 'InvalidStateError') return 'This device has a passkey for this newsroom already.';
  if (name === 'NotAllowedError') return 'No passkey was used: it was stopped, or took too long. Try again.';
  return 'The browser could not use a passkey here. Try again, or use another way.';
}
