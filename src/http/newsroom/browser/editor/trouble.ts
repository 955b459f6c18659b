/** Writes trouble beside the field it is about; the empty word takes it away. */
export function say(
  place: HTMLElement,
  message: string,
  field: Element | null = place.parentElement?.querySelector('input, textarea, select, [contenteditable]') ?? null,
): void {
  const sentence =
    message === '' ? '' : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/^Must/, 'It must');
  if (place.textContent !== sentence) place.textContent = sentence;
  if (message === '') field?.removeAttribute('aria-invalid');
  else field?.setAttribute('aria-invalid', 'true');
}
