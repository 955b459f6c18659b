import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { acts, linkButton } from '../kit/button.ts';

/** An act in the head of a page: a link, or the markup of a form with one button. */
export type HeadAct = { text: string; href: string; key?: string } | { form: Html };

/** The line above a page. */
export type PageHead = {
  title: Html | string;
  /** The main act of the page. */
  primary?: HeadAct;
  others?: readonly [] | readonly [HeadAct] | readonly [HeadAct, HeadAct];
  /** The pages above this one, the nearest last. */
  trail?: readonly { text: string; href: string }[];
};

/** `helpLink`: the section of the handbook about the page; its link opens beside the page where the script runs. */
export function pageHead({ title, primary, others = [], trail = [] }: PageHead, helpLink: string | null): Html {
  return html`${trail.length > 0 ? html`<p class="trail">${trail.map(({ text, href }, at) => html`${at > 0 ? ' / ' : ''}<a href="${href}">${text}</a>`)}</p>\n` : ''}<div class="page-head"><h1>${title}</h1>${acts(
    helpLink
      ? html`<a class="btn quiet icon" href="${helpLink}" aria-label="Explain this page" title="Explain this page (?)">?</a>`
      : '',
    ...others.map((act) => headAct(act, 'quiet')),
    ...(primary ? [headAct(primary, 'primary')] : []),
  )}</div>`;
}

function headAct(act: HeadAct, weight: 'primary' | 'quiet'): Html {
  return 'form' in act ? act.form : linkButton({ ...act, weight });
}
