/** The closed list of refusals. Each is a `code` on the wire; `http/kit/error-response.ts` maps it to a status. */
export type FailureKind =
  | 'bad_request'
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'insufficient_scope'
  | 'not_found'
  | 'method_not_allowed'
  | 'already_done'
  | 'revision_conflict'
  | 'working_copy_conflict'
  | 'slug_taken'
  | 'gate_blocked'
  | 'already_exists'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'busy'
  | 'db_unavailable'
  | 'storage_full';

export type FailureDetail = {
  /** What the caller can do next, in one sentence. */
  hint?: string;
  /** Seconds to wait, told by `Retry-After`. */
  retryAfter?: number;
  /** Fields told beside `code`, `error` and `hint`, such as `currentRevision` or `issues`. */
  more?: Record<string, unknown>;
};

/** A refusal: thrown by verbs, told to the caller as it is. Anything else that is thrown is a defect and stays hidden. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly detail: FailureDetail;

  constructor(kind: FailureKind, message: string, detail: FailureDetail = {}) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
    this.detail = detail;
  }
}
