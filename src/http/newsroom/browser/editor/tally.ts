import type { Editor } from '@tiptap/core';
import { countWords } from './body.ts';
import { find } from './page.ts';
import { say } from './trouble.ts';

/** Writes the number of words above the text. */
export function tally(editor: Editor): void {
  const words = countWords(editor);
  find('words').textContent = `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`;
  if (words > 0) say(find('bodyBlocks-trouble'), '', null);
}
