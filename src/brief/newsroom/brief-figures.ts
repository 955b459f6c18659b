import { html } from 'hono/html';
import type { BriefFigure } from '#brief/issues/brief-figures.ts';
import type { Failure } from '#core/failure.ts';
import { methodForms } from '#editorial/newsroom/figure-forms.ts';
import {
  describeProposers,
  indexOf,
  STATE_LABELS,
  shortAnchor,
  stateOf,
  stateSign,
} from '#editorial/newsroom/figure-state.ts';
import { isByItsName } from '#evidence/figures/ledger.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import type { BriefView } from './brief-view.ts';

/** What was typed into a form that settles, and why it was refused. */
type RefusedMethod = { typed: Record<string, string>; failure: Failure | null };

/** The numbers of the brief, and the forms that settle the chosen one: that of the address, or the first open one. */
export function figuresSection(view: BriefView, asked: string | undefined, { typed, failure }: RefusedMethod): Html {
  const { figures } = view;
  if (figures.length === 0)
    return html`${emptyState({ title: 'No number to settle', text: 'The subject, the intro and the sentences have none.' })}`;
  const named = indexOf(figures, typed.figure ?? asked);
  const chosen = figures[named] ?? figures.find(({ state }) => state !== 'settled') ?? null;
  return html`<p class="hint">A number is settled when the linked story has settled the same number. Every other number is settled here.</p>
<ol class="figures-of-brief">${figures.map((figure) => line(view, figure, figure === chosen))}</ol>
${chosen ? panel(view, chosen, { typed, failure }) : ''}`;
}

function line({ brief }: BriefView, figure: BriefFigure, isChosen: boolean): Html {
  const state = stateOf(figure);
  const href = `/newsroom/briefs/${brief.day}/numbers?figure=${shortAnchor(figure)}`;
  const how = figure.story
    ? html`Settled in “${figure.story.headline}”`
    : `${STATE_LABELS[state]}${figure.settlement && state === 'settled' ? ` as ${figure.settlement.settling.kind}` : ''}`;
  return html`<li>${stateSign(state)} <a href="${href}"${isChosen ? html` aria-current="true"` : ''}>${markHidden(figure.text)}</a> <span class="hint">${how}. “${markHidden(figure.sentence)}”</span></li>`;
}

function panel({ brief, content, figures }: BriefView, figure: BriefFigure, { typed, failure }: RefusedMethod): Html {
  const hidden = html`<input type="hidden" name="revision" value="${content.revision}"><input type="hidden" name="figure" value="${figure.anchor}">`;
  const isSettled = figure.state === 'settled';
  return html`<section class="settle-panel" aria-labelledby="chosen-number">
<h2 id="chosen-number">${isSettled ? 'Settled' : 'Settle'}: ${markHidden(figure.text)}</h2>
${figure.lapsed ? html`<p>${figure.lapsed.quoted}</p>` : ''}
${isByItsName(figure.settlement) && figure.settlement ? describeProposers(figure.settlement) : ''}
${
  figure.settlement && !isByItsName(figure.settlement)
    ? html`<form method="post" action="/newsroom/briefs/${brief.day}/figures/open">${hidden}<p>Settled as ${figure.settlement.settling.kind} by ${figure.settlement.confirmedBy?.name ?? ''}. ${button({ text: 'Open it again', weight: 'plain' })}</p></form>`
    : ''
}
${
  figure.story
    ? html`<p>The story “${figure.story.headline}” has settled it: <a href="/${figure.story.section}/${figure.story.slug}">read the story</a>.</p>`
    : methodForms({ figures, sources: content.sources }, figure, {
        action: `/newsroom/briefs/${brief.day}/figures`,
        hidden,
        verb: 'Settle',
        typed,
        failure,
        isFirst: !isSettled,
        maySign: true,
        noSource: html`<p>No story of this brief cites a source. Settle the number another way.</p>`,
      })
}
</section>`;
}
