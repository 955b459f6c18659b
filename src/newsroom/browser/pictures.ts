import type { PictureCard } from '#media/newsroom/picture-card.ts';
import { find, make } from '#newsroom/browser/editor/page.ts';
import { thumbnail } from '#newsroom/browser/pictures/picker.ts';
import { openPictureText } from '#newsroom/browser/pictures/picture-text.ts';
import { describeUpload, picturesIn, uploadPicture } from '#newsroom/browser/pictures/upload.ts';

// The library: several files at once, one after another, each with its progress and then its texts.

const section = find('add-pictures');
const files = find<HTMLInputElement>('files');
const list = find('uploads');
const largest = Number(section.dataset.largest);
let lastCredit = section.dataset.credit ?? '';
let queue: Promise<void> = Promise.resolve();
let waiting = 0;
let count = 0;
const texts: ReturnType<typeof openPictureText>[] = [];

for (const id of ['drop-pictures', 'choose-files']) find(id).hidden = false;
find('choose-files').addEventListener('click', () => files.click());
files.addEventListener('change', () => {
  addAll([...(files.files ?? [])]);
  files.value = '';
});
section.addEventListener('dragover', () => section.classList.add('over'));
section.addEventListener('dragleave', () => section.classList.remove('over'));
addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
addEventListener('drop', (event) => {
  section.classList.remove('over');
  if (!event.dataTransfer?.types.includes('Files') || event.target instanceof HTMLInputElement) return;
  event.preventDefault(); // the browser would leave the page for the file
  addAll([...event.dataTransfer.files]);
});
document.addEventListener('paste', (event) => addAll(picturesIn(event.clipboardData)));
addEventListener('beforeunload', (event) => waiting > 0 && event.preventDefault());
addEventListener('pagehide', () => {
  for (const text of texts) void text.flush();
});

function addAll(chosen: readonly File[]): void {
  for (const file of chosen) {
    const words = make('p', { class: 'result', role: 'status' }, `${file.name} waits.`);
    const item = make('li', {}, words);
    list.append(item);
    waiting++;
    queue = queue.then(() => add(file, item, words));
  }
}

async function add(file: File, item: HTMLElement, words: HTMLElement): Promise<void> {
  const bar = make('progress', { max: '1', value: '0', 'aria-label': `Sending ${file.name}` });
  words.replaceChildren(`Sending ${file.name} … `, bar);
  const { done } = uploadPicture(file, largest, {
    sent: (share) => {
      bar.value = share;
      if (share === 1) words.replaceChildren(`Making the sizes of ${file.name} … `);
    },
    first: (small) => item.replaceChildren(words, make('img', { src: small.src, alt: '' })),
  });
  const result = await done;
  waiting--;
  words.classList.toggle('trouble', result.state !== 'added');
  words.textContent = describeUpload(result, file.name);
  if (result.state === 'added') showAdded(result.picture, result.isNew, item, words);
}

/** Shows the picture with the fields of its texts. */
function showAdded(picture: PictureCard, isNew: boolean, item: HTMLElement, words: HTMLElement): void {
  const changed = ({ credit }: PictureCard) => {
    lastCredit = credit || lastCredit;
  };
  const link = make('a', { href: `/newsroom/pictures/${picture.id}` }, picture.title);
  const tell = (said: string) => words.replaceChildren(link, `: ${said}`);
  const text = openPictureText(picture, {
    lastCredit,
    isNew: true,
    id: Promise.resolve(picture.id),
    prefix: `picture-${++count}`,
    tell,
    changed,
  });
  texts.push(text);
  document.querySelector('.empty-state')?.remove();
  words.replaceChildren(link, isNew ? ' was added.' : ' is in the library already.');
  item.replaceChildren(words, thumbnail(picture, picture.alt), text.element);
}
