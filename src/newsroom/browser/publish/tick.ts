import { typedFields } from '#newsroom/browser/kit/typed-fields.ts';
// Ticks of the checklist, in the publish drawer and in *Checks* of the editor, without loading a page.

/** Whether the form is that of the checklist; then it is sent, and `within` shows the checks as they are now. */
export function sendTick(event: SubmitEvent, within: HTMLElement): boolean {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !form.id.startsWith('checklist-')) return false;
  event.preventDefault();
  event.stopPropagation();
  if (within.hasAttribute('aria-busy')) return true;
  within.setAttribute('aria-busy', 'true');
  void send(form, submitter, within).finally(() => within.removeAttribute('aria-busy'));
  return true;
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null, within: HTMLElement): Promise<void> {
  const body = typedFields(form, submitter);
  const answer = await fetch(form.action, { method: 'POST', body, headers: { 'X-Part': 'checks' } }).catch(() => null);
  const list = within.querySelector('ul.checks');
  within.querySelector('.not-ticked')?.remove();
  if (!answer?.ok || answer.redirected) {
    const note = document.createElement('p');
    note.className = 'refusal not-ticked';
    note.setAttribute('role', 'alert');
    note.textContent = 'This was not stored: the checklist changed, the server does not answer, or you are signed out.';
    list?.before(note);
    return;
  }
  list?.replaceWith(...new DOMParser().parseFromString(await answer.text(), 'text/html').body.childNodes);
  const { value = '' } = submitter instanceof HTMLButtonElement ? submitter : {};
  within.querySelector<HTMLElement>(`ul.checks button[value="${CSS.escape(value)}"]`)?.focus();
}
