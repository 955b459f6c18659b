import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

/** How much an act weighs: one `primary` at most on a page or in a form. */
export type Weight = 'primary' | 'plain' | 'quiet' | 'danger';

export type Button = {
  text: Html | string;
  weight?: Weight;
  /** Name and value that the form sends when this button sent it. */
  name?: string;
  value?: string;
  /** Where it sends the form, if not to the address of the form. */
  action?: string;
  /** The id of the form it belongs to, if it is outside of that form. */
  form?: string;
  /** Opens the drawer with this id; it sends nothing then. */
  opens?: string;
  /** A text for screen readers where the button shows a sign. */
  label?: string;
  /** The form is sent although fields are missing or wrong. */
  skipsChecks?: true;
  autofocus?: boolean;
};

/** A button of a form, or one that opens a drawer. */
export function button(button: Button): Html {
  const { text, weight = 'primary', name, value, action, form, opens, label, skipsChecks, autofocus } = button;
  return html`<button type="${opens ? 'button' : 'submit'}" class="btn ${weight}${label ? ' icon' : ''}"${opens ? html` popovertarget="${opens}"` : ''}${name ? html` name="${name}"` : ''}${value === undefined ? '' : html` value="${value}"`}${action ? html` formaction="${action}"` : ''}${form ? html` form="${form}"` : ''}${label ? html` aria-label="${label}" title="${label}"` : ''}${skipsChecks ? html` formnovalidate` : ''}${autofocus ? html` autofocus` : ''}>${text}</button>`;
}

/** A link that looks like a button: it leads to a page where an act begins. */
export function linkButton(link: { text: Html | string; href: string; weight?: Weight; key?: string }): Html {
  const { text, href, weight = 'plain', key } = link;
  return html`<a class="btn ${weight}" href="${href}"${key ? html` aria-keyshortcuts="${key}"` : ''}>${text}${key ? html` <kbd aria-hidden="true">${key}</kbd>` : ''}</a>`;
}

/** Acts in a row. */
export function acts(...items: readonly (Html | string)[]): Html {
  return html`<div class="acts">${items}</div>`;
}
