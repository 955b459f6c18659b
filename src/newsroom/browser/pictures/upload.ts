import type { PictureCard, UploadLine } from '#media/newsroom/picture-card.ts';

// Sends picture files to the library, with progress. Never throws: every outcome is a result.

export type UploadResult =
  | { state: 'added'; picture: PictureCard; isNew: boolean }
  | { state: 'refused'; error: string; hint: string }
  | { state: 'signed out' }
  | { state: 'away' }
  | { state: 'cancelled' };

export type PictureUpload = { done: Promise<UploadResult>; cancel: () => void };

type Progress = {
  /** The share that was sent, from 0 to 1. */
  sent: (share: number) => void;
  /** The smallest size can be shown; the server still makes the others. */
  first: (thumbnail: PictureCard['thumbnail']) => void;
};

export function uploadPicture(file: File, largest: number, { sent, first }: Progress): PictureUpload {
  if (file.size > largest) return { done: Promise.resolve(tooLarge(largest)), cancel: () => {} };
  const request = new XMLHttpRequest(); // fetch does not report the progress of an upload
  const { promise, resolve } = Promise.withResolvers<UploadResult>();
  request.upload.addEventListener('progress', ({ loaded, total }) => sent(total > 0 ? loaded / total : 0));
  request.addEventListener('progress', () => {
    const [line] = linesOf(request.responseText);
    if (line && 'first' in line) first(line.first);
  });
  request.addEventListener('load', () => resolve(resultOf(request)));
  request.addEventListener('error', () => resolve({ state: 'away' }));
  request.addEventListener('abort', () => resolve({ state: 'cancelled' }));
  const form = new FormData();
  form.append('title', titleOf(file.name));
  form.append('file', file);
  request.open('POST', '/newsroom/pictures/upload');
  request.send(form);
  return { done: promise, cancel: () => request.abort() };
}

function resultOf({ status, responseText, responseURL }: XMLHttpRequest): UploadResult {
  if (responseURL.includes('/newsroom/sign-in') || status === 401) return { state: 'signed out' };
  const last = linesOf(responseText).at(-1);
  if (last && 'picture' in last) return { state: 'added', ...last };
  if (last && 'refused' in last) return { state: 'refused', ...last.refused };
  if (last && 'error' in last && typeof last.error === 'string')
    return { state: 'refused', error: last.error, hint: 'hint' in last ? String(last.hint) : '' };
  return { state: 'away' };
}

/** The whole lines of a response so far; an error response is one line of JSON. */
function linesOf(text: string): (UploadLine | { error: string })[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      return []; // not a whole line yet, or a page
    }
  });
}

function tooLarge(largest: number): UploadResult {
  return {
    state: 'refused',
    error: `The file is larger than ${largest / 1024 / 1024} MB.`,
    hint: 'Save it with fewer pixels, or as a JPEG of a lower quality, and choose it again.',
  };
}

/** An outcome as text for people; empty for a picture that was added. */
export function describeUpload(result: UploadResult, name: string): string {
  switch (result.state) {
    case 'added':
      return '';
    case 'refused':
      return `${name}: ${result.error} ${result.hint}`;
    case 'signed out':
      return `${name} was not sent, because you are signed out. Sign in in another tab, then add it again.`;
    case 'away':
      return `${name} was not sent: the server does not answer. Add it again.`;
    case 'cancelled':
      return `${name} was not added.`;
  }
}

/** A title from the name of a file: `slab_robot-01.JPG` becomes `slab robot 01`. */
export function titleOf(name: string): string {
  const words = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/\p{C}+/gu, ' ')
    .replace(/[\s_-]+/g, ' ')
    .trim();
  const isUseful = words !== '' && words.toLowerCase() !== 'image'; // browsers name every pasted picture image.png
  return isUseful ? [...words].slice(0, 200).join('') : 'Pasted picture';
}

/** The picture files of a paste or a drop. */
export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(
    ({ type, name }) => type.startsWith('image/') || /\.(?:heic|heif)$/i.test(name),
  );
}
