import type { ServerCopy } from '../../../../article/write/working-copy.ts';

/** What the server puts into the page for the editor to begin with. */
export type EditorPage = {
  articleId: string;
  editorId: string;
  /** The number of the latest revision. */
  latest: number;
  /** What the server holds for this person in this article. */
  server: ServerCopy;
};

/** What stands in an element with an id; the page was printed with all of them. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

type Props = Record<string, string | boolean | ((event: Event) => void)>;

/** An element: words as text, functions as what is done on an event, all else as attributes. */
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
