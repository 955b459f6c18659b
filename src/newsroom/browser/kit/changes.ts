// The bar at the foot of a form says how many fields nobody sees yet, and is hidden while there are none.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function countChanges(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-save-bar]')) {
    const form = bar.closest('form');
    if (!form) continue;
    const fields = [...form.querySelectorAll<HTMLElement>('.field')];
    const saved = new Map(fields.map((field) => [field, field.dataset.saved ?? textOf(field, true)]));
    let changes = 0;
    const count = () => {
      changes = fields.filter((field) => textOf(field) !== saved.get(field)).length;
      bar.hidden = changes === 0 && bar.dataset.saveBar !== 'stays';
      const words =
        changes === 0
          ? 'Everything is saved.'
          : `${changes} ${changes === 1 ? 'change' : 'changes'}, seen by nobody yet`;
      const status = bar.querySelector('[role="status"]');
      if (status && status.textContent !== words) status.textContent = words;
    };
    form.addEventListener('input', count);
    form.addEventListener('change', count);
    addEventListener('load', count); // the text that this browser kept is in the fields then
    count();
    let isSent = false;
    form.addEventListener('submit', () => {
      isSent = true;
    });
    bar.querySelector('[data-discard]')?.addEventListener('click', () => {
      isSent = true;
      forgetTyped(form);
    });
    addEventListener('beforeunload', (event) => {
      if (!isSent && changes > 0) event.preventDefault();
    });
  }
}

/** The text that this browser keeps of a field is deleted when the field has its first value again. */
function forgetTyped(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')) {
    if (field.value === field.defaultValue) continue;
    field.value = field.defaultValue;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The same text as the server makes of a field: its rows, without empty ones; `isFirst`: as the page came. */
function textOf(field: HTMLElement, isFirst = false): string {
  const controls = [...field.querySelectorAll<Control>('input[name], textarea[name], select[name]')].filter(
    (control) => control.form === field.closest('form') && isSent(control, isFirst),
  );
  const names = [...new Set(controls.map(({ name }) => name))];
  const [first = [], second = []] = names.map((name) => controls.filter((control) => control.name === name));
  const rows = first.map((control, at) =>
    [control, second[at]]
      .map((part) => readValue(part, isFirst))
      .join('\n')
      .trim(),
  );
  return rows.filter((row) => row !== '').join('\n\n');
}

function readValue(control: Control | undefined, isFirst: boolean): string {
  if (!control) return '';
  if (!isFirst || (control instanceof HTMLInputElement && control.type === 'file')) return control.value;
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

function isSent(control: Control, isFirst: boolean): boolean {
  if (!(control instanceof HTMLInputElement) || !/^(?:checkbox|radio)$/.test(control.type)) return true;
  return isFirst ? control.defaultChecked : control.checked;
}
