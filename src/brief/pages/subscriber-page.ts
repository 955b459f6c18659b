import { Failure } from '#core/failure.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Handler } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { READER_POLICY } from '#http/security-headers.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { subscriberRefusedHtml } from './subscriber-pages.ts';

/** No cache stores these pages, no search engine lists them, and no link passes on the secret in the address. */
const HEADERS = {
  'Content-Type': HTML,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': READER_POLICY,
};

/** A page for a subscriber. */
export function subscriberResponse(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { ...HEADERS, ...headers } });
}

/** Shows a refusal of the handler as a page for readers. */
export function withReaderErrors(handler: Handler): Handler {
  return async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return refusedResponse(error);
    }
  };
}

async function refusedResponse(failure: Failure): Promise<Response> {
  const { hint = 'Try again later.', retryAfter } = failure.detail;
  const body = await subscriberRefusedHtml(siteSnapshot().publication, { error: failure.message, hint });
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) };
  return subscriberResponse(body, statusOfFailure(failure), headers);
}
