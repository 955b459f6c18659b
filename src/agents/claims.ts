import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type Actor, type Member, requireEditorial, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { decryptSecret, encryptSecret, hashSecret, hmacSecret, newSecret, type Reseal } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { lockClaim } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { type AuthorizationRequest, readOAuth } from './oauth-clients.ts';
import { FULL_TERMS, type GrantTerms, readSections, renewUntil, scopesOf } from './terms.ts';
import { requireFreePlace, WAITING_LIMIT, type WaitingLimit } from './waiting-limit.ts';

/** Seconds an expired claim is kept, so that a poll can tell expired from unknown. */
const KEPT_EXPIRED = 24 * 60 * 60;
/** Seconds an approved claim stays redeemable at least, also when it was approved at the last moment. */
const GRACE = 120;

export type NewClaim = { id: string; claimToken: string; userCode: string };
/** `oauth`: the request of an OAuth client, for a claim that began at `/oauth/authorize`. */
export type ClaimRequest = {
  loginHint: string | null;
  address: string;
  program: string;
  /** Whether a person of this newsroom signed in, now or before, with the browser that asks. */
  isKnown?: boolean;
  oauth?: Omit<AuthorizationRequest, 'userCode'>;
};
/** An agent's access request, as the editor sees it. */
export type Claim = {
  id: string;
  status: 'pending' | 'claimed' | 'redeemed' | 'denied';
  loginHint: string | null;
  address: string;
  program: string;
  createdAt: string;
  expiresAt: string;
  /** The editor who approved or denied it. */
  decidedBy: string | null;
  sections: readonly string[] | null;
  isDraftOnly: boolean;
  /** Token renewal ends at this time; null when the claim yields a single token. */
  renewUntil: string | null;
  /** The request of the OAuth client; null for a claim that an agent opened itself. */
  oauth: AuthorizationRequest | null;
};

type ClaimRow = Selectable<Tables['claim']>;

/**
 * Opens a claim for an agent that asks for access. `expiresIn` is in seconds.
 * @throws rate_limited when `limit` claims are waiting
 */
export async function openClaim(
  deps: Deps,
  request: ClaimRequest,
  expiresIn: number,
  limit: WaitingLimit = WAITING_LIMIT,
): Promise<NewClaim> {
  const claimToken = newSecret('clm_');
  const id = deps.newId();
  const userCode = await deps.db.write(async (tx) => {
    await deleteExpired(deps, tx);
    await requireFreePlace(deps, tx, request, limit);
    const code = await freeUserCode(deps, tx);
    const claim = {
      id,
      claim_token_hash: hashSecret(claimToken),
      user_code_hmac: hmacSecret(deps.key, code),
      status: 'pending',
      login_hint: request.loginHint,
      address: request.address,
      program: request.program.slice(0, 200),
      created_at: now(deps),
      expires_at: inSeconds(deps, expiresIn),
      last_polled_at: null,
      decided_by: null,
      decided_at: null,
      redeemed_at: null,
      oauth: request.oauth ? JSON.stringify({ ...request.oauth, userCode: sealUserCode(deps, code) }) : null,
      client_host: request.oauth ? (request.oauth.host ?? '') : null,
    };
    await tx.insertInto('claim').values(claim).execute();
    await writeJournal(deps, tx, SYSTEM, { act: 'claim.opened', subject: { kind: 'claim', id: claim.id } });
    return code;
  });
  return { id, claimToken, userCode: formatUserCode(userCode) };
}

/** The page of an OAuth claim shows its code for as long as it waits, so the claim stores it encrypted. */
function sealUserCode(deps: Deps, code: string): string {
  return encryptSecret(deps.sealKey, 'user code', Buffer.from(code));
}

/** Encrypts the codes of the OAuth claims that wait again. */
export async function resealUserCodes(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx.selectFrom('claim').select(['id', 'oauth']).where('status', '=', 'pending').execute();
  for (const { id, oauth } of rows) {
    const asked = readOAuth(oauth);
    if (!asked) continue;
    const stored = JSON.stringify({ ...asked, userCode: reseal('user code', asked.userCode) });
    await tx.updateTable('claim').set({ oauth: stored }).where('id', '=', id).execute();
  }
}

/** The code that an editor types for an OAuth claim, as a person reads it. */
export function userCodeOf(deps: Deps, { userCode }: AuthorizationRequest): string {
  return formatUserCode(decryptSecret(deps.sealKey, 'user code', userCode).toString());
}

/** The pending claim with a typed code, or null. */
export async function findClaim(deps: Deps, typed: string): Promise<Claim | null> {
  const code = readUserCode(typed);
  if (!code) return null;
  const row = await deps.db.read
    .selectFrom('claim')
    .selectAll()
    .where('user_code_hmac', '=', hmacSecret(deps.key, code))
    .where('expires_at', '>', now(deps))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row ? toClaim(row) : null;
}

/** A claim by its id, in any state. @throws not_found */
export async function getClaim(tx: Tx, id: string): Promise<Claim> {
  return toClaim(await getClaimRow(tx, id));
}

/** Whether an editor may still decide about the claim. */
export function isWaiting(deps: Deps, { status, expiresAt }: Claim): boolean {
  return status === 'pending' && expiresAt > now(deps);
}

/**
 * Approves a claim on the terms the editor sets. When the same editor approves it again, nothing changes.
 * @throws forbidden (not an editor, or the claim names another editor), not_found, already_done (decided or expired)
 */
export async function approveClaim(
  deps: Deps,
  editor: Member,
  claimId: string,
  terms: GrantTerms = FULL_TERMS,
): Promise<void> {
  await decide(deps, editor, claimId, terms);
}

/** Denies a claim. @throws forbidden, not_found, already_done */
export async function denyClaim(deps: Deps, editor: Member, claimId: string): Promise<void> {
  await decide(deps, editor, claimId, null);
}

/** @throws forbidden when the claim's hint is the email address of another editor: only that editor may decide */
export async function requireNamedEditor(tx: Tx, editor: Member, loginHint: string | null): Promise<void> {
  if (!loginHint) return;
  const named = await tx
    .selectFrom('editor')
    .select('id')
    .where('email', '=', loginHint.trim().toLowerCase())
    .executeTakeFirst();
  if (!named || named.id === editor.id) return;
  throw new Failure('forbidden', 'This agent asks for another editor. Only that editor may decide.', {
    hint: 'Sign in as the editor it names, or let the code expire.',
  });
}

/** Approves the claim with terms, or denies it when `terms` is null. */
async function decide(deps: Deps, editor: Member, claimId: string, terms: GrantTerms | null): Promise<void> {
  requireEditorial(editor, 'decide on a claim');
  const status = terms ? 'claimed' : 'denied';
  await deps.db.write(async (tx) => {
    await lockClaim(deps.db.kind, tx, claimId); // of two presses at once, the second sees what the first decided
    const claim = await getClaimRow(tx, claimId);
    await requireNamedEditor(tx, editor, claim.login_hint);
    const wasCollected = status === 'claimed' && claim.status === 'redeemed';
    if (claim.decided_by === editor.id && (claim.status === status || wasCollected)) return;
    const late = inSeconds(deps, GRACE);
    const decided = await tx
      .updateTable('claim')
      .set({
        status,
        decided_by: editor.id,
        decided_at: now(deps),
        ...(terms && claim.expires_at < late && { expires_at: late }),
        ...(terms && grantColumns(deps, narrowTo(claim, terms))),
      })
      .where('id', '=', claim.id)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now(deps))
      .executeTakeFirst();
    if (decided.numUpdatedRows !== 1n) {
      throw new Failure('already_done', 'This request was decided already or has expired.', {
        hint: 'Start a new request from the agent.',
      });
    }
    await writeJournal(deps, tx, editor satisfies Actor, {
      act: terms ? 'claim.approved' : 'claim.denied',
      subject: { kind: 'claim', id: claim.id },
      ...(terms && { detail: termsDetail(terms) }),
    });
  });
}

/** A client that asked for drafts alone gets no more, whatever the editor grants. */
function narrowTo({ oauth }: ClaimRow, terms: GrantTerms): GrantTerms {
  const isDraftOnly = terms.isDraftOnly || readOAuth(oauth)?.scope === 'article:draft';
  return { ...terms, isDraftOnly };
}

function grantColumns(deps: Deps, { sections, isDraftOnly, renewal }: GrantTerms) {
  return {
    sections: sections && JSON.stringify(sections),
    draft_only: isDraftOnly ? 1 : 0,
    renew_until: renewUntil(deps, renewal),
  };
}

function termsDetail({ sections, isDraftOnly, renewal }: GrantTerms): Record<string, unknown> {
  return { scopes: scopesOf(isDraftOnly), ...(sections && { sections }), ...(renewal !== 'once' && { renewal }) };
}

async function getClaimRow(tx: Tx, id: string): Promise<ClaimRow> {
  const row = await tx.selectFrom('claim').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Failure('not_found', 'There is no such request.', { hint: 'Enter the code the agent shows.' });
  return row;
}

/** Redeemed claims stay: revisions and tokens refer to them. */
async function deleteExpired(deps: Deps, tx: Tx): Promise<void> {
  await tx
    .deleteFrom('claim')
    .where('status', 'in', ['pending', 'claimed', 'denied'])
    .where('expires_at', '<', inSeconds(deps, -KEPT_EXPIRED))
    .execute();
}

/** A code that no pending claim has. */
async function freeUserCode(deps: Deps, tx: Tx): Promise<string> {
  for (;;) {
    const code = newUserCode();
    const taken = await tx
      .selectFrom('claim')
      .select('id')
      .where('user_code_hmac', '=', hmacSecret(deps.key, code))
      .where('expires_at', '>', now(deps))
      .executeTakeFirst();
    if (!taken) return code;
  }
}

function toClaim(row: ClaimRow): Claim {
  return {
    id: row.id,
    status: row.status as Claim['status'],
    loginHint: row.login_hint,
    address: row.address,
    program: row.program,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by,
    sections: readSections(row.sections),
    isDraftOnly: row.draft_only === 1,
    renewUntil: row.renew_until,
    oauth: readOAuth(row.oauth),
  };
}

/** Letters that look different from each other and form no words (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** A code of eight random letters, as it is stored and compared. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The code as a person reads it: `WDJB-MJHT`. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Normalizes a typed code: ignores case, spaces and punctuation. Null when it cannot be a code. */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s\p{P}]/gu, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}
