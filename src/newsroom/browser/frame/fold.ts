/** Folds the side bar in place, and lets the server know, so that the next page comes folded. */
export function foldAtOnce(): void {
  const form = document.querySelector<HTMLFormElement>('.fold form');
  const button = form?.querySelector('button');
  const words = button?.querySelector('.unseen');
  const frame = document.querySelector('.newsroom');
  if (!form || !button || !words || !frame) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    event.stopPropagation();
    const body = new URLSearchParams({ folded: button.value });
    const isFolded = frame.classList.toggle('folded', button.value === '1');
    button.value = isFolded ? '0' : '1';
    words.textContent = isFolded ? 'Unfold the side bar' : 'Fold the side bar';
    button.title = words.textContent;
    void fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => {}); // the next page comes as before
  });
}
