/** Says beside the accent colour whether it is legible; the server knows, so that it says the same as after Save. */
export function tellContrast(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('.colour input[type="text"]');
  const output = field?.parentElement?.querySelector('output');
  if (!field || !output) return;
  let asked = '';
  field.addEventListener('input', async () => {
    const colour = field.value.trim().toLowerCase();
    if (colour === asked) return;
    asked = colour;
    if (!/^#[0-9a-f]{6}$/.test(colour)) {
      output.textContent = '';
      return;
    }
    const answer = await fetch(`/newsroom/site/contrast?colour=${encodeURIComponent(colour)}`).catch(() => null);
    if (!answer?.ok || asked !== colour) return;
    const { text, isBad } = (await answer.json()) as { text: string; isBad: boolean };
    output.textContent = text;
    output.classList.toggle('bad', isBad);
  });
}
