import type { Page } from 'playwright-core';

/** Counts what a person does on a page, and the pages that are loaded. */
export function countActs(page: Page) {
  let [clicks, keys, loads, acts] = [0, 0, 0, 0];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) loads++;
  });
  return {
    start: () => {
      [clicks, keys, loads, acts] = [0, 0, 0, 0];
    },
    click: async (place: { click: () => Promise<void> }) => {
      await place.click();
      clicks++;
      acts++;
    },
    press: async (on: Page, key: string) => {
      await on.keyboard.press(key);
      keys++;
      acts++;
    },
    /** Typing a word or a sentence, choosing a time. */
    act: () => acts++,
    acts: () => acts,
    all: () => ({ clicks, keys, loads }),
    words: () => `${clicks} clicks, ${keys} keys, ${loads} loads`,
  };
}
