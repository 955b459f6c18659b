import { readPublished } from '#article/pages/read-published.ts';
import { listSentBriefs, readReach } from '#brief/issues/archive.ts';
import { askForBrief } from '#brief/subscribers/subscribe.ts';
import { widestNetwork } from '#core/address-key.ts';
import { Failure } from '#core/failure.ts';
import { HONEYPOT } from '#html/honeypot.ts';
import { readForm } from '#http/body.ts';
import { HTML } from '#http/cache/public-response.ts';
import { callerAddress, isSameOrigin } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { subscriberResponse, withReaderErrors } from './subscriber-page.ts';
import { askedHtml, refusedSubscribeHtml, subscribeHtml } from './subscriber-pages.ts';

/** `GET /brief/subscribe`. */
export async function showSubscribe(c: Context): Promise<Response> {
  // Without the database the page has no sample, and its form still.
  const sample = await readPublished(c, async (tx) => {
    const [latest] = await listSentBriefs(tx, 1);
    return latest ? [{ ...latest, readers: await readReach(tx, latest.day) }] : [];
  });
  const body = await subscribeHtml(siteSnapshot().publication, sample[0] ?? null);
  return sendPublic(c, { status: 200, type: HTML, body, about: ['placed:briefs'] });
}

/**
 * `POST /brief/subscribe`: 202 with the same page for every address, over a limit too, so that the answer tells nothing about
 * an address. Only a text that is no address gets another answer.
 */
export const postSubscribe = withReaderErrors(async (c) => {
  const { deps, config } = c.var;
  if (!isSameOrigin(c))
    throw new Failure('forbidden', 'This form was not sent from our own pages.', { hint: 'Use the form below.' });
  if (!config.mail)
    throw new Failure('busy', 'This site sends no email at present, so nobody can subscribe. Nothing was stored.', {
      hint: 'Follow the feed at /rss.xml, or come back later.',
    });
  const fields = await readForm(c.req.raw);
  const typed = fields.get('email') ?? '';
  try {
    if (fields.get(HONEYPOT)) return await askedPage();
    const from = callerAddress(c);
    await c.var.limits.spendAddress('subscribe', from);
    const isOneOfFew = await c.var.limits.allows('fewSubscriptions', widestNetwork(from));
    await askForBrief(deps, siteSnapshot().publication, typed, { address: from, isOneOfFew });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === 'validation_failed') return await refusedPage(typed, error);
    if (error.kind !== 'rate_limited') throw error;
  }
  return await askedPage();
});

async function askedPage(): Promise<Response> {
  return subscriberResponse(await askedHtml(siteSnapshot().publication), 202);
}

async function refusedPage(typed: string, { message }: Failure): Promise<Response> {
  const body = await refusedSubscribeHtml(siteSnapshot().publication, { typed: typed.slice(0, 320), problem: message });
  return subscriberResponse(body, 422, { 'Referrer-Policy': 'strict-origin-when-cross-origin' }); // the form needs its Origin
}
