// The blocks of the intro: empty ones come when they are asked for, and buttons write the signs around the selected words.

const SIGNS: Record<string, readonly [before: string, after: string]> = {
  strong: ['**', '**'],
  emphasis: ['*', '*'],
};

export function editIntro(): void {
  const add = document.querySelector<HTMLButtonElement>('[data-add-block]');
  const spare = [...document.querySelectorAll<HTMLElement>('.block[data-spare]')];
  for (const block of spare) block.hidden = !block.querySelector('textarea')?.value;
  if (add) {
    const left = () => spare.filter(({ hidden }) => hidden);
    add.hidden = left().length === 0;
    add.addEventListener('click', () => {
      const [next] = left();
      if (!next) return;
      next.hidden = false;
      next.querySelector('textarea')?.focus();
      add.hidden = left().length === 0;
    });
  }
  for (const marks of document.querySelectorAll<HTMLElement>('[data-marks]')) {
    const area = document.getElementById(marks.dataset.marks ?? '');
    if (!(area instanceof HTMLTextAreaElement)) continue;
    marks.hidden = false;
    for (const button of marks.querySelectorAll<HTMLButtonElement>('[data-mark]'))
      button.addEventListener('click', () => mark(area, button.dataset.mark ?? ''));
  }
}

/** Marks the selected words; a link asks for its address by selecting the place where it is written. */
function mark(area: HTMLTextAreaElement, kind: string): void {
  const { selectionStart: from, selectionEnd: to, value } = area;
  const words = value.slice(from, to) || (kind === 'link' ? 'words' : '');
  const [before, after] = SIGNS[kind] ?? ['[', '](https://)'];
  area.focus();
  area.setRangeText(`${before}${words}${after}`, from, to);
  if (kind === 'link') {
    const end = from + before.length + words.length + after.length - 1;
    area.setSelectionRange(end - 'https://'.length, end);
  } else area.setSelectionRange(from + before.length, from + before.length + words.length);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
