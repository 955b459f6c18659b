import { countOn, listCounters } from '#html/inline.ts';
import type { PasteChange } from './paste-notice.ts';

// Lists in pasted HTML: items, their order and their numbers.

export type PasteTag = 'p' | 'h2' | 'h3' | 'blockquote' | 'ul' | 'ol';
/** A line of text; `list` tells one list from the next, `label` is the number that an item had in the source. */
export type PasteLine = { tag: PasteTag; html: string; list: number | string | null; label: string | null };
/** A list being read; `next` is the number of the item being read. */
export type PasteList = {
  id: number | string;
  tag: 'ul' | 'ol';
  next: string | null;
  last: number;
  /** -1 in a list that counts down. */
  step: 1 | -1;
  style: 'number' | 'letter' | 'numeral';
  isNested: boolean;
};

let made = 0;

/** The list of an element. A nested list continues the outer one, as does a list that Slack only indents. */
export function openList(
  element: Element,
  style: string,
  { outer, before, changes }: { outer: PasteList | null; before: PasteLine | undefined; changes: PasteChange[] },
): PasteList {
  if (outer) {
    flatten(outer, changes);
    return { ...outer, next: null, last: Number.NaN };
  }
  const isFurtherIn = Number(element.getAttribute('data-indent')) > 0;
  if (isFurtherIn && before?.list && (before.tag === 'ul' || before.tag === 'ol')) {
    changes.push({ kind: 'nested', words: '' });
    return { id: before.list, tag: before.tag, next: null, last: Number.NaN, step: 1, style: 'number', isNested: true };
  }
  const step = element.hasAttribute('reversed') ? -1 : 1;
  const type = element.getAttribute('type') ?? /list-style(?:-type)?:[^;]*?(alpha|roman|latin)/i.exec(style)?.[1] ?? '';
  return {
    id: ++made,
    tag: element.nodeName === 'OL' ? 'ol' : 'ul',
    next: null,
    last: Number(element.getAttribute('start') ?? (step === 1 ? 1 : element.children.length)) - step,
    step,
    style: /^(?:a|alpha|latin)$/i.test(type) ? 'letter' : /^(?:i|roman)$/i.test(type) ? 'numeral' : 'number',
    isNested: false,
  };
}

function flatten(list: PasteList, changes: PasteChange[]): void {
  if (!list.isNested) changes.push({ kind: 'nested', words: '' });
  list.isNested = true;
}

/** The number of an item as shown in the source; null when it is not known. */
export function itemNumber(item: Element, list: PasteList): string | null {
  if (list.tag !== 'ol' || Number.isNaN(list.last)) return null;
  list.last = Number(item.getAttribute('value') ?? list.last + list.step);
  if (list.style === 'number') return String(list.last);
  return list.style === 'letter' ? `letter ${String.fromCharCode(96 + list.last)}` : `numeral ${list.last}`;
}

type Marker = { text: string; kind: 'bullet' | 'number' | 'words' };

/** The bullet or number that Word writes before an item, or null. */
export function readMarker(element: Element): Marker | null {
  if (!/^(?:P|H[1-6])$/.test(element.nodeName)) return null;
  const marker = element.querySelector('[data-style*="mso-list:ignore" i], [data-style*="mso-list: ignore" i]');
  const text = (marker?.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  const isOrdered = /^\(?(?:\d{1,3}|[a-z]|[ivxlcdm]{1,7})[.)]$/i.test(text);
  const isBullet = /^(?:[^\p{L}\p{N}]+|[o§Øüvwnqà])$/u.test(text);
  return { text, kind: isOrdered ? 'number' : isBullet ? 'bullet' : 'words' };
}

/** The Word list that a paragraph belongs to; null when it belongs to none. */
export function wordList(
  element: Element,
  style: string,
  { marker, known, changes }: { marker: Marker | null; known: Map<string, PasteList>; changes: PasteChange[] },
): PasteList | null {
  const [, name, level = '1'] = /mso-list:\s*(l\d+)(?:\s+level(\d+))?/i.exec(style) ?? [];
  if (name === undefined && !marker) return null;
  const id = name === undefined ? `class ${element.className}` : `${name} ${/lfo\d+/i.exec(style)?.[0] ?? ''}`;
  const list = known.get(id) ?? {
    id,
    tag: marker?.kind === 'number' ? 'ol' : 'ul',
    next: null,
    last: 0,
    step: 1,
    style: 'number',
    isNested: false,
  };
  known.set(id, list);
  if (level !== '1') flatten(list, changes);
  list.next = marker?.kind === 'number' ? marker.text.replace(/[.)(]/g, '') : null;
  return list;
}

/** The lines as HTML. Adjacent items form one list, with the numbers of the source. Reports a list whose numbers changed. */
export function printLines(lines: readonly PasteLine[], changes: PasteChange[]): string {
  let html = '';
  for (let at = 0; at < lines.length; at++) {
    const { tag, html: inner, list } = lines[at] as PasteLine;
    const items = [lines[at] as PasteLine];
    if (tag === 'ul' || tag === 'ol') while (isSame(lines[at + 1], { tag, list })) items.push(lines[++at] as PasteLine);
    html += tag === 'ul' || tag === 'ol' ? printList(tag, items, changes) : `<${tag}>${inner}</${tag}>`;
  }
  return html;
}

function printList(tag: 'ul' | 'ol', items: readonly PasteLine[], changes: PasteChange[]): string {
  const read: number[] = [];
  for (const item of items) read.push(numberOf(item) ?? (read.at(-1) ?? 0) + 1);
  const numbers = countOn(read);
  const at = items.findIndex(({ label }, place) => label !== null && label !== String(numbers[place]));
  if (tag === 'ol' && at >= 0)
    changes.push({
      kind: 'numbering',
      words: `“${plain(items[at]?.html ?? '')}” was ${items[at]?.label}, is ${numbers[at]}`,
    });
  const { start, values } = listCounters(numbers);
  const attribute = (name: string, number: number | null | undefined) => (number == null ? '' : ` ${name}="${number}"`);
  const lines = items.map(({ html }, place) => `<li${attribute('value', values[place])}>${html}</li>`);
  return `<${tag}${attribute('start', start)}>${lines.join('')}</${tag}>`;
}

function numberOf({ tag, label }: PasteLine): number | null {
  return tag === 'ol' && /^\d{1,3}$/.test(label ?? '') ? Number(label) : null;
}

function isSame(line: PasteLine | undefined, { tag, list }: Pick<PasteLine, 'tag' | 'list'>): boolean {
  return line?.tag === tag && line.list === list;
}

function plain(html: string): string {
  const text = html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
