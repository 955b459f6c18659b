import type { ServerCopy } from '#editorial/write/working-copy.ts';

/** The data that the server puts into the page for the script. */
export type EditorPage = {
  articleId: string;
  editorId: string;
  /** The number of the latest revision. */
  latest: number;
  /** The length that the assignment asks for, in words. */
  askedWords: number | null;
  /** The working copy of this member, or the latest revision. */
  server: ServerCopy;
};

/** The element with this id. @throws Error when the page has none */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Says what was just done, beside the save state, for ten seconds. */
export function tell(words: string): void {
  const place = find('told');
  place.textContent = words;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    place.textContent = '';
  }, 10_000);
}

type Props = Record<string, string | boolean | ((event: Event) => void)>;

/** Creates an element. Functions in `props` become event listeners, everything else attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  props: Props = {},
  ...inner: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (typeof value === 'string') element.setAttribute(key, value);
    else element.toggleAttribute(key, value);
  }
  element.append(...inner);
  return element;
}

/** Shows an error beside its field; an empty message removes it. */
export function showFieldError(
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

// Notices above the text, at most one of each kind.

type Kind =
  | 'away'
  | 'signed out'
  | 'moved'
  | 'merged'
  | 'refused'
  | 'found'
  | 'twice'
  | 'elsewhere'
  | 'more'
  | 'replaced'
  | 'pasted';
export type NoticeAction = { words: string; href?: string; act?: () => void };

export function showNotice(
  kind: Kind,
  title: string,
  words: string,
  { acts = [], more = [] }: { acts?: readonly NoticeAction[]; more?: readonly HTMLElement[] } = {},
): void {
  const place = find('notices');
  const before = place.querySelector(`[data-kind="${kind}"]`);
  const text = `${title} ${words}`;
  if (before?.getAttribute('data-told') === text) return;
  const notice = make(
    'div',
    { class: 'refusal notice', role: 'alert', 'data-kind': kind, 'data-told': text },
    make('p', {}, make('strong', {}, title)),
    make('p', {}, words),
    ...more,
    ...(acts.length > 0 ? [make('p', { class: 'acts' }, ...acts.map(actOf))] : []),
  );
  if (before) before.replaceWith(notice);
  else place.append(notice);
}

/** Removes these notices; returns whether there was one. */
export function hideNotice(...kinds: Kind[]): boolean {
  const shown = kinds.map((kind) => find('notices').querySelector(`[data-kind="${kind}"]`));
  for (const notice of shown) notice?.remove();
  return shown.some((notice) => notice !== null);
}

function actOf({ words, href, act }: NoticeAction): HTMLElement {
  if (href) return make('a', { class: 'button', href, target: '_blank', rel: 'noopener' }, words);
  return make('button', { type: 'button', class: 'plain', click: () => act?.() }, words);
}
