import { find, make } from './page.ts';

// What cannot be overlooked: a notice above the text, one of each kind at a time.

type Kind =
  | 'away'
  | 'signed out'
  | 'moved'
  | 'merged'
  | 'refused'
  | 'found'
  | 'twice'
  | 'elsewhere'
  | 'more'
  | 'replaced'
  | 'pasted';
export type Act = { words: string; href?: string; act?: () => void };

export function showNotice(
  kind: Kind,
  title: string,
  words: string,
  acts: readonly Act[] = [],
  more: readonly HTMLElement[] = [],
): void {
  const place = find('notices');
  const before = place.querySelector(`[data-kind="${kind}"]`);
  const told = `${title} ${words}`;
  if (before?.getAttribute('data-told') === told) return;
  const notice = make(
    'div',
    { class: 'refusal notice', role: 'alert', 'data-kind': kind, 'data-told': told },
    make('p', {}, make('strong', {}, title)),
    make('p', {}, words),
    ...more,
    ...(acts.length > 0 ? [make('p', { class: 'acts' }, ...acts.map(actOf))] : []),
  );
  if (before) before.replaceWith(notice);
  else place.append(notice);
}

/** Takes these notices away; returns whether one of them was there. */
export function hideNotice(...kinds: Kind[]): boolean {
  const shown = kinds.map((kind) => find('notices').querySelector(`[data-kind="${kind}"]`));
  for (const notice of shown) notice?.remove();
  return shown.some((notice) => notice !== null);
}

function actOf({ words, href, act }: Act): HTMLElement {
  if (href) return make('a', { class: 'button', href, target: '_blank', rel: 'noopener' }, words);
  return make('button', { type: 'button', class: 'plain', click: () => act?.() }, words);
}
