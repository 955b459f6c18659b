/** Milliseconds between two looks at a send that goes on. */
const LOOK_EVERY = 2000;

/** Renews the report of a send that goes on. */
export function followSend(): void {
  const report = document.getElementById('send-report');
  if (report?.dataset.live !== undefined) window.setInterval(() => void renew(report), LOOK_EVERY);
}

/** Replaces the progress of the send by that of a fresh page; when the send has ended, the whole page. */
async function renew(shown: HTMLElement): Promise<void> {
  if (document.hidden) return;
  const response = await fetch(location.pathname).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.getElementById('send-report');
  if (!next) return;
  if (next.dataset.live === undefined) return location.assign(location.pathname);
  if (next.innerHTML === shown.innerHTML) return;
  const { tenths } = next.dataset;
  shown.replaceChildren(...document.adoptNode(next).childNodes);
  if (tenths === shown.dataset.tenths) return;
  // Screen readers tell every tenth of the send, not every change.
  shown.dataset.tenths = tenths;
  const notice = document.getElementById('send-told');
  if (notice) notice.textContent = shown.querySelector('.progress')?.textContent ?? '';
}
