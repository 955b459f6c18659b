/** The swatch beside a typed colour opens the colour picker of the system. */
export function followSwatches(): void {
  for (const swatch of document.querySelectorAll<HTMLInputElement>('[data-swatch]')) {
    const text = swatch.parentElement?.querySelector<HTMLInputElement>('input[type="text"]');
    if (!text) continue;
    swatch.hidden = false;
    swatch.addEventListener('input', () => {
      text.value = swatch.value;
      text.dispatchEvent(new Event('input', { bubbles: true }));
    });
    text.addEventListener('input', () => {
      if (/^#[0-9a-f]{6}$/i.test(text.value)) swatch.value = text.value;
    });
  }
}
