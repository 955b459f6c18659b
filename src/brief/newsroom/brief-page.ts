import { html } from 'hono/html';
import type { BriefCopy } from '#brief/issues/brief-record.ts';
import type { Failure } from '#core/failure.ts';
import { settlementRefusal } from '#evidence/figures/check-settlement.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { refusalSummary } from '#html/newsroom/kit/form.ts';
import { previewPane } from '#html/newsroom/kit/preview-pane.ts';
import { redirect, type Toast } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { figuresSection } from './brief-figures.ts';
import { briefFrame } from './brief-frame.ts';
import { type BriefView, readBriefView } from './brief-view.ts';
import { composeForm } from './compose-form.ts';

// The parts of a brief in which it is made: composing it, with the email beside, and its numbers.

/** `GET /newsroom/briefs/{day}`: composes the brief. One that cannot be changed any more leads to its send. */
export async function showBrief(c: Context): Promise<Response> {
  const view = await readBriefView(c);
  if (view.canChange === 'no') return redirect(`/newsroom/briefs/${view.brief.day}/send`);
  return composePage(c, view, null);
}

/** A refused form: the brief that it composed, and what was sent. */
type RefusedCopy = { copy: BriefCopy; typed: URLSearchParams; failure: Failure; status: number };

export function composePage(c: Context, view: BriefView, refused: RefusedCopy | null): Promise<Response> {
  const { brief, content, canChange } = view;
  const at = `/newsroom/briefs/${brief.day}`;
  return briefFrame(c, view, {
    part: 'compose',
    status: refused?.status ?? 200,
    toast: c.req.query('done') === 'saved' && !refused ? { text: `Revision ${content.revision} is saved.` } : null,
    main: html`${refusalSummary(refused?.failure)}
${canChange === 'by stopping' ? html`<p class="done">This brief is about to go out. When you save, the send is paused. The new revision is approved as usual; then it goes to the same subscribers.</p>` : ''}
<div class="with-preview email-preview"><div class="columns">${composeForm(view, refused)}
${previewPane({
  form: 'compose',
  action: `${at}/preview`,
  frame: 'site-preview-email',
  title: 'Preview of the email with what you typed',
  label: 'The email',
  choices: [
    {
      name: 'scheme',
      options: [
        ['light', 'Light'],
        ['dark', 'Dark'],
        ['text', 'Plain text'],
      ],
    },
  ],
  hint: 'The real email with what you have typed. Its personal links lead nowhere here.',
  saved: `${at}/revisions/${content.revision}/preview?scheme=light`,
})}</div></div>`,
  });
}

/** `GET /newsroom/briefs/{day}/numbers` */
export async function showBriefNumbers(c: Context): Promise<Response> {
  const view = await readBriefView(c);
  if (view.canChange === 'no') return redirect(`/newsroom/briefs/${view.brief.day}/send`);
  return numbersPage(c, view, null);
}

type RefusedFigure = { typed: Record<string, string>; failure: Failure; status: number };

export function numbersPage(c: Context, view: BriefView, refused: RefusedFigure | null): Promise<Response> {
  return briefFrame(c, view, {
    part: 'numbers',
    status: refused?.status ?? 200,
    styles: ['newsroom-ledger.css'],
    toast: refused ? null : numberToast(c, view),
    main: html`${refused ? refusalSummary(settlementRefusal(refused.failure)) : ''}
${figuresSection(view, c.req.query('figure'), { typed: refused?.typed ?? {}, failure: refused?.failure ?? null })}`,
  });
}

function numberToast(c: Context, { brief, content, figures }: BriefView): Toast | null {
  const { done, was } = c.req.query();
  if (done === 'opened') return { text: 'The number is open again.' };
  if (done !== 'settled') return null;
  const settled = figures.find(({ anchor, settlement }) => anchor === was && settlement);
  if (!settled) return { text: 'The number is settled.' };
  return {
    text: `${settled.text} is settled.`,
    undo: html`<form method="post" action="/newsroom/briefs/${brief.day}/figures/open"><input type="hidden" name="revision" value="${content.revision}"><input type="hidden" name="figure" value="${settled.anchor}">${button({ text: 'Undo', weight: 'plain' })}</form>`,
  };
}
