import type { Editor } from '@tiptap/core';
import { find, make, tell } from '#newsroom/browser/editor/page.ts';
import { showFound } from './found.ts';
import { readAddress } from './links.ts';

/** Pixels between the words and the dialog. */
const GAP = 10;
/** Milliseconds without typing before our articles are searched, and the number that is offered. */
const [AFTER, MOST] = [200, 5];

/**
 * Asks for the address of the selected words, or of the link at the cursor; finds our own articles by their words. `addSource` adds the
 * link at the cursor to the sources of the article.
 */
export function askForLink(editor: Editor, addSource: () => void): void {
  const dialog = find<HTMLDialogElement>('link-dialog');
  const address = find<HTMLInputElement>('link-address');
  const trouble = find('link-trouble');
  const isInLink = editor.isActive('link');
  if (editor.state.selection.empty && !isInLink) {
    tell('Select the words first, then add the link.');
    return;
  }
  address.value = isInLink ? String(editor.getAttributes('link').href) : 'https://';
  trouble.textContent = '';
  const form = find<HTMLFormElement>('link-form');
  form.onsubmit = (event) => {
    const act = (event.submitter as HTMLButtonElement | null)?.value;
    if (act === 'cancel') return;
    const href = readAddress(address.value);
    if (act !== 'none' && href === null) {
      event.preventDefault();
      trouble.textContent = 'A link must be an https address.';
      address.focus();
      return;
    }
    const chain = editor.chain().extendMarkRange('link');
    (act !== 'none' && href ? chain.setMark('link', { href }) : chain.unsetMark('link')).run();
    if (act === 'source') addSource();
  };
  const { from, to } = editor.state.selection;
  showFound(editor, [{ from, to }], 0);
  dialog.onclose = () => {
    showFound(editor, [], 0);
    if (!document.activeElement?.matches('input, textarea')) editor.view.focus(); // the find bar may be open already
  };
  const place = () => placeBeside(editor, dialog);
  openSearch(address, place);
  dialog.showModal();
  place();
  address.select();
}

/** Puts the dialog below the words, or above them; where neither fits, to the end of the window that is farther from them. */
function placeBeside({ state, view }: Editor, dialog: HTMLElement): void {
  const [start, end] = [view.coordsAtPos(state.selection.from, 1), view.coordsAtPos(state.selection.to, -1)];
  const height = dialog.offsetHeight;
  const [above, below] = [start.top - GAP - height, end.bottom + GAP];
  const fits = below + height <= innerHeight ? below : above >= 0 ? above : null;
  const top = fits ?? (start.top > innerHeight - end.bottom ? 0 : innerHeight - height);
  const left = Math.min(start.left, document.documentElement.clientWidth - dialog.offsetWidth - GAP);
  dialog.style.top = `${top}px`;
  dialog.style.left = `${Math.max(GAP, left)}px`;
}

/** Lists our articles with these words in them; one click puts the address of one into the field. */
function openSearch(address: HTMLInputElement, changed: () => void): void {
  const words = find<HTMLInputElement>('link-words');
  const list = find('link-articles');
  let timer: ReturnType<typeof setTimeout> | undefined;
  words.value = '';
  list.replaceChildren();
  words.onkeydown = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // Enter searches; it must not set the link
    void search();
  };
  words.oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), AFTER);
  };

  async function search(): Promise<void> {
    clearTimeout(timer);
    const asked = words.value.trim();
    const articles = asked === '' ? [] : await findArticles(asked);
    if (asked !== words.value.trim()) return;
    list.replaceChildren(
      ...articles.map(({ headline, url }) => {
        const take = () => {
          address.value = url;
          address.focus();
        };
        return make('li', {}, make('button', { type: 'button', class: 'plain', click: take }, headline));
      }),
    );
    find('link-count').textContent = asked === '' ? '' : describeCount(articles.length);
    changed();
  }
}

type Found = { headline: string; url: string };

/** Live articles, those with the words in their headline first. */
async function findArticles(words: string): Promise<Found[]> {
  const response = await fetch(`/api/v1/public/articles?${new URLSearchParams({ q: words, limit: '30' })}`).catch(
    () => null,
  );
  const answer = response?.ok ? ((await response.json().catch(() => null)) as { articles?: Found[] } | null) : null;
  const sought = words.toLowerCase().split(/\s+/);
  const missing = ({ headline }: Found) => sought.filter((word) => !headline.toLowerCase().includes(word)).length;
  return (answer?.articles ?? []).toSorted((article, other) => missing(article) - missing(other)).slice(0, MOST);
}

function describeCount(count: number): string {
  return count === 0 ? 'No live article has these words.' : count === 1 ? '1 article' : `${count} articles`;
}
