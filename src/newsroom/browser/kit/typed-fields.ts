/** The fields of a form as its page would send them, without files. */
export function typedFields(form: HTMLFormElement, submitter: HTMLElement | null = null): URLSearchParams {
  return new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, `${value}`]));
}
