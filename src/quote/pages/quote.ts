import { Failure } from '#core/failure.ts';
import { readJson, validate } from '#http/body.ts';
import { HTML, JSON_TYPE, jsonResponse } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { formOf, isTwin, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { checkQuote } from '#quote/check-quote.ts';
import type { QuoteCheck } from '#quote/quote-check.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { type QuotePage, quoteHtml } from './quote-html.ts';
import { quoteJson, quoteRequestSchema } from './quote-json.ts';
import { quoteMarkdown } from './quote-markdown.ts';

/** `GET /api/v1/public/quote?text=…`: checks a quote. */
export async function readQuote(c: Context): Promise<Response> {
  return sendCheck(await checkText(c, requireText(c)));
}

/** `POST /api/v1/public/quote` with `{text}`: the same for a text that is too long for an address. */
export async function postQuote(c: Context): Promise<Response> {
  const { text } = validate(quoteRequestSchema, await readJson(c.req.raw));
  return sendCheck(await checkText(c, text));
}

/** `/quote` and `/quote.md`: the form, and the result for `text`. Results are not cached. */
export async function readQuotePage(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const form = formOf(c);
  const page = await checkPage(c);
  if (page.wrong !== null && form !== 'html') throw new Failure('bad_request', page.wrong);
  const isForm = page.check === null && page.wrong === null;
  const choice = isTwin(c) ? 'query' : 'page query';
  const headers = linksOf(c, '/quote', `${publication.baseUrl}/api/v1/public/quote`);
  const kept = { form, choice, ...(isForm && { about: [] }) } as const;
  switch (form) {
    case 'html':
      return sendPublic(c, {
        status: 200,
        type: HTML,
        body: await quoteHtml(publication, page),
        ...own(page, headers),
        ...kept,
      });
    case 'markdown': {
      const { headers: all } = own(page, headers);
      return sendPublic(c, { ...markdownResponse(quoteMarkdown(publication, page), '/quote.md', null, all), ...kept });
    }
    case 'json': {
      const check = page.check ?? { match: 'not_found' };
      return sendPublic(c, { ...jsonResponse(quoteJson(publication, check), own(page, headers)), ...kept });
    }
  }
}

function own({ check }: QuotePage, headers: Record<string, string>) {
  return { headers: { ...headers, ...(check && { 'Cache-Control': 'no-store' }) } };
}

async function checkPage(c: Context): Promise<QuotePage> {
  const text = (c.req.query('text') ?? '').trim();
  if (text === '') return { text, check: null, wrong: null };
  try {
    return { text, check: await checkText(c, text), wrong: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'bad_request') throw error;
    return { text, check: null, wrong: `${error.message} ${error.detail.hint ?? ''}`.trim() };
  }
}

/** Checks a quote within the budget of the caller's address. */
export async function checkText(c: Context, text: string): Promise<QuoteCheck> {
  await c.var.limits.spendAddress('quote', callerAddress(c));
  return checkQuote(c.var.deps, text);
}

/** @throws bad_request */
function requireText(c: Context): string {
  const [text, ...more] = c.req.queries('text') ?? [];
  if (text !== undefined && more.length === 0) return text;
  throw new Failure('bad_request', `The parameter text is ${text === undefined ? 'missing' : 'sent twice'}.`, {
    hint: 'Send the quote as text, percent-encoded in UTF-8; a long one by POST as JSON.',
  });
}

/** The result may change at any moment, so it is not cached. */
function sendCheck(check: QuoteCheck): Response {
  return new Response(`${JSON.stringify(quoteJson(siteSnapshot().publication, check))}\n`, {
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' },
  });
}
