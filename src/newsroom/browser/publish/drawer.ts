import { forgetDrafts, restoreDraft } from '#newsroom/browser/forms/drafts.ts';
import { signInHere } from '#newsroom/browser/forms/sign-in.ts';
import { offerCopies } from '#newsroom/browser/kit/copies.ts';
import { typedFields } from '#newsroom/browser/kit/typed-fields.ts';
import { tellZoneTimes } from '#newsroom/browser/kit/zone-times.ts';
import { watchPanel } from './panel.ts';
import { sendTick } from './tick.ts';

// The publish drawer: the same form as on the page of its address, over the page that opened it. Its forms are sent without loading a
// page; where the answer is something else than the drawer (a password is asked for), the form is sent as without a script.

const HEADERS = { 'X-Drawer': 'publish' };

export type DrawerHost = {
  /** The drawer was closed; `isChanged`: something was done in it. */
  closed: (isChanged: boolean) => void;
  /** Something was done. */
  done?: () => void;
  /** The server does not answer; without it, the browser goes to the address. */
  away?: () => void;
  /** Goes to the place of a check; false where the link has to be followed. */
  goTo?: (place: string, figure: string | undefined) => boolean;
};

type Answer = { html: string; isDone: boolean } | 'signed out' | 'away' | 'other';

let isOpening = false;

/** Opens the drawer with what is at `address`. */
export async function openPublishDrawer(address: string, host: DrawerHost): Promise<void> {
  if (isOpening || document.querySelector('dialog.publish-drawer')) return;
  isOpening = true;
  const answer = await ask(address, {}).finally(() => {
    isOpening = false;
  });
  if (answer === 'signed out') {
    if (await signInHere()) await openPublishDrawer(address, host);
    return;
  }
  if (answer === 'away' && host.away) {
    host.away();
    return;
  }
  if (typeof answer === 'string') {
    location.href = address;
    return;
  }
  const opener = document.activeElement;
  const dialog = document.createElement('dialog');
  dialog.className = 'drawer publish-drawer publish-panel';
  dialog.setAttribute('aria-labelledby', 'publish-drawer-title');
  document.body.append(dialog);
  let isChanged = false;
  const show = async ({ html, isDone }: { html: string; isDone: boolean }) => {
    await put(dialog, html);
    if (!isDone) return;
    isChanged = true;
    host.done?.();
  };
  watchPanel(dialog);
  dialog.addEventListener('click', (event) => onClick(event, dialog, host));
  dialog.addEventListener('submit', (event) => {
    if (sendTick(event, dialog)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.target instanceof HTMLFormElement) void send(event.target, dialog, show);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (opener instanceof HTMLElement) opener.focus();
    host.closed(isChanged);
  });
  await show(answer);
}

async function put(dialog: HTMLDialogElement, markup: string): Promise<void> {
  const read = new DOMParser().parseFromString(markup, 'text/html');
  const sheets = [...read.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(sheets.map(loadSheet));
  dialog.replaceChildren(...read.body.childNodes);
  if (!dialog.open) dialog.showModal();
  offerCopies(dialog);
  tellZoneTimes(dialog);
  const { account } = document.body.dataset;
  if (account) for (const field of dialog.querySelectorAll('textarea')) restoreDraft(account, field);
  const first = dialog.querySelector<HTMLElement>('[role="alert"], [autofocus]');
  const title = dialog.querySelector<HTMLElement>('h2');
  title?.setAttribute('tabindex', '-1');
  if (first?.matches('[role="alert"]')) first.setAttribute('tabindex', '-1');
  (first ?? title)?.focus();
}

/** The style sheet of the drawer, on a page that does not have it yet. */
function loadSheet(link: HTMLLinkElement): Promise<void> {
  link.remove();
  const address = link.getAttribute('href') ?? '';
  if (document.querySelector(`link[href="${CSS.escape(address)}"]`)) return Promise.resolve();
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = address;
  return new Promise((loaded) => {
    sheet.addEventListener('load', () => loaded());
    sheet.addEventListener('error', () => loaded());
    document.head.append(sheet);
  });
}

function onClick(event: MouseEvent, dialog: HTMLDialogElement, host: DrawerHost): void {
  if (event.target === dialog) {
    if (isOutside(event, dialog)) dialog.close();
    return;
  }
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest('[data-close]')) {
    event.preventDefault();
    dialog.close();
    return;
  }
  const place = at?.closest<HTMLElement>('[data-place]');
  if (!place || !host.goTo) return;
  event.preventDefault();
  const address = place.getAttribute('href');
  dialog.close();
  if (!host.goTo(place.dataset.place ?? '', place.dataset.figure) && address) location.href = address;
}

/** Whether a click is on what is behind the drawer. */
function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

async function send(
  form: HTMLFormElement,
  dialog: HTMLDialogElement,
  show: (answer: { html: string; isDone: boolean }) => Promise<void>,
): Promise<void> {
  if (dialog.hasAttribute('aria-busy')) return;
  dialog.setAttribute('aria-busy', 'true');
  const answer = await ask(form.action, { method: 'POST', body: typedFields(form) });
  dialog.removeAttribute('aria-busy');
  if (answer === 'signed out') {
    if (await signInHere()) await send(form, dialog, show);
    return;
  }
  if (answer === 'away') {
    tell(dialog, 'The server did not answer. Look at the article before you try again: it may have been done.');
    return;
  }
  if (answer === 'other') {
    form.submit();
    return;
  }
  const { account } = document.body.dataset;
  if (answer.isDone && account) forgetDrafts(account, form);
  await show(answer);
}

function tell(dialog: HTMLDialogElement, words: string): void {
  dialog.querySelector('.not-sent')?.remove();
  const note = document.createElement('p');
  note.className = 'refusal not-sent';
  note.setAttribute('role', 'alert');
  note.textContent = words;
  dialog.querySelector('.inner')?.prepend(note);
}

async function ask(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, {
    ...init,
    headers: HEADERS,
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null);
  if (!response || response.status >= 500) return 'away';
  if (response.type === 'opaqueredirect' || response.status === 401) return 'signed out';
  const kind = response.headers.get('X-Drawer');
  if (kind === null) return 'other';
  return { html: await response.text(), isDone: kind === 'done' };
}
