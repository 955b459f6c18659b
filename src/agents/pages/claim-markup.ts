import { html } from 'hono/html';
import type { Claim } from '#agents/claims.ts';
import { type AuthorizationRequest, isLoopbackUri } from '#agents/oauth-clients.ts';
import type { GrantTerms, Renewal } from '#agents/terms.ts';
import { TOKEN_LIFETIME } from '#agents/tokens.ts';
import { openSections, sectionName } from '#article/section.ts';
import type { Scope } from '#core/actor.ts';
import { SCOPES } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { Session } from '#core/session.ts';
import type { Html } from '#html/html.ts';
import { refusalNote } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import type { NewsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';

const MINUTES = TOKEN_LIFETIME / 60;

const AGENTS_TRAIL = [{ text: 'Agents', href: '/newsroom/agents' }];

const SCOPE_WORDS: Record<Scope, string> = {
  'article:draft': 'File new drafts, which are then yours.',
  'article:edit':
    'Read and revise your drafts and those of agents you approved, and save newer copy for published articles, which readers do not see. You can limit this to some sections below.',
};

type ReviewForm = {
  seal: string;
  isFresh: boolean;
  /** Whether the claim needs a tick: the editor typed no code, so nothing else shows that they expected it. */
  needsTick: boolean;
  wrong: Failure | null;
  /** The choices in the form, when it is shown again after an error. */
  terms: GrantTerms;
  /** When the longest renewal would end. */
  dayEnds: string;
};

/** The request with two buttons. They have no id, so that no URL fragment can focus one. */
export function reviewMarkup(claim: Claim, session: Session, form: ReviewForm): NewsroomPage {
  const { seal, isFresh, needsTick, wrong } = form;
  const { editor, email } = session;
  const hidden = html`<input type="hidden" name="claim" value="${claim.id}"><input type="hidden" name="seal" value="${seal}">`;
  return {
    title: wrong ? 'Not approved yet' : 'An agent asks for access',
    styles: ['newsroom-agents.css'],
    head: { title: 'An agent asks for access', trail: AGENTS_TRAIL },
    main: html`${refusalNote(wrong)}
<p>You are signed in as <strong>${editor.name}</strong> (${email}, ${editor.role}). What the agent writes is filed in your name.</p>
${claim.oauth ? html`<p class="client"><strong>${hostWords(claim.oauth)}</strong>${claim.oauth.clientName ? html` <small>It calls itself “${claim.oauth.clientName}”; nobody verified this name.</small>` : ''}</p>` : ''}
<dl class="copy">
<div><dt>Asked at</dt><dd>${formatTime(claim.createdAt)} UTC</dd></div>
<div><dt>From the address</dt><dd>${claim.address}</dd></div>
${claim.oauth ? html`<div><dt>It gets its answer at</dt><dd>${claim.oauth.redirectUri}</dd></div>` : html`<div><dt>Agent, as it calls itself</dt><dd>${claim.program || 'It gave no name.'}</dd></div>`}
<div><dt>Editor it asks for</dt><dd>${hintMarkup(claim.loginHint, email)}</dd></div>
<div><dt>The code expires at</dt><dd>${formatTime(claim.expiresAt)} UTC</dd></div>
</dl>
<h2>What it could do</h2>
<ul>${scopesAsked(claim).map(
      (scope) => html`
<li>${SCOPE_WORDS[scope]} <code>${scope}</code></li>`,
    )}
</ul>
<p><strong>If you approve, this agent gets access to drafts: for ${MINUTES} minutes, or for as long as you choose below. It can never publish. Only continue if you started this.</strong></p>
<form class="entry" method="post" action="/agent/claim/approval">${hidden}
${termsFields(form)}
${needsTick ? html`<p class="tick"><label><input type="checkbox" name="started" value="yes" required> I started this myself, in this app, just now.</label></p>` : ''}
${isFresh ? '' : passwordField(wrong !== null)}
<p>${button({ text: 'Approve' })}</p>
</form>
<form class="entry" method="post" action="/agent/claim/refusal">${hidden}
<p>${button({ text: 'Refuse', weight: 'danger' })}</p>
</form>`,
  };
}

/** The scopes that the agent would get at most: an OAuth client may ask for fewer than all. */
function scopesAsked({ oauth }: Claim): readonly Scope[] {
  return oauth?.scope === 'article:draft' ? ['article:draft'] : SCOPES;
}

/** The verified host of an OAuth client. */
function hostWords({ host }: AuthorizationRequest): string {
  return host ?? 'An app on a computer';
}

/** The page in the browser of a person who is not an editor, while the claim waits. It needs no script. */
export function waitingMarkup(
  oauth: AuthorizationRequest,
  code: string,
  verificationUri: string,
  claimId: string,
): NewsroomPage {
  return {
    title: 'Ask an editor',
    styles: ['newsroom-agents.css'],
    main: html`<h1>Ask an editor</h1>
<p class="client"><strong>${hostWords(oauth)}</strong> asks for access to drafts. It can never publish.</p>
<p>Ask an editor to enter this code at <a href="/agent/claim">${verificationUri}</a>, on any computer:</p>
<p class="code"><strong>${code}</strong></p>
<p>This page goes on when the editor has decided. Keep it open.</p>
<p>Are you an editor? <a href="/newsroom/sign-in?next=/oauth/authorize/${claimId}">Sign in</a> and approve it here.</p>`,
  };
}

/** The page after the approval: it returns to the client automatically, and by a link. */
export function continueMarkup(oauth: AuthorizationRequest, to: string): NewsroomPage {
  return {
    title: 'The agent has access',
    continuesAt: to,
    main: html`<h1>The agent has access</h1>
<p>The <a href="/newsroom/agents">Agents page</a> shows what it does and can revoke its access.</p>
<p><a href="${to}">Go back to ${oauth.host ?? 'the app'}</a></p>`,
  };
}

/** The page after a refusal, or without a decision in time: it returns automatically only to an app on this computer. */
export function deniedMarkup(oauth: AuthorizationRequest, to: string): NewsroomPage {
  return {
    title: 'The agent was refused',
    ...(isLoopbackUri(to) && { continuesAt: to }),
    main: html`<h1>The agent was refused</h1>
<p>It gets no access.</p>
<p><a href="${to}">Tell ${oauth.host ?? 'the app'}</a>, if you came from there. The address is <code>${oauth.redirectUri}</code>.</p>`,
  };
}

/** The page for a request that cannot be granted. Nobody has approved the client, so the page sends the browser nowhere. */
export function refusedMarkup(refusal: { error: string; error_description: string }, to: string): NewsroomPage {
  const address = URL.parse(to);
  return {
    title: 'The request cannot be granted',
    status: 400,
    main: html`<h1>The request cannot be granted</h1>
<p>An app asked for access in a way that this site does not accept: ${refusal.error_description} <code>${refusal.error}</code></p>
<p>Start again in the app, or tell its maker. If you came from <strong>${address?.host || address?.protocol}</strong>, you can <a href="${to}" rel="nofollow noreferrer">go back there</a>. Nobody here has approved it.</p>`,
  };
}

/** The page when the client has fetched its token. */
export function connectedMarkup(): NewsroomPage {
  return {
    title: 'Connected',
    main: html`<h1>Connected</h1>
<p>The client has its access. You can close this page.</p>`,
  };
}

/** The result of a claim. */
export function outcomeMarkup(claim: Claim): NewsroomPage {
  const isIn = claim.status !== 'denied';
  const title = isIn ? 'The agent has access' : 'The agent was refused';
  return {
    title,
    head: { title, trail: AGENTS_TRAIL },
    main: html`${
      isIn
        ? html`<p>Go back to the agent. It fetches its token, which works for ${MINUTES} minutes${claim.renewUntil ? html`. It may fetch new tokens until ${formatTime(claim.renewUntil)} UTC` : ''}. The <a href="/newsroom/agents">Agents page</a> shows what it does and can revoke its access.</p>`
        : html`<p>The agent gets no access. There is nothing else to do.</p>`
    }
<dl class="copy">
${claim.oauth ? html`<div><dt>App</dt><dd>${hostWords(claim.oauth)}</dd></div>` : html`<div><dt>Agent, as it calls itself</dt><dd>${claim.program || 'It gave no name.'}</dd></div>`}
<div><dt>From the address</dt><dd>${claim.address}</dd></div>
${isIn ? html`<div><dt>What it may do</dt><dd>${grantedWords(claim)}</dd></div>` : ''}
</dl>
<p><a href="/agent/claim">Enter another code</a></p>`,
  };
}

/** The fields that narrow the access; the defaults narrow nothing. */
function termsFields({ terms, dayEnds }: ReviewForm): Html {
  const chosen = (is: boolean) => (is ? html` selected` : '');
  const time = (renewal: Renewal, words: Html | string) =>
    html`<option value="${renewal}"${chosen(terms.renewal === renewal)}>${words}</option>`;
  return html`<details class="terms"${terms.sections || terms.isDraftOnly || terms.renewal !== 'once' ? html` open` : ''}>
<summary>Grant less, or for longer</summary>
<fieldset><legend>Only for these sections</legend>
<span class="hint">If you tick none, it may write for every section.</span>
${openSections().map(
  ({ slug, name }) =>
    html`<label><input name="section" type="checkbox" value="${slug}"${terms.sections?.includes(slug) ? html` checked` : ''}> ${name}</label>
`,
)}</fieldset>
<p class="field"><label>What it may do
<select name="may"><option value="all">File drafts and save revisions</option><option value="draft"${chosen(terms.isDraftOnly)}>File new drafts only</option></select></label></p>
<p class="field"><label>How long it may fetch fresh tokens
<select name="renewal">${time('once', `Once: one token of ${MINUTES} minutes`)}${time('hour', 'For one hour')}${time('day', `Until ${dayEnds.slice(11, 16)} UTC, the end of the day or eight hours`)}</select></label>
<span class="hint">Its last token works for ${MINUTES} minutes more. You can revoke its access at any time.</span></p>
</details>`;
}

function grantedWords({ sections, isDraftOnly, renewUntil }: Claim): Html {
  return html`${isDraftOnly ? 'File new drafts only' : 'File drafts and save revisions'}, ${sections ? html`for ${sections.map(sectionName).join(', ')}` : 'for every section'}${renewUntil ? html`; it may fetch fresh tokens until ${formatTime(renewUntil)} UTC` : ''}`;
}

function hintMarkup(hint: string | null, email: string): Html {
  if (hint === null) return html`It did not say.`;
  const isYou = hint.toLowerCase() === email;
  return isYou ? html`You, by your email address.` : html`“${hint}” (as the agent wrote it, not verified)`;
}

function passwordField(wrong: boolean): Html {
  return html`<p class="field"><label>Your password, because you signed in more than 15 minutes ago
<input name="password" type="password" required autocomplete="current-password"${wrong ? html` aria-invalid="true"` : ''}></label></p>`;
}
