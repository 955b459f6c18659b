import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { withDots } from '#html/newsroom/kit/list-line.ts';
import { sign } from '#html/newsroom/kit/sign.ts';
import type { Toast } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

// A list that editors order by hand: the articles of the front page, the parts of a series, what to read next.

export type OrderedLine = {
  id: string;
  headline: string;
  facts: readonly (Html | string)[];
  /** Acts between those that move it and the one that takes it out. */
  acts?: readonly Html[];
  /** What the line opens. */
  more?: Html;
};
/** `path`: the page of the list, below which its forms lead. `removeText`: how the list says that an article leaves. */
type OrderedList = { path: string; removeText: string; lines: readonly OrderedLine[] };

export function orderedList(c: Context, { path, removeText, lines }: OrderedList): Html {
  const last = lines.length - 1;
  const { article, direction } = c.req.query();
  return html`<ol class="lines ordered">${lines.map(({ id, headline, facts, acts = [], more }, place) => {
    const hidden = html`<input type="hidden" name="article" value="${id}">`;
    // The button that was pressed keeps the focus; at the end of the list, the other one gets it.
    const focused = id !== article || !direction ? '' : place === 0 ? 'down' : place === last ? 'up' : direction;
    return html`
<li><div><p class="what"><a href="/newsroom/articles/${id}">${headline}</a></p><p class="facts">${withDots(facts)}</p></div>
<div class="side-facts"><form method="post" action="${path}/move">${hidden}${moveButton({ headline, direction: 'up', isEnd: place === 0, hasFocus: focused === 'up' })}${moveButton({ headline, direction: 'down', isEnd: place === last, hasFocus: focused === 'down' })}</form>
${acts}<form method="post" action="${path}/remove">${hidden}${button({ text: html`${removeText}<span class="unseen"> “${headline}”</span>`, weight: 'quiet' })}</form></div>${more ?? ''}</li>`;
  })}
</ol>`;
}

type Move = { headline: string; direction: 'up' | 'down'; isEnd: boolean; hasFocus: boolean };

function moveButton({ headline, direction, isEnd, hasFocus }: Move): Html {
  if (isEnd) return html`<span class="no-move"></span>`; // keeps its place
  const label = `Move ${direction} “${headline}”`;
  return button({
    text: sign(direction),
    weight: 'quiet',
    name: 'direction',
    value: direction,
    label,
    autofocus: hasFocus,
  });
}

/** The form of a toast that takes an act back: it sends these fields. */
export function undoForm(action: string, fields: Readonly<Record<string, string>>): Html {
  return html`<form method="post" action="${action}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${button({ text: 'Undo', weight: 'plain' })}</form>`;
}

type Place = { lines: readonly { id: string; headline: string }[]; listName: string; undo: (place: string) => Html };

/** The message about the last change of the list, with an undo after an article left it. `undo` draws that form. */
export function orderedToast(c: Context, { lines, listName, undo }: Place): Toast | null {
  const { done, article = '', place: was = '' } = c.req.query();
  const place = lines.findIndex(({ id }) => id === article);
  if (done === 'removed')
    return { text: `The article left ${listName}.`, ...(place < 0 && article !== '' && { undo: undo(was) }) };
  const name = lines[place]?.headline;
  return done && name ? { text: `“${name}” is now number ${place + 1}.` } : null;
}
