import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

/** `block`: something must be done before it can continue. `ready`: it can continue. */
export type Tone = 'block' | 'ready';

/** A state in a few words. */
export function pill(text: Html | string, tone?: Tone): Html {
  return html`<span class="pill${tone ? ` ${tone}` : ''}">${text}</span>`;
}

/** A person as two letters; the name is for screen readers and as the tooltip. */
export function face(name: string): Html {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return html`<span class="face" title="${name}"><span aria-hidden="true">${letters.join('').toUpperCase()}</span><span class="unseen">${name}</span></span>`;
}
