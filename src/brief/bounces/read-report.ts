import PostalMime, { type Email } from 'postal-mime';
import { type BounceAddress, parseBounceAddress } from './bounce-address.ts';
import { type BounceKind, classifyStatus } from './classify.ts';

// Reads a report about one delivery: a delivery status report (RFC 3464) or an abuse report (RFC 5965).

/** `failure` is null when the email was delayed, relayed or delivered. `messageId` is the report's own. */
export type DeliveryReport = {
  address: BounceAddress;
  failure: { kind: BounceKind; code: string | null } | null;
  messageId: string;
};

/** Bytes of an email that are read: a report says what matters in its first parts, before the returned email. */
export const MOST_READ = 256 * 1024;
/** Deepest part that is read; a report has two levels. */
const DEEPEST = 10;
/** Characters of the part with the status, and recipients in it, that are read: each delivery has one recipient. */
const LONGEST_STATUS = 64 * 1024;
const MOST_RECIPIENTS = 20;

/** The headers of an email that the server of the mailbox, or the sender of the report, names the envelope recipient in. */
export const ADDRESSED: ReadonlySet<string> = new Set([
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'to',
]);

/** Reads an email, of which more than `MOST_READ` bytes are ignored. Null when it is no report to one of our addresses. */
export async function readReport(source: Uint8Array, bounceHost: string): Promise<DeliveryReport | null> {
  const email = await parse(source.subarray(0, MOST_READ));
  if (!email) return null;
  const type = headerOf(email, 'content-type');
  if (!/^\s*multipart\/report\b/i.test(type)) return null;
  const address = findAddress(email, bounceHost);
  if (!address) return null;
  const messageId = (email.messageId ?? '').slice(0, 300);
  const status = textOf(email, 'message/delivery-status') ?? textOf(email, 'message/global-delivery-status');
  if (status !== null) return { address, messageId, failure: readStatus(status) };
  const abuse = textOf(email, 'message/feedback-report');
  if (abuse === null) return null; // a receipt that somebody read it (RFC 8098), for example
  const isComplaint = /^(?:abuse|fraud|virus|other)$/i.test(fieldOf(abuse, 'Feedback-Type'));
  return { address, messageId, failure: isComplaint ? { kind: 'complaint', code: null } : null };
}

async function parse(source: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(source, { maxNestingDepth: DEEPEST, attachmentEncoding: 'utf8' });
  } catch {
    return null; // nested too deep, or its headers are too long
  }
}

function headerOf({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? '';
}

/** The bounce address that the email was sent to; null when it names none, or several. */
function findAddress({ headers }: Email, bounceHost: string): BounceAddress | null {
  const named = headers
    .filter(({ key }) => ADDRESSED.has(key))
    .flatMap(({ value }) => value.slice(0, 2000).split(/[\s,;]+/));
  const addresses = named.flatMap((word) => parseBounceAddress(word, bounceHost) ?? []);
  const [first] = addresses;
  return first && addresses.every(({ day, token }) => day === first.day && token === first.token) ? first : null;
}

function textOf({ attachments }: Email, type: string): string | null {
  const part = attachments.find(({ mimeType }) => mimeType === type);
  return part ? String(part.content).slice(0, LONGEST_STATUS) : null;
}

/** The first recipient that failed; null when none did. The first group of fields is about the message. */
function readStatus(status: string): DeliveryReport['failure'] {
  const groups = status.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/);
  const recipients = groups
    .filter((group) => /^(?:final|original)-recipient[ \t]*:/im.test(group))
    .slice(0, MOST_RECIPIENTS);
  for (const group of recipients) {
    const failure = classifyStatus(
      fieldOf(group, 'Action'),
      fieldOf(group, 'Status'),
      fieldOf(group, 'Diagnostic-Code'),
    );
    if (failure) return failure;
  }
  return null;
}

/** The value of a field with its continued lines; empty when it is absent. Comments in brackets are left out. */
function fieldOf(group: string, name: string): string {
  const lines = group
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  const line = lines.find((candidate) => candidate.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
  return line
    .slice(name.length + 1)
    .replace(/^\s*\([^)]*\)/, '')
    .trim();
}
