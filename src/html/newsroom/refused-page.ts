import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import type { RefusedForm } from './form.ts';
import { refusalSummary } from './kit/form.ts';
import { newsroomPage } from './page.ts';

export type RefusedPage = {
  title: string;
  /** The form again, with its typed values. */
  form: Html;
  /** The prefix of the ids of its fields. */
  ids?: string;
  /** The page that the form was sent from. */
  back: { text: string; href: string };
  styles?: readonly string[];
};

/** A refused form on its own page, if the page that it was sent from shows much more than the form. */
export function refusedPage(
  c: Context,
  { failure, status }: Pick<RefusedForm, 'failure' | 'status'>,
  { title, form, ids = '', back, styles = [] }: RefusedPage,
): Promise<Response> {
  return newsroomPage(c, {
    title,
    status,
    styles,
    head: { title, trail: [back] },
    main: html`${refusalSummary(failure, ids)}
${form}`,
  });
}
