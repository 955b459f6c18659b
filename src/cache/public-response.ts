import type { Form } from './negotiate.ts';
import type { Choice } from './store.ts';

/** One printed form of something public, before a coding is chosen: the same bytes for every reader. */
export type PublicResponse = {
  status: 200 | 301 | 404;
  /** The whole `Content-Type`. */
  type: string;
  /** Text, or the bytes of a picture. */
  body: string | Uint8Array;
  /** UTC ISO time of the latest publication in it, told as `Last-Modified`. */
  modifiedAt?: string | null;
  headers?: Record<string, string>;
  /**
   * What it is about (`edition`, `desk:…`, `article:…`, `placed:ads`, `placed:suppliers`), so that a publication of it lets the copy go; empty for what changes
   * with no publication. Without it the copy is printed for one reader and not kept.
   */
  about?: readonly string[];
  /** How its form is chosen at its path; `only` where the path has no other. */
  choice?: Choice;
  form?: Form;
};

/** What a copy may be kept as: how its form was chosen, and by which publications it is let go. */
export type Keeping = Required<Pick<PublicResponse, 'about' | 'choice' | 'form'>>;

export const HTML = 'text/html; charset=utf-8';
export const MARKDOWN = 'text/markdown; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const PLAIN = 'text/plain; charset=utf-8';
export const RSS = 'application/rss+xml; charset=utf-8';
export const ATOM = 'application/atom+xml; charset=utf-8';
export const JSON_FEED = 'application/feed+json; charset=utf-8';
export const PNG = 'image/png';
export const XML = 'application/xml; charset=utf-8';

/** A copy in JSON. */
export function jsonResponse(value: unknown, more: Partial<PublicResponse> = {}): PublicResponse {
  return { status: 200, type: JSON_TYPE, body: `${JSON.stringify(value)}\n`, ...more };
}
