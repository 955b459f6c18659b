/** The forms in which a page or an article exists. */
export type Form = 'html' | 'markdown' | 'json';
/** The form under which the cache stores a response; `only` at a path that has one form. */
export type StoredForm = Form | 'only';
/**
 * How the form at a path is chosen: `only` where there is one form, `page` by the page rule, `api` by the
 * rule at `/api`. With `query` the response depends on the query too, and only the path without a query is cached.
 */
export type FormChoice = 'only' | 'query' | 'page' | 'page query' | 'api';

/** A public response in one form, before a content coding is chosen: the same bytes for every reader. */
export type PublicResponse = {
  status: 200 | 301 | 404 | 410;
  /** The whole `Content-Type`. */
  type: string;
  /** Text, or the bytes of a picture. */
  body: string | Uint8Array;
  /** UTC ISO time of the latest publication in the response, sent as `Last-Modified`. */
  modifiedAt?: string | null;
  headers?: Record<string, string>;
  /** Whether `Repr-Digest` has the SHA-256 of the bytes that are sent (RFC 9530, 3). */
  hasDigest?: true;
  /**
   * What the response shows (`edition`, `section:…`, `article:…`, `next:…` for what follows an article, `placed:ads`, `placed:suppliers`, `placed:briefs`, `placed:front`, `placed:authors`): a publication of it removes
   * the response from the cache. Empty when no publication changes the response. Without it the response is not cached.
   */
  about?: readonly string[];
  choice?: FormChoice;
  form?: Form;
};

export const HTML = 'text/html; charset=utf-8';
export const MARKDOWN = 'text/markdown; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const PLAIN = 'text/plain; charset=utf-8';
export const RSS = 'application/rss+xml; charset=utf-8';
export const ATOM = 'application/atom+xml; charset=utf-8';
export const JSON_FEED = 'application/feed+json; charset=utf-8';
export const PNG = 'image/png';
export const XML = 'application/xml; charset=utf-8';
export const MANIFEST = 'application/manifest+json';
export const RSL = 'application/rsl+xml';

/** The `Cache-Control` of public responses. */
export const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

/** The `Cache-Control` of files whose name contains the hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The `Cache-Control` of permanent revisions. A browser keeps a revision permanently; a shared cache asks again after ten minutes, so that
 * its readers see a withdrawal.
 */
export const PERMANENT = 'public, max-age=31536000, s-maxage=600, immutable';

/** Headers of every public response. */
export const SHARED_HEADERS: Record<string, string> = {
  Vary: 'Accept, Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
};

/** A public response in JSON. */
export function jsonResponse(value: unknown, more: Partial<PublicResponse> = {}): PublicResponse {
  return { status: 200, type: JSON_TYPE, body: `${JSON.stringify(value)}\n`, ...more };
}
