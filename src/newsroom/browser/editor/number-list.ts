import type { Editor } from '@tiptap/core';
import { FIELD_LABELS } from '#article/article-fields.ts';
import { listNumbers, type TypedNumber } from './number-marks.ts';
import { find, make } from './page.ts';
import type { Panel } from './panel.ts';

// *Numbers* in the panel: how many are settled, and all of them in their words. Each leads to its card.

const STATES: Record<string, string> = {
  open: 'open',
  again: 'check again',
  proposed: 'proposed: Enter confirms',
  settled: 'settled',
};
/** Characters of the sentence that are shown on each side of a number. */
const AROUND = 28;

/** An open number outside of the body, such as in the dek or in a correction note. */
export type NumberElsewhere = { figure: string; text: string; state: string; field: string };
export type NumbersRead = { figures: TypedNumber[]; open: number; all: number; elsewhere: NumberElsewhere[] };

export type NumberList = {
  show: (read: NumbersRead) => void;
  /** The other places that state the same number, each with a button. Null if no other place states it. */
  sameAs: (figure: string) => HTMLElement | null;
};

export function openNumberList(editor: Editor, panel: Panel, choose: (figure: string) => void): NumberList {
  const part = find('panel-numbers');
  let last: NumbersRead = { figures: [], open: 0, all: 0, elsewhere: [] };

  function draw(): void {
    const { figures, open, all, elsewhere } = last;
    const settled = all - open;
    const counts = all === 0 ? '' : `${settled}/${all}`;
    panel.count('numbers', counts);
    for (const place of document.querySelectorAll('[data-numbers]')) place.textContent = counts;
    if (panel.open() !== 'numbers') return;
    const states = new Map(listNumbers(editor.state).map((number) => [number.figure, number]));
    const items = figures.map((figure) => item(figure, around(states.get(figure.figure)), choose));
    const others = elsewhere.map((figure) => item(figure, labelOf(figure), choose));
    part.replaceChildren(
      make(
        'p',
        { class: 'meter-words' },
        make('strong', {}, all === 0 ? 'No number in the text' : `${settled} of ${all} settled`),
      ),
      make('progress', { max: String(Math.max(1, all)), value: String(settled), 'aria-label': 'Numbers settled' }),
      make('ul', { class: 'number-list' }, ...items, ...others),
      make(
        'p',
        { class: 'hint' },
        make(
          'a',
          { href: `/newsroom/articles/${find('panel').dataset.article ?? ''}/figures`, target: '_blank' },
          'The whole ledger, to read and print',
        ),
      ),
    );
  }

  function around(place: { from: number; to: number } | undefined): string {
    if (!place) return '';
    const { doc } = editor.state;
    const block = doc.resolve(place.from);
    const [start, end] = [block.start(), block.end()];
    const before = doc.textBetween(Math.max(start, place.from - AROUND), place.from, ' ');
    const after = doc.textBetween(place.to, Math.min(end, place.to + AROUND), ' ');
    return `… ${before}${doc.textBetween(place.from, place.to)}${after} …`;
  }

  panel.whenShown('numbers', draw);
  return {
    show: (read) => {
      last = read;
      draw();
    },
    sameAs: (figure) => {
      const own =
        last.figures.find((number) => number.figure === figure) ??
        last.elsewhere.find((number) => number.figure === figure);
      if (!own) return null;
      const all: (TypedNumber | NumberElsewhere)[] = [...last.figures, ...last.elsewhere];
      const same = all.filter((number) => number.text === own.text && number.figure !== figure);
      if (same.length === 0) return null;
      const places = new Map(listNumbers(editor.state).map((number) => [number.figure, number]));
      return make(
        'div',
        { class: 'same' },
        make('p', { class: 'hint' }, `“${own.text}” is also here:`),
        make(
          'ul',
          { class: 'number-list' },
          ...same.map((number) => item(number, around(places.get(number.figure)) || labelOf(number), choose)),
        ),
      );
    },
  };
}

function item(
  { figure, text, state }: TypedNumber | NumberElsewhere,
  words: string,
  choose: (figure: string) => void,
): HTMLElement {
  return make(
    'li',
    { class: `is-${state}` },
    make(
      'button',
      { type: 'button', class: 'plain', click: () => choose(figure) },
      make('span', { class: 'dot', 'aria-hidden': 'true' }),
      make(
        'span',
        {},
        make('b', {}, text),
        make('small', {}, words),
        make('small', { class: 'state-words' }, STATES[state] ?? state),
      ),
    ),
  );
}

function labelOf(number: TypedNumber | NumberElsewhere): string {
  return 'field' in number ? (FIELD_LABELS[number.field] ?? 'Another field') : '';
}
