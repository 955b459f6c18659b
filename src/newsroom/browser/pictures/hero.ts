import type { PictureCard } from '#media/newsroom/picture-card.ts';
import { find, make } from '#newsroom/browser/editor/page.ts';
import { OFFER } from '#newsroom/browser/editor/paste-notice.ts';
import { openPicker, thumbnail } from './picker.ts';
import { openPictureText } from './picture-text.ts';
import { describeUpload, type PictureUpload, picturesIn, titleOf, uploadPicture } from './upload.ts';

/** The data that the server puts into the page: the picture of the article, and the credit this person used last. */
export type HeroData = { picture: PictureCard | null; lastCredit: string };

/**
 * The picture above the headline: upload by button, drop or paste, choice from the library, texts. The writing goes on during
 * an upload. The id is in the hidden field of the form, like every other field of the copy.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the picture and its dialog
export function openHero() {
  const data = JSON.parse(find('hero-data').textContent ?? '') as HeroData;
  const area = find('hero');
  const input = find<HTMLInputElement>('f-heroAssetId');
  const file = find<HTMLInputElement>('hero-file');
  const add = find<HTMLButtonElement>('add-picture');
  const status = find('hero-status');
  const largest = Number(area.dataset.largest);
  let picture: PictureCard | null = null;
  let upload: PictureUpload | null = null;
  let text: ReturnType<typeof openPictureText> | null = null;
  const pick = openPicker((chosen) => {
    stopUpload();
    take(chosen, 'is the picture of this article now');
    add.focus();
  });

  function show(next: PictureCard | null, isNew = false, id = Promise.resolve(next?.id ?? '')): void {
    void text?.flush();
    picture = next;
    text = next
      ? openPictureText(next, {
          lastCredit: data.lastCredit,
          isNew,
          id,
          prefix: 'hero',
          tell,
          changed: (now) => (picture = now),
        })
      : null;
    const remove = make('button', { type: 'button', class: 'plain', id: 'remove-picture', click: takeOff }, 'Remove');
    const inner = next && text ? [thumbnail(next, next.alt), text.element] : [];
    find('hero-picture').replaceChildren(...inner);
    document.getElementById('remove-picture')?.remove();
    if (next) find('choose-picture').after(' ', remove);
    add.textContent = next ? 'Replace picture' : 'Add picture';
    area.classList.toggle('filled', next !== null);
  }

  /** Makes it the picture of the article; the field's event starts the storing of the copy. */
  function take(next: PictureCard | null, words: string, before = picture, isShown = false): void {
    input.value = next?.id ?? '';
    if (isShown) picture = next;
    else show(next, upload !== null);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    tell(next ? `“${next.title}” ${words}.` : words);
    if (before && before.id !== next?.id) offerBack(before);
  }

  /** Another window or a merge wrote the id. */
  async function showWritten(id: string): Promise<void> {
    const next = await read(id);
    if (input.value !== id) return;
    show(next);
    if (!next && id !== '') tell('The picture of this article is not in the library.');
  }

  function offerBack(before: PictureCard): void {
    const act = () => {
      take(before, 'is the picture of this article again');
      add.focus();
    };
    status.append(' ', make('button', { type: 'button', class: 'plain', click: act }, `Put “${before.title}” back`));
  }

  function stopUpload(): void {
    upload?.cancel();
    upload = null;
    find('hero-progress').replaceChildren();
  }

  function takeOff(): void {
    stopUpload();
    take(null, 'The article has no picture now. The library still has the file.');
    add.focus();
  }

  function tell(words: string, isRefusal = false): void {
    status.classList.toggle('trouble', isRefusal);
    status.replaceChildren(words);
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: what may happen during one upload, in its order
  async function send(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    stopUpload();
    const name = chosen.name || 'The picture';
    const before = picture;
    const id = Promise.withResolvers<string>();
    let isShown = false;
    const { words, bar } = showProgress(name);
    const sent = (share: number) => {
      bar.value = share;
      if (share < 1) return;
      bar.removeAttribute('value');
      words.textContent = `Making the sizes of ${name} … `;
    };
    const first = (small: PictureCard['thumbnail']) => {
      if (isShown || upload !== own) return;
      isShown = true;
      words.textContent = `Making the other sizes of ${name} … `;
      show(unfinished(titleOf(name), small), true, id.promise);
      focusText();
    };
    const own = uploadPicture(chosen, largest, { sent, first });
    upload = own;
    const result = await own.done;
    const isAdded = result.state === 'added' && upload === own;
    id.resolve(isAdded ? result.picture.id : '');
    if (upload !== own) return;
    if (isAdded) {
      isShown &&= result.isNew;
      const said = result.isNew ? 'was added' : 'is in the library already, and is used here';
      take(result.picture, said, before, isShown);
      if (!isShown) focusText();
    } else {
      if (isShown) show(before);
      tell(describeUpload(result, name), result.state !== 'cancelled');
      if (hasFocus()) add.focus();
    }
    upload = null;
    find('hero-progress').replaceChildren();
    file.value = '';
  }

  function showProgress(name: string) {
    const bar = make('progress', { max: '1', value: '0', 'aria-label': `Sending ${name}` });
    const words = make('span', {}, `Sending ${name} … `);
    const cancel = make('button', { type: 'button', class: 'plain', click: () => upload?.cancel() }, 'Cancel');
    find('hero-progress').replaceChildren(words, bar, ' ', cancel);
    tell('');
    return { words, bar };
  }

  function hasFocus(): boolean {
    return area.contains(document.activeElement) || document.activeElement === document.body;
  }

  /** Somebody who writes elsewhere is not interrupted. */
  function focusText(): void {
    if (hasFocus()) text?.focus();
  }

  add.addEventListener('click', () => file.click());
  find('choose-picture').addEventListener('click', pick);
  file.addEventListener('change', () => void send(file.files?.[0]));
  area.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('over');
    const [dropped] = picturesIn(event.dataTransfer);
    if (dropped) void send(dropped);
    else tell(`This is no picture file. Drop a ${area.dataset.forms}.`, true);
  });
  area.addEventListener('dragover', () => area.classList.add('over'));
  area.addEventListener('dragleave', () => area.classList.remove('over'));
  document.addEventListener(OFFER, (event) => void send((event as CustomEvent<File>).detail));
  document.addEventListener('paste', (event) => {
    const [pasted] = picturesIn(event.clipboardData);
    if (event.defaultPrevented || !pasted || event.clipboardData?.getData('text/plain')) return;
    if (find('body').contains(event.target as Node)) return; // the body explains it, and offers it
    event.preventDefault();
    void send(pasted);
  });
  input.addEventListener('written', () => {
    if (input.value !== (picture?.id ?? '')) void showWritten(input.value);
  });
  addEventListener('beforeunload', (event) => upload && event.preventDefault());
  addEventListener('pagehide', () => void text?.flush());
  if (data.picture?.id === input.value) show(data.picture);

  return {
    isBusy: () => upload !== null || (text?.isDirty() ?? false),
    /** Waits for the upload and for the texts. */
    finish: async (): Promise<void> => {
      await upload?.done;
      await text?.flush();
    },
  };
}

/** The picture with this id, or null. */
async function read(id: string): Promise<PictureCard | null> {
  if (id === '') return null;
  const response = await fetch(`/newsroom/pictures/${id}/card`, { redirect: 'manual' }).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** A picture that can be shown, and is not in the library yet. */
function unfinished(title: string, thumbnail: PictureCard['thumbnail']): PictureCard {
  return {
    id: '',
    title,
    alt: '',
    credit: '',
    isAiMade: false,
    endsOn: null,
    thumbnail,
    mayDescribe: true,
    mayOpen: false,
  };
}
