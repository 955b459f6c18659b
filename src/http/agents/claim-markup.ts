import { html } from 'hono/html';
import type { Session } from '../../accounts/sessions.ts';
import type { Claim } from '../../agents/claims.ts';
import type { GrantTerms, Renewal } from '../../agents/terms.ts';
import { TOKEN_LIFETIME } from '../../agents/tokens.ts';
import { DESKS, deskName } from '../../article/model/desk.ts';
import type { Scope } from '../../core/actor.ts';
import { SCOPES } from '../../core/actor.ts';
import type { Failure } from '../../core/failure.ts';
import type { Html } from '../../render/html/html.ts';
import { refusalNote } from '../newsroom/kit/form.ts';
import type { NewsroomPage } from '../newsroom/kit/page.ts';
import { formatTime } from '../newsroom/kit/time.ts';

const MINUTES = TOKEN_LIFETIME / 60;

const SCOPE_WORDS: Record<Scope, string> = {
  'article:draft': 'File new drafts, which are then yours.',
  'article:edit':
    'Read and revise your drafts and those of agents you let in (only at the desks you choose below, if you choose any), and save newer copy for published articles, which readers do not see.',
};

type Deciding = {
  seal: string;
  isFresh: boolean;
  wrong: Failure | null;
  /** What was chosen before the form was refused. */
  terms: GrantTerms;
  /** Until when the longest grant would run. */
  dayEnds: string;
};

/** Who asks, for what, and the two buttons. Neither has an id, so that no address can put the focus on it. */
export function reviewMarkup(claim: Claim, session: Session, deciding: Deciding): NewsroomPage {
  const { seal, isFresh, wrong } = deciding;
  const { editor, email } = session;
  const form = html`<input type="hidden" name="claim" value="${claim.id}"><input type="hidden" name="seal" value="${seal}">`;
  return {
    title: wrong ? 'Not approved yet' : 'A program asks to be let in',
    styles: ['newsroom-agents.css'],
    main: html`<h1>A program asks to be let in</h1>
${refusalNote(wrong)}
<p>You are signed in as <strong>${editor.name}</strong> (${email}, ${editor.role}). What the program writes is filed in your name.</p>
<dl class="copy">
<div><dt>Asked at</dt><dd>${formatTime(claim.createdAt)} UTC</dd></div>
<div><dt>From the address</dt><dd>${claim.address}</dd></div>
<div><dt>Program, as it calls itself</dt><dd>${claim.program || 'It did not say.'}</dd></div>
<div><dt>Whom it asks for</dt><dd>${hintMarkup(claim.loginHint, email)}</dd></div>
<div><dt>The code ends at</dt><dd>${formatTime(claim.expiresAt)} UTC</dd></div>
</dl>
<h2>What it could do</h2>
<ul>${SCOPES.map(
      (scope) => html`
<li>${SCOPE_WORDS[scope]} <code>${scope}</code></li>`,
    )}
</ul>
<p><strong>If you approve, this agent gets access to drafts: for ${MINUTES} minutes, or for as long as you choose below. It can never publish. Only continue if you started this.</strong></p>
<form class="entry" method="post" action="/agent/claim/approval">${form}
${termsFields(deciding)}
${isFresh ? '' : passwordField(wrong !== null)}
<p><button>Approve</button></p>
</form>
<form class="entry" method="post" action="/agent/claim/refusal">${form}
<p><button>Refuse</button></p>
</form>`,
  };
}

/** What became of a claim. */
export function outcomeMarkup(claim: Claim): NewsroomPage {
  const isIn = claim.status !== 'denied';
  const title = isIn ? 'The program is let in' : 'The program is refused';
  return {
    title,
    main: html`<h1>${title}</h1>
${
  isIn
    ? html`<p>Go back to it: it fetches its token by itself, which is good for ${MINUTES} minutes${claim.renewUntil ? html`. It may fetch more until ${formatTime(claim.renewUntil)} UTC` : ''}. The <a href="/newsroom/agents">page of agents</a> shows what it does and ends its access sooner.</p>`
    : html`<p>It gets no access and is told so. There is nothing else to do.</p>`
}
<dl class="copy">
<div><dt>Program, as it calls itself</dt><dd>${claim.program || 'It did not say.'}</dd></div>
<div><dt>From the address</dt><dd>${claim.address}</dd></div>
${isIn ? html`<div><dt>What it may do</dt><dd>${grantedWords(claim)}</dd></div>` : ''}
</dl>
<p><a href="/agent/claim">Enter another code</a></p>`,
  };
}

/** How the grant may be narrowed; left as it is, nothing is. */
function termsFields({ terms, dayEnds }: Deciding): Html {
  const chosen = (is: boolean) => (is ? html` selected` : '');
  const time = (renewal: Renewal, words: Html | string) =>
    html`<option value="${renewal}"${chosen(terms.renewal === renewal)}>${words}</option>`;
  return html`<details class="terms"${terms.desks || terms.isDraftOnly || terms.renewal !== 'once' ? html` open` : ''}>
<summary>Grant less, or for longer</summary>
<fieldset><legend>Only for these desks</legend>
<span class="hint">With none ticked it may write for every desk.</span>
${DESKS.map(
  ({ slug, name }) =>
    html`<label><input name="desk" type="checkbox" value="${slug}"${terms.desks?.includes(slug) ? html` checked` : ''}> ${name}</label>
`,
)}</fieldset>
<p class="field"><label>What it may do
<select name="may"><option value="all">File drafts and save revisions</option><option value="draft"${chosen(terms.isDraftOnly)}>File new drafts only</option></select></label></p>
<p class="field"><label>How long it may fetch fresh tokens
<select name="renewal">${time('once', `Once: one token of ${MINUTES} minutes`)}${time('hour', 'For one hour')}${time('day', `Until ${dayEnds.slice(11, 16)} UTC, the end of the day or eight hours`)}</select></label>
<span class="hint">The last token it fetches lives ${MINUTES} minutes more. You can end it at any time.</span></p>
</details>`;
}

/** What was granted, in words. */
function grantedWords({ desks, isDraftOnly, renewUntil }: Claim): Html {
  return html`${isDraftOnly ? 'File new drafts only' : 'File drafts and save revisions'}, ${desks ? html`for ${desks.map(deskName).join(', ')}` : 'for every desk'}${renewUntil ? html`; it may fetch fresh tokens until ${formatTime(renewUntil)} UTC` : ''}`;
}

function hintMarkup(hint: string | null, email: string): Html {
  if (hint === null) return html`It did not say.`;
  const isYou = hint.toLowerCase() === email;
  return isYou ? html`You, by your e-mail address.` : html`“${hint}” (its own words, not verified)`;
}

function passwordField(wrong: boolean): Html {
  return html`<p class="field"><label>Your password, since you signed in more than 15 minutes ago
<input name="password" type="password" required autocomplete="current-password"${wrong ? html` aria-invalid="true"` : ''}></label></p>`;
}
