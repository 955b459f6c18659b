// Sets the focal point by a click on the picture; without the script, the two number fields do the same.

const frame = document.querySelector<HTMLElement>('.focal');
const across = document.querySelector<HTMLInputElement>('#focalX');
const down = document.querySelector<HTMLInputElement>('#focalY');

if (frame && across && down) {
  frame.classList.add('live');
  frame.addEventListener('click', (event) => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    across.value = String(hundredth((event.clientX - left) / width));
    down.value = String(hundredth((event.clientY - top) / height));
    show(across, down);
  });
  for (const field of [across, down]) field.addEventListener('input', () => show(across, down));
}

function hundredth(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/** Moves the marker and the cropped samples to the position in the fields. */
function show(x: HTMLInputElement, y: HTMLInputElement): void {
  if (!x.validity.valid || !y.validity.valid) return;
  for (const element of document.querySelectorAll<HTMLElement>('.point, .cuts img')) {
    element.style.setProperty('--focus-x', `${Number(x.value)}%`);
    element.style.setProperty('--focus-y', `${Number(y.value)}%`);
  }
}
