import type { PictureCard } from '#media/newsroom/picture-card.ts';
import { find, make } from '#newsroom/browser/editor/page.ts';

type Found = { pictures: PictureCard[]; nextCursor: string | null };

/** Milliseconds without typing before the search starts. */
const SEARCH_AFTER = 250;

/** The dialog to choose a picture of the library. Returns the function that opens it. */
export function openPicker(choose: (picture: PictureCard) => void): () => void {
  const dialog = find<HTMLDialogElement>('picture-dialog');
  const words = find<HTMLInputElement>('picture-words');
  const list = find('picture-list');
  const more = find<HTMLButtonElement>('picture-more');
  let cursor: string | null = null;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(isMore: boolean): Promise<void> {
    const own = ++asked;
    const page = await search(words.value.trim(), isMore ? cursor : null);
    if (own !== asked) return; // a later search has started
    if (!page) {
      find('picture-count').textContent = 'The server does not answer. Try again.';
      return;
    }
    cursor = page.nextCursor;
    more.hidden = cursor === null;
    const items = page.pictures.map((picture) => make('li', {}, tile(picture)));
    if (isMore) list.append(...items);
    else list.replaceChildren(...items);
    if (isMore) items[0]?.querySelector('button')?.focus();
    find('picture-count').textContent = countOf(list.childElementCount, cursor !== null, words.value.trim() !== '');
  }

  function tile(picture: PictureCard): HTMLElement {
    const { title, credit, alt, endsOn } = picture;
    const flags = [...(alt === '' ? ['no description yet'] : []), ...(endsOn === null ? [] : [`until ${endsOn}`])];
    return make(
      'button',
      {
        type: 'button',
        class: 'tile',
        click: () => {
          dialog.close();
          choose(picture);
        },
      },
      thumbnail(picture, ''),
      make('span', { class: 'tile-title' }, title),
      make('span', { class: 'hint' }, [credit, ...flags].filter((fact) => fact !== '').join(' · ')),
    );
  }

  words.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(false), SEARCH_AFTER);
  });
  more.addEventListener('click', () => void load(true));
  find('picture-close').addEventListener('click', () => dialog.close());
  return () => {
    dialog.showModal();
    words.focus();
    void load(false);
  };
}

function countOf(shown: number, hasMore: boolean, isSearch: boolean): string {
  if (shown === 0) return isSearch ? 'No picture has these words.' : 'The library has no picture yet.';
  return `${shown} ${shown === 1 ? 'picture' : 'pictures'}${hasMore ? ', and there are more' : ''}`;
}

export function thumbnail({ thumbnail: { src, width, height } }: PictureCard, alt: string): HTMLImageElement {
  return make('img', { src, alt, width: String(width), height: String(height), loading: 'lazy', decoding: 'async' });
}

async function search(q: string, cursor: string | null): Promise<Found | null> {
  const query = new URLSearchParams({ ...(q && { q }), ...(cursor !== null && { cursor }) });
  const response = await fetch(`/newsroom/pictures/search?${query}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null);
  return response?.ok ? ((await response.json().catch(() => null)) as Found | null) : null;
}
