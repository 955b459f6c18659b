// @ts-check

/** The exit codes of every command. */
export const EXIT = {
  done: 0,
  defect: 1,
  usage: 2,
  notLetIn: 3,
  gate: 4,
  conflict: 5,
  limits: 6,
  away: 7,
};

/** @typedef {keyof typeof EXIT} Outcome */
/**
 * @typedef {object} Detail
 * @property {string} [hint] The next step, in one sentence.
 * @property {string} [code] The `code` of the server's answer.
 * @property {number} [retryAfter] Seconds to wait.
 * @property {Record<string, unknown>} [body] The server's answer.
 * @property {boolean} [isUnsent] Whether the request certainly did not reach the server.
 */

/** A command that cannot go on. Any other error is a defect of this program. */
export class AgentError extends Error {
  /**
   * @param {Outcome} outcome
   * @param {string} message
   * @param {Detail} [detail]
   */
  constructor(outcome, message, detail = {}) {
    super(message);
    this.name = 'AgentError';
    this.outcome = outcome;
    this.detail = detail;
  }
}

/** @type {Record<string, Outcome>} */
const BY_CODE = {
  unauthorized: 'notLetIn',
  forbidden: 'notLetIn',
  insufficient_scope: 'notLetIn',
  access_denied: 'notLetIn',
  expired_token: 'notLetIn',
  invalid_grant: 'notLetIn',
  gate_blocked: 'gate',
  revision_conflict: 'conflict',
  slug_taken: 'conflict',
  idempotency_key_reused: 'conflict',
  already_done: 'conflict',
  already_exists: 'conflict',
  rate_limited: 'limits',
  payload_too_large: 'limits',
  busy: 'away',
  db_unavailable: 'away',
  storage_full: 'away',
  not_ready: 'away',
  internal: 'defect',
};

/**
 * The error for a refusal `{code, error, hint}` of the server, over REST and as the result of a tool.
 * @param {number} status The HTTP status; 0 for the result of a tool.
 * @param {Record<string, unknown>} body
 * @param {number} [retryAfter] Seconds.
 */
export function refusal(status, body, retryAfter) {
  const code = typeof body.code === 'string' ? body.code : '';
  const issues = Array.isArray(body.issues) ? body.issues.map(({ path, message }) => `\n  ${path} ${message}`) : [];
  const message = typeof body.error_description === 'string' ? body.error_description : body.error;
  const text = typeof message === 'string' ? message : `The server answered ${status}.`;
  return new AgentError(BY_CODE[code] ?? byStatus(status), text + issues.join(''), {
    body,
    ...(code !== '' && { code }),
    ...(typeof body.hint === 'string' && { hint: body.hint }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** @param {number} status @returns {Outcome} */
function byStatus(status) {
  if (status === 401 || status === 403) return 'notLetIn';
  if (status === 409) return 'conflict';
  if (status === 413 || status === 429) return 'limits';
  if (status >= 502 && status <= 504) return 'away';
  return status >= 500 ? 'defect' : 'usage';
}
