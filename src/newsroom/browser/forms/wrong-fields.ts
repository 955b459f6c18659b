// A form that writes its own fields is refused with a list of them above it: this marks each field and puts its sentence beside it.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the links of a refusal
export function markWrongFields(): void {
  for (const refusal of document.querySelectorAll('.refusal')) {
    const form = refusal.closest('form') ?? formAfter(refusal);
    for (const link of refusal.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
      const name = decodeURIComponent(link.hash.slice(1));
      const named = form?.elements.namedItem(name);
      const control = (named instanceof RadioNodeList ? named[0] : named) ?? document.getElementById(name);
      if (isControl(control) && !control.hasAttribute('aria-invalid')) mark(control, name, link.textContent ?? '');
      if (isControl(control)) link.hash = control.id;
    }
  }
}

function formAfter(refusal: Element): HTMLFormElement | undefined {
  const forms = [...document.forms].filter((form) => form.getAttribute('method') === 'post');
  return forms.find((form) => refusal.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && element.type !== 'hidden')
  );
}

function mark(control: Control, name: string, words: string): void {
  control.id ||= `field-${name}`;
  const note = document.createElement('span');
  note.className = 'wrong';
  note.id = `${control.id}-wrong`;
  note.textContent = words;
  control.after(note);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', `${note.id} ${control.getAttribute('aria-describedby') ?? ''}`.trim());
}
