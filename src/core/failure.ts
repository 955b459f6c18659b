/** Every kind of refusal. Each is a `code` on the wire; `http/errors.ts` maps it to a status. */
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
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'busy'
  | 'db_unavailable'
  | 'storage_full';

export type FailureDetail = {
  /** One sentence: what the caller can do next. */
  hint?: string;
  /** The hint on a page of the newsroom, where `hint` names a call that only programs make. */
  hintForPeople?: string;
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfter?: number;
  /** More fields of the answer, such as `currentRevision` or `issues`. */
  more?: Record<string, unknown>;
};

/** A refusal: acts throw it, and the caller sees its message. Any other error is a defect: it is logged and never shown. */
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
