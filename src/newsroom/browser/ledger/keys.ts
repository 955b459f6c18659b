// The keys of a figure's panel: each triggers a link, a button or a form of the panel.

/** Handles a key pressed in or beside a panel; returns whether it had a meaning there. */
export function pressKey(event: KeyboardEvent, panel: ParentNode): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  if (event.key === 'Enter') return event.shiftKey ? settleAlike(event) : confirm(event, panel);
  if (isTyping(event.target)) return false;
  if (/^[sfqev]$/.test(event.key)) return openForm(event, panel);
  if (event.key === 'r') return showRepeat(event, panel);
  return /^[npjk]$/.test(event.key) && follow(event, panel);
}

function follow(event: KeyboardEvent, panel: ParentNode): boolean {
  const link = panel.querySelector<HTMLAnchorElement>(`a[data-key="${event.key}"]`);
  if (!link) return false;
  event.preventDefault();
  link.click();
  return true;
}

/** Opens the form of one method, with the cursor in the field to write first; a form with a choice only, at its button. */
function openForm(event: KeyboardEvent, panel: ParentNode): boolean {
  const form = panel.querySelector<HTMLDetailsElement>(`details[data-key="${event.key}"]`);
  const field = form?.querySelector<HTMLElement>('form:not(.repeat) :is(input:not([type="hidden"]), textarea, button)');
  if (!form || !field) return false;
  event.preventDefault();
  form.open = true;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
  return true;
}

/** Goes to the button that settles by the last source and place, which are named beside it: Enter presses it. */
function showRepeat(event: KeyboardEvent, panel: ParentNode): boolean {
  const button = panel.querySelector<HTMLElement>('button[data-key="r"]');
  const form = button?.closest('form');
  if (!button || !form) return false;
  event.preventDefault();
  form.closest('details')?.setAttribute('open', '');
  button.focus({ preventScroll: true });
  form.scrollIntoView({ block: 'center' });
  return true;
}

/** In a form: settles the other figures that say the same too. */
function settleAlike(event: KeyboardEvent): boolean {
  const button =
    event.target instanceof HTMLElement &&
    event.target.closest('form')?.querySelector<HTMLElement>('button[name="also"]');
  if (!button || event.target instanceof HTMLTextAreaElement) return false;
  event.preventDefault();
  button.click();
  return true;
}

/** Does nothing when the focused element handles Enter itself. */
function confirm(event: KeyboardEvent, panel: ParentNode): boolean {
  if (event.target instanceof Element && event.target.closest('a, button, summary, input, select, textarea'))
    return false;
  const form = panel.querySelector<HTMLFormElement>('form[data-key="Enter"]');
  if (!form) return false;
  event.preventDefault();
  form.requestSubmit();
  return true;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');
}
