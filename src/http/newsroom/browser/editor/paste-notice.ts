import { type Change, listWords, summarise } from './left-out.ts';
import { type Act, hideNotice, showNotice } from './notices.ts';
import { make } from './page.ts';

const WHERE_PICTURES_GO = 'Add the file to the picture library, then choose it here under “Hero picture”.';
const LIBRARY: Act = { words: 'Open the picture library', href: '/newsroom/pictures' };

/** Names what a paste left out or changed, with the words of each; `undo` takes the paste back. */
export function showPasteNotice(changes: readonly Change[], undo: (() => void) | null): void {
  hidePasteNotice();
  const hasPicture = changes.some(({ kind }) => kind === 'picture');
  const lines = listWords(changes);
  const list = make('ul', {}, ...lines.map((line) => make('li', {}, line)));
  showNotice(
    'pasted',
    'Not all of what you pasted could come in as it was.',
    `${summarise(changes)}${hasPicture ? ` ${WHERE_PICTURES_GO}` : ''}`,
    [
      ...(undo ? [{ words: 'Undo the paste', act: undo }] : []),
      ...(hasPicture ? [LIBRARY] : []),
      { words: 'Close', act: hidePasteNotice },
    ],
    lines.length > 0 ? [make('details', { open: lines.length < 5 }, make('summary', {}, 'Their words'), list)] : [],
  );
}

/** Says where a picture file goes that was pasted or dropped. */
export function showPictureNotice(): void {
  hidePasteNotice();
  showNotice('pasted', 'A picture or file cannot be put into the text.', WHERE_PICTURES_GO, [
    LIBRARY,
    { words: 'Close', act: hidePasteNotice },
  ]);
}

/** Returns whether it was there. */
export function hidePasteNotice(): boolean {
  return hideNotice('pasted');
}

/** A file dropped beside the text would make the browser leave the page for it. */
export function catchDroppedFiles(): void {
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => isFile(event) && event.preventDefault());
  addEventListener('drop', (event) => {
    if (event.defaultPrevented || !isFile(event)) return;
    event.preventDefault();
    showPictureNotice();
  });
}
