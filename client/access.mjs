// @ts-check
import { AgentError } from './errors.mjs';
import { parseObject, readJson, send, sendJson } from './http.mjs';
import { emptyState } from './store.mjs';

/** @typedef {import('./store.mjs').State} State */
/** @typedef {import('./store.mjs').Claim} Claim */
/** @typedef {import('./store.mjs').Store} Store */
/** @typedef {ReturnType<typeof openAccess>} Access */
/** @typedef {'none' | 'pending' | 'denied' | 'over'} Why Why there is no token: never asked, not decided, refused, ended. */

const GRANT = 'urn:example:agent-auth:grant-type:claim';
/** Milliseconds before its end at which a token is renewed. */
const EARLY = 60_000;

/** No editor lets this program in, or not any more. */
export class NotLetIn extends AgentError {
  /**
   * @param {Why} why
   * @param {string} message
   * @param {Claim | null} [claim]
   */
  constructor(why, message, claim = null) {
    super('notLetIn', message, { hint: 'Run `plumbline-agent claim`, and give the code to an editor.' });
    this.why = why;
    this.claim = claim;
  }
}

/**
 * The access to one origin: asks, polls, keeps and renews. Processes that share the store share the token.
 * @param {{ origin: string, store: Store, now?: () => number, sleep?: (ms: number) => Promise<unknown> }} options
 */
export function openAccess({ origin, store, now = Date.now, sleep = wait }) {
  /** @type {Promise<string> | null} */
  let running = null;
  return { ask, token };

  /**
   * Asks for access: an editor must type the code of the claim. The access of before is forgotten.
   * @param {string} [hint] Whom to ask: the email address of an editor, or a few words.
   * @returns {Promise<Claim>}
   */
  async function ask(hint) {
    const body = JSON.stringify({ type: 'service_auth', ...(hint && { login_hint: hint }) });
    const headers = { 'Content-Type': 'application/json' };
    const identity = await sendJson(origin, '/api/agent/identity', { method: 'POST', headers, body });
    if (new URL(identity.verification_uri).origin !== origin)
      throw new AgentError('away', `${origin} names a page on another host: ${identity.verification_uri}`, {
        hint: `If you trust that host, use --site ${new URL(identity.verification_uri).origin}.`,
      });
    /** @type {Claim} */
    const claim = {
      token: identity.claim_token,
      code: identity.user_code,
      uri: identity.verification_uri,
      interval: identity.interval,
      expiresAt: now() + identity.expires_in * 1000,
      nextPollAt: 0,
      status: 'pending',
    };
    store.write({ ...(store.read() ?? emptyState(origin)), claim, access: null });
    return claim;
  }

  /**
   * A token that is good for a minute at least, where one can be had. `refused` is the token that the server answered with 401.
   * @param {string} [refused]
   * @returns {Promise<string>}
   * @throws NotLetIn
   */
  async function token(refused) {
    const access = store.read()?.access;
    if (access && !access.isDead && access.token !== refused && access.expiresAt - now() > EARLY) return access.token;
    running ??= renew(refused).finally(() => {
      running = null;
    });
    return running;
  }

  /** @param {string} [refused] @returns {Promise<string>} */
  async function renew(refused) {
    const state = store.read();
    if (!state?.claim) throw new NotLetIn('none', `No editor of ${origin} was asked for access.`);
    const { claim, access } = state;
    if (access && access.token === refused && !access.isDead) {
      access.isDead = true;
      store.write(state);
    }
    // What is left of the last minute, or a token that only our clock calls old.
    const left = access && !access.isDead ? access.token : null;
    if (claim.status === 'denied') throw denied();
    if (claim.status === 'over') return left ?? ended(state);
    if (claim.status === 'pending' && now() < claim.nextPollAt) throw pending(claim);
    return redeem(state, left, true);
  }

  /**
   * @param {State} state
   * @param {string | null} left
   * @param {boolean} mayRepeat
   * @returns {Promise<string>}
   */
  async function redeem(state, left, mayRepeat) {
    const claim = /** @type {Claim} */ (state.claim);
    const body = new URLSearchParams({ grant_type: GRANT, claim_token: claim.token }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await send(origin, '/api/agent/token', { method: 'POST', headers, body });
    const error = answer.status === 400 ? String(parseObject(answer.text)?.error) : null;
    if (error === null) {
      const { access_token, expires_in, scope } = readJson(origin, answer);
      const access = { token: access_token, expiresAt: now() + expires_in * 1000, scope };
      store.write({ ...state, claim: { ...claim, status: 'granted' }, access });
      return access_token;
    }
    const other = store.read();
    if (other?.access && other.access.token !== state.access?.token) return other.access.token; // another process was faster
    if (error === 'slow_down' && claim.status === 'granted') {
      if (left) return left;
      if (!mayRepeat) throw new AgentError('limits', 'Another program renews the token at the same time.');
      await sleep(claim.interval * 1000);
      return redeem(store.read() ?? state, left, false);
    }
    if (error === 'authorization_pending' || error === 'slow_down') {
      const pause = (claim.interval + (error === 'slow_down' ? 5 : 0)) * 1000;
      const waiting = { ...claim, nextPollAt: now() + pause };
      store.write({ ...state, claim: waiting });
      throw pending(waiting);
    }
    const wasPending = claim.status === 'pending';
    const status = error === 'access_denied' && wasPending ? 'denied' : 'over';
    const after = { ...state, claim: { ...claim, status: /** @type {'denied' | 'over'} */ (status) } };
    store.write(after);
    if (status === 'denied') throw denied();
    return left ?? ended(after);
  }

  /** @param {State} state @returns {never} */
  function ended({ access }) {
    const what = access ? 'ended, or an editor ended it' : 'was not given in time';
    throw new NotLetIn('over', `The access to ${origin} ${what}.`);
  }

  function denied() {
    return new NotLetIn('denied', `An editor of ${origin} refused access.`);
  }

  /** @param {Claim} claim */
  function pending(claim) {
    return new NotLetIn('pending', askEditor(claim), claim);
  }
}

/** What to tell the person who started the program. @param {Claim} claim */
export function askEditor({ code, uri }) {
  return `No editor has let this program in yet. Ask an editor to open ${uri}, sign in, and enter the code ${code}.`;
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
