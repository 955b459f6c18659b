// Help at ? and at its link: the section of the handbook about this page, in a panel beside it. Without this script the link leads to
// the handbook.

/** Opens the panel at the links to the help of this page, and at ? outside of fields and other dialogs. */
export function listenForHelp(): void {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(':is(.side-tools, .page-head) a[href^="/newsroom/help#"]'),
  ];
  const [link] = links;
  if (!link || location.pathname === '/newsroom/help') return;
  for (const anchor of links)
    anchor.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      document.querySelector<HTMLElement>('.side-bar:popover-open')?.hidePopover();
      void open(anchor);
    });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]')) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    void open(link);
  });
}

async function open(link: HTMLAnchorElement): Promise<void> {
  const [, anchor = ''] = link.href.split('#');
  const answer = await fetch(`/newsroom/help/section?of=${encodeURIComponent(anchor)}`).catch(() => null);
  if (!answer?.ok) return location.assign(link.href);
  const read = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const before = document.activeElement;
  const panel = document.createElement('dialog');
  panel.id = 'help-panel';
  panel.setAttribute('aria-label', 'Help');
  panel.innerHTML = `<form method="dialog"><button class="btn quiet" autofocus>Close</button></form>`;
  panel.append(...read.body.childNodes);
  const keys = document.querySelector('#keys dl');
  if (keys) panel.append(heading('Keys of this page'), keys.cloneNode(true));
  const all = document.createElement('p');
  all.append(Object.assign(document.createElement('a'), { href: link.href, textContent: 'Open the handbook' }));
  panel.append(all);
  panel.addEventListener('click', ({ target }) => {
    if (target === panel) panel.close(); // beside it
  });
  panel.addEventListener('close', () => {
    panel.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(panel);
  panel.showModal();
}

function heading(words: string): HTMLElement {
  return Object.assign(document.createElement('h3'), { textContent: words });
}
