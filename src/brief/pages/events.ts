import { notFound } from '#article/pages/not-found.ts';
import { postmarkEventSchema, readPostmarkEvent, requireBasicLogin } from '#brief/bounces/postmark.ts';
import { recordBounce } from '#brief/bounces/record-bounce.ts';
import { confirmationUrl, readSesEvent, requireSnsSignature, snsMessageSchema } from '#brief/bounces/ses.ts';
import { createSnsCertificates } from '#brief/bounces/sns-certificates.ts';
import { readStandardEvent, requireStandardSignature, standardEventSchema } from '#brief/bounces/standard-webhook.ts';
import type { Reported } from '#brief/bounces/webhook.ts';
import { parseBody, readBytes, validate } from '#http/body.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';

// Webhooks of mail services that report bounces and complaints. Each is there when its setting is set.

/** Bytes of the largest message. */
const LARGEST = 512 * 1024;
/** Certificates of Amazon, the same for every site of the process. */
const certificateCache = createSnsCertificates();
const WHERE = 'docs/operations.md describes it.';

/** `POST /brief/events/standard` (Standard Webhooks 1.0.0). */
export async function postStandardEvent(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const secret = config.bounces.webhookSecret;
  if (secret === null) return notFound(c);
  const body = await readBytes(c.req.raw, LARGEST);
  const header = (name: string) => c.req.header(`webhook-${name}`) ?? '';
  const id = header('id').slice(0, 200);
  const message = { id, timestamp: header('timestamp'), signature: header('signature').slice(0, 2000), body };
  requireStandardSignature(secret, message, deps.clock());
  const event = validate(standardEventSchema, await parseBody(body), WHERE);
  return record(c, readStandardEvent(event, id, config.brief.bounceHost));
}

/** `POST /brief/events/postmark`. */
export async function postPostmarkEvent(c: Context): Promise<Response> {
  const login = c.var.config.bounces.postmarkLogin;
  if (login === null) return notFound(c);
  try {
    requireBasicLogin(login, c.req.header('authorization'));
  } catch (error) {
    await c.var.limits.spendAddress('wrongLogin', callerAddress(c));
    throw error;
  }
  const event = validate(postmarkEventSchema, await parseBody(await readBytes(c.req.raw, LARGEST)), WHERE);
  return record(c, readPostmarkEvent(event));
}

/** `POST /brief/events/ses`: messages of Amazon SNS. */
export async function postSesEvent(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const topic = config.bounces.sesTopic;
  if (topic === null) return notFound(c);
  const message = validate(snsMessageSchema, await parseBody(await readBytes(c.req.raw, LARGEST)), WHERE);
  await requireSnsSignature(message, topic, {
    certificates: certificateCache,
    fetchText,
    clock: deps.clock(),
  });
  const confirms = confirmationUrl(message);
  if (confirms) await fetchText(confirms);
  if (message.Type !== 'Notification') return record(c, []);
  return record(c, readSesEvent(parseMessage(message.Message), config.brief.bounceHost));
}

async function record(c: Context, reports: Reported): Promise<Response> {
  for (const report of reports) await recordBounce(c.var.deps, report);
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Fetches an address of Amazon, which `ses.ts` has checked. */
async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000) });
  const text = await response.text();
  if (!response.ok || text.length > 64 * 1024) throw new Error(`SNS answered ${response.status}.`);
  return text;
}
