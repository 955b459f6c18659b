import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

export type PreviewPane = {
  /**
   * The id of the form that is previewed, and the address to which the form is sent for it. Without an address, only a script fills the
   * frame.
   */
  form: string;
  action: string | null;
  /** The name of the frame. */
  frame: string;
  title: string;
  /** The label in its bar. */
  label: string;
  /** The choices of the reader; the first one is shown. */
  choices: readonly { name: string; options: readonly (readonly [value: string, text: string])[] }[];
  hint: Html | string;
  /** The address of the saved state, which the frame shows before the first preview. */
  saved?: string;
};

/** A preview of typed text. A script updates it while a person types; without the script, its button does. */
export function previewPane({ form, action, frame, title, label, choices, hint, saved }: PreviewPane): Html {
  const choice = ({ name, options }: PreviewPane['choices'][number]) =>
    html`<span class="segments">${options.map(
      ([value, text], at) =>
        html`<label><input type="radio" name="${name}" value="${value}" form="${form}"${at === 0 ? html` checked` : ''}> ${text}</label>`,
    )}</span>`;
  return html`<section class="site-preview" aria-label="Preview">
<header><span class="host">${label}</span>
<fieldset><legend class="unseen">Show</legend>${choices.map(choice)}<label><input type="checkbox" class="as-phone"> Phone</label></fieldset>
${action === null ? '' : html`<button class="btn plain" form="${form}" formaction="${action}" formtarget="${frame}" formnovalidate data-show-preview>Show the preview</button>`}</header>
<div class="pane"><iframe sandbox name="${frame}" title="${title}"${saved ? html` src="${saved}"` : html` srcdoc="${NO_PREVIEW}"`}></iframe></div>
<p class="hint">${hint}</p></section>`;
}

/** The content of the frame before the first preview, in the colours of the reader's scheme. */
const NO_PREVIEW =
  '<!DOCTYPE html><html lang="en"><head><meta name="color-scheme" content="light dark"><title>No preview yet</title></head><body><p>The preview appears here.</p></body></html>';
