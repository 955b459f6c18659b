import { timingSafeEqual } from 'node:crypto';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { approveClaim, type Claim, denyClaim, findClaim, getClaim, requireNamedEditor } from '#agents/claims.ts';
import { FULL_TERMS, type GrantTerms, RENEWALS, renewUntil } from '#agents/terms.ts';
import { isOpenSection, sectionSlugs } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret, hmacSecret } from '#core/secret.ts';
import { refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { type NewsroomPage, newsroomPage, redirect } from '#html/newsroom/page.ts';
import { cookieName } from '#http/access.ts';
import { readForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { confirmPassword } from '#people/passwords.ts';
import { outcomeMarkup, reviewMarkup } from './claim-markup.ts';

// The page where an editor decides on an agent's access request: enter the code, see who asks, approve or refuse. No script.

/** For this many seconds after signing in, approving does not ask for the password again. */
const RECENT = 15 * 60;

/** `GET /agent/claim`: asks for the code. The URL can never fill it in. */
export function showClaimPage(c: Context): Promise<Response> {
  return codePage(c);
}

/** `POST /agent/claim`: shows the request to the session that entered its code. */
export async function postCode(c: Context): Promise<Response> {
  const form = await readForm(c.req.raw);
  const claim = await findByCode(c, form.get('user_code') ?? '');
  return claim ? reviewPage(c, { claim }) : codePage(c, WRONG_CODE);
}

/** `POST /agent/claim/approval`: approves the request. Idempotent. */
export async function postApproval(c: Context): Promise<Response> {
  const { deps, session, limits } = c.var;
  const form = await readForm(c.req.raw);
  const claim = await claimOf(c, form);
  const terms = readTerms(form);
  if (isOfBrowser(c, claim) && form.get('started') !== 'yes')
    return reviewPage(c, { claim, terms, wrong: NOT_STARTED, status: 422 });
  if (!hasJustSignedIn(c)) {
    await limits.spend('signIn', `session ${session.id}`);
    try {
      await confirmPassword(deps, session.editor, form.get('password') ?? '');
    } catch (error) {
      return renderFormError(error, (failure, status) => reviewPage(c, { claim, terms, wrong: failure, status }));
    }
  }
  await approveClaim(deps, session.editor, claim.id, terms);
  return redirect(outcomePath(c, claim));
}

/** A page of another site can open a request in an editor's browser and make them press a button there, but not two. */
const NOT_STARTED = new Failure('validation_failed', 'Tick that you started this yourself.', {
  hint: 'If you did not, press Refuse.',
});

/** The terms the editor chose; without these fields, the full terms. @throws bad_request for an unknown section */
function readTerms(form: URLSearchParams): GrantTerms {
  const asked = form.getAll('section');
  const sections = sectionSlugs().filter((section) => asked.includes(section));
  if (asked.some((section) => !isOpenSection(section)))
    throw new Failure('bad_request', 'The form names an unknown section.', { hint: 'Enter the code again.' });
  return {
    sections: sections.length > 0 ? sections : null,
    isDraftOnly: form.get('may') === 'draft',
    renewal: RENEWALS.find((renewal) => renewal === form.get('renewal')) ?? 'once',
  };
}

/** `POST /agent/claim/refusal`: denies the request. */
export async function postRefusal(c: Context): Promise<Response> {
  const claim = await claimOf(c, await readForm(c.req.raw));
  await denyClaim(c.var.deps, c.var.session.editor, claim.id);
  return redirect(outcomePath(c, claim));
}

/** After a decision in the browser that the client opened, the browser returns to the client. */
function outcomePath(c: Context, claim: Claim): string {
  return isOfBrowser(c, claim) ? `/oauth/authorize/${claim.id}` : `/agent/claim/${claim.id}`;
}

/** Whether this browser opened the request of an OAuth client. */
export function isOfBrowser(c: Context, { oauth }: Claim): boolean {
  const secret = getCookie(c, browserCookieName(c));
  return oauth !== null && secret !== undefined && hashSecret(secret) === oauth.browserHash;
}

/** The cookie that binds the request of an OAuth client to the browser that opened it. */
export function browserCookieName(c: Context): string {
  return `${cookieName(c.var.config.publication.baseUrl)}-oauth`;
}

/** `GET /agent/claim/{claimId}`: the result, shown to the editor who decided. */
export async function showOutcome(c: Context): Promise<Response> {
  const claim = await getClaim(c.var.deps.db.read, c.req.param('claimId') ?? '');
  if (claim.decidedBy !== c.var.session.editor.id) {
    throw new Failure('not_found', 'You have not decided a request with this id.', {
      hint: 'Enter the code the agent shows.',
    });
  }
  return claimPage(c, outcomeMarkup(claim));
}

const WRONG_CODE = new Failure('validation_failed', 'No agent is waiting with this code.', {
  hint: 'Compare it with the code the agent shows. A code works once, for ten minutes at most.',
});

function codePage(c: Context, wrong: Failure | null = null): Promise<Response> {
  return claimPage(c, {
    title: wrong ? 'Wrong code' : 'Approve agent',
    status: wrong ? 422 : 200,
    head: { title: 'Approve agent', trail: [{ text: 'Agents', href: '/newsroom/agents' }] },
    main: html`<p>An agent that asks to write for this magazine shows a code of eight letters. Enter it to see the request.</p>
<p>Only enter a code shown by an agent you started. Never enter a code that somebody sent you.</p>
${refusalNote(wrong)}
<form class="entry" method="post" action="/agent/claim">
<p class="field"><label>Code, such as WDJB-MJHT
<input name="user_code" type="text" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false"${wrong ? html` aria-invalid="true"` : ''}></label></p>
<p>${button({ text: 'See the request' })}</p>
</form>`,
  });
}

/** The review of a claim, for the editor of the session: who asks, and the forms that decide. */
export async function reviewPage(
  c: Context,
  {
    claim,
    terms = FULL_TERMS,
    wrong = null,
    status = 200,
  }: { claim: Claim; terms?: GrantTerms | undefined; wrong?: Failure | null | undefined; status?: number | undefined },
): Promise<Response> {
  const { deps, session } = c.var;
  await requireNamedEditor(deps.db.read, session.editor, claim.loginHint);
  const deciding = {
    seal: sealOf(c, claim.id),
    isFresh: hasJustSignedIn(c),
    needsTick: isOfBrowser(c, claim),
    wrong,
    dayEnds: renewUntil(deps, 'day') ?? '',
    terms,
  };
  return claimPage(c, { ...reviewMarkup(claim, session, deciding), status });
}

/** A newsroom page with a stricter security policy. */
export async function claimPage(c: Context, page: NewsroomPage): Promise<Response> {
  const response = await newsroomPage(c, page);
  response.headers.set('Content-Security-Policy', POLICY);
  // A client that opened this page in its own window waits for that window to come back (HTML, 7.1.3).
  if (getCookie(c, browserCookieName(c))) response.headers.set('Cross-Origin-Opener-Policy', 'unsafe-none');
  return response;
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Each guess is counted before the lookup, so that parallel guesses count too. A correct guess is given back. */
async function findByCode(c: Context, typed: string): Promise<Claim | null> {
  const { deps, limits, session } = c.var;
  await limits.spend('wrongCode', session.id);
  await limits.spend('wrongCodes', 'all');
  const claim = await findClaim(deps, typed);
  if (!claim) return null;
  await limits.giveBack('wrongCode', session.id);
  await limits.giveBack('wrongCodes', 'all');
  return claim;
}

/** The claim a form decides on. @throws forbidden unless this session entered its code */
async function claimOf(c: Context, form: URLSearchParams): Promise<Claim> {
  const claimId = form.get('claim') ?? '';
  const seal = Buffer.from(form.get('seal') ?? '');
  const right = Buffer.from(sealOf(c, claimId));
  if (seal.length !== right.length || !timingSafeEqual(seal, right)) {
    throw new Failure('forbidden', 'The code of this request was not entered in this session.', {
      hint: 'Enter the code the agent shows.',
    });
  }
  return getClaim(c.var.deps.db.read, claimId);
}

function sealOf(c: Context, claimId: string): string {
  return hmacSecret(c.var.deps.key, `claim ${claimId} session ${c.var.session.id}`);
}

function hasJustSignedIn(c: Context): boolean {
  return c.var.deps.clock() - Date.parse(c.var.session.signedInAt) <= RECENT * 1000;
}
