import type { Failure, FailureKind } from '../../core/failure.ts';

/** The one table from refusals to statuses. */
const STATUS: Record<FailureKind, number> = {
  bad_request: 400,
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_done: 409,
  already_exists: 409,
  revision_conflict: 409,
  working_copy_conflict: 409,
  slug_taken: 409,
  gate_blocked: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  busy: 503,
  db_unavailable: 503,
  storage_full: 503,
};

/** What a refusal looks like in JSON, over REST and MCP alike: `{code, error, hint}` and what the refusal adds. */
export type ErrorBody = { code: string; error: string; hint: string; [more: string]: unknown };

export function errorBody(failure: Failure): ErrorBody {
  return {
    code: failure.kind,
    error: failure.message,
    hint: failure.detail.hint ?? 'See /openapi.json.',
    ...failure.detail.more,
  };
}

/** For whoever asks the write routes for a draft. */
export const DRAFTS_ARE_READ =
  'Agents read a draft with the tool get_article of POST /api/mcp, with the same bearer token; people read it in the newsroom.';

/** What an error that is no refusal looks like: it is logged, never shown. */
export const INTERNAL: ErrorBody = {
  code: 'internal',
  error: 'Something went wrong here; it was noted.',
  hint: 'Send the same request again with the same Idempotency-Key; if it goes on failing, tell the publication.',
};

export function statusOfFailure(failure: Failure): number {
  return STATUS[failure.kind];
}

/** A refusal as an answer in JSON. */
export function errorResponse(failure: Failure, headers: Record<string, string> = {}): Response {
  return errorBodyResponse(statusOfFailure(failure), errorBody(failure), {
    ...(failure.detail.retryAfter !== undefined && { 'Retry-After': String(Math.ceil(failure.detail.retryAfter)) }),
    ...headers,
  });
}

export function errorBodyResponse(status: number, refusal: ErrorBody, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify(refusal)}\n`, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}
