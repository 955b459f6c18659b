import { html, raw } from 'hono/html';
import type { BodyBlock } from '#article/copy.ts';
import { linkHere } from '#article/own-host.ts';
import { wallTime } from '#core/wall-time.ts';
import type { MarkedInline } from './figure-marks.ts';
import { blocksWithText, listCounters, listItems, readInline } from './inline.ts';

/** Markup whose every value is escaped. */
export type Html = ReturnType<typeof html>;

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The `dir` attribute of an element with this text: the browser looks at its first letter. Text without such letters needs none. */
export function direction(text: string): Html | string {
  return RIGHT_TO_LEFT.test(text) ? raw(' dir="auto"') : '';
}

/** Text within a sentence of ours. Its letters must not change the order of the sentence. */
export function isolated(text: string): Html | string {
  return RIGHT_TO_LEFT.test(text) ? html`<bdi>${text}</bdi>` : text;
}

/** Body text as HTML. */
export function inlineHtml(text: string): Html {
  return partsHtml(readInline(text));
}

/** Inline parts as HTML; `figureHtml` renders a settled number. */
export function partsHtml(
  read: readonly MarkedInline[],
  figureHtml: (text: string, line: number) => Html = (text) => html`${text}`,
): Html {
  const parts = read.map((part): Html => {
    switch (part.kind) {
      case 'text':
        return html`${part.text}`;
      case 'figure':
        return figureHtml(part.text, part.line);
      case 'code':
        return html`<code>${part.text}</code>`;
      case 'open':
        return part.mark === 'link' ? html`<a href="${linkHere(part.href)}">` : raw(`<${part.mark}>`);
      case 'close':
        return raw(part.mark === 'link' ? '</a>' : `</${part.mark}>`);
    }
  });
  return html`${parts}`;
}

/** A block of body copy as HTML; `inline` renders its text, `anchor` is the id of its element. */
export function blockHtml(block: BodyBlock, inline: (text: string) => Html = inlineHtml, anchor?: string): Html {
  const attributes = html`${anchor === undefined ? '' : html` id="${anchor}"`}${direction(block.text)}`;
  switch (block.type) {
    case 'paragraph':
      return html`<p${attributes}>${inline(block.text)}</p>\n`;
    case 'heading':
      return html`<h2${attributes}>${inline(block.text)}</h2>\n`;
    case 'subheading':
      return html`<h3${attributes}>${inline(block.text)}</h3>\n`;
    case 'quote':
      return html`<blockquote${attributes}><p>${inline(block.text)}</p></blockquote>\n`;
    case 'list':
      return listHtml(block.text, inline, attributes);
  }
}

function listHtml(text: string, inline: (text: string) => Html, attributes: Html): Html {
  const { ordered, items, numbers } = listItems(text);
  if (!ordered) return html`<ul${attributes}>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>\n`;
  const { start, values } = listCounters(numbers);
  return html`<ol${attributes}${numberAttribute('start', start)}>${items.map((item, at) => html`<li${numberAttribute('value', values[at])}>${inline(item)}</li>`)}</ol>\n`;
}

/** The `start` or `value` of an ordered list; empty without a number. */
export function numberAttribute(name: 'start' | 'value', number: number | null | undefined): Html | '' {
  return number == null ? '' : html` ${name}="${number}"`;
}

/** The body of an article, without blank blocks; `inline` renders its text. */
export function bodyHtml(blocks: BodyBlock[], inline: (text: string) => Html = inlineHtml): Html {
  return html`${blocksWithText(blocks).map((block) => blockHtml(block, inline))}`;
}

/** Resolves markup to a string. */
export async function printHtml(markup: Html): Promise<string> {
  return String(await markup);
}

/** JSON that is safe inside a script element. */
export function scriptJson(value: unknown): Html {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return raw(json);
}

/** Written out, because the first use of `Intl` loads its data, which takes 25 ms of a start. */
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** A time by the clocks of an IANA time zone, as a date whose UTC parts are the local ones. */
function dateIn(at: string, zone: string): Date {
  return new Date(zone === 'UTC' || at.length === 10 ? at : `${wallTime(Date.parse(at), zone)}:00.000Z`);
}

/** A long date: `6 September 2026`. Without a time, `at` is that day in every zone. */
export function longDate(at: string, zone = 'UTC'): string {
  return `${dateIn(at, zone).getUTCDate()} ${monthOf(at, zone)}`;
}

/** A short date for lists: `6 Sep 2026`. */
export function shortDate(at: string, zone = 'UTC'): string {
  const [day, month = '', year] = longDate(at, zone).split(' ');
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** A day for stories of one page: `6 Sep`, with the year only where it is not that of the newest story. */
export function dayAndMonth(at: string, { timeZone, newest }: { timeZone: string; newest: string }): string {
  const date = shortDate(at, timeZone);
  const year = newest === '' ? '' : ` ${dateIn(newest, timeZone).getUTCFullYear()}`;
  return year !== '' && date.endsWith(year) ? date.slice(0, -year.length) : date;
}

/** The month of a date: `September 2026`. */
export function monthOf(at: string, zone = 'UTC'): string {
  const date = dateIn(at, zone);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The day of the week: `Monday`. */
export function weekday(at: string, zone = 'UTC'): string {
  return WEEKDAYS[dateIn(at, zone).getUTCDay()] ?? '';
}
