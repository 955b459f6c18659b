import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { type BounceKind, findStatusCode, kindOf } from './classify.ts';
import type { FetchText, SnsCertificates } from './sns-certificates.ts';
import { type Reported, subscriberOf, unsigned } from './webhook.ts';

// Reports of Amazon SES, which arrive as signed messages of Amazon SNS.

export const snsMessageSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(200),
  TopicArn: z.string().max(300),
  Message: z.string().max(300_000),
  Timestamp: z.string().max(40),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2000),
  SigningCertURL: z.string().max(500),
  Subject: z.string().max(1000).nullish(),
  Token: z.string().max(2000).optional(),
  SubscribeURL: z.string().max(2000).optional(),
});
export type SnsMessage = z.output<typeof snsMessageSchema>;

/** Regions have a number at their end; other names below amazonaws.com can belong to anybody, such as the bucket `sns.s3`. */
const CERTIFICATE =
  /^https:\/\/sns\.[a-z]{2,5}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;
const CONFIRMATION =
  /^https:\/\/sns\.[a-z]{2,5}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?\/\?Action=ConfirmSubscription&/;
/** Milliseconds: SNS repeats a message for at most an hour after its time. */
const OLDEST = 2 * 3_600_000;

/** Checks topic, time, and the signature by a certificate from a host of SNS. @throws unauthorized */
export async function requireSnsSignature(
  message: SnsMessage,
  topic: string,
  { certificates, fetchText, clock }: { certificates: SnsCertificates; fetchText: FetchText; clock: number },
): Promise<void> {
  if (message.TopicArn !== topic) throw unsigned('it is of another topic');
  const age = Math.abs(clock - Date.parse(message.Timestamp));
  if (!(age <= OLDEST)) throw unsigned('its time is not within 2 hours');
  if (!CERTIFICATE.test(message.SigningCertURL)) throw unsigned('its certificate is not at a host of SNS');
  const certificate = await certificates.get(message.SigningCertURL, fetchText, clock).catch(() => {
    throw new Failure('busy', 'The certificate of SNS could not be fetched.', {
      hint: 'SNS sends the message again.',
      retryAfter: 60,
    });
  });
  const algorithm = message.SignatureVersion === '2' ? 'sha256' : 'sha1';
  const signature = Buffer.from(message.Signature, 'base64');
  if (!verify(algorithm, Buffer.from(signedText(message)), createPublicKey(certificate), signature))
    throw unsigned('its signature does not fit');
}

/** The address that confirms the subscription of this site to the topic; null for every other message. */
export function confirmationUrl({ Type, SubscribeURL = '' }: SnsMessage): string | null {
  return Type === 'SubscriptionConfirmation' && CONFIRMATION.test(SubscribeURL) ? SubscribeURL : null;
}

/** The text that SNS signs: names and values in turn, each on a line. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.flatMap((name) => (message[name] == null ? [] : [`${name}\n${message[name]}\n`])).join('');
}

const sesRecipient = z.object({
  emailAddress: z.string().max(320),
  status: z.string().max(100).optional(),
  diagnosticCode: z.string().max(2000).optional(),
});
const sesEventSchema = z.object({
  notificationType: z.string().max(100).optional(),
  eventType: z.string().max(100).optional(),
  mail: z.object({ source: z.string().max(320).optional() }).optional(),
  bounce: z
    .object({
      bounceType: z.string().max(100),
      feedbackId: z.string().max(200),
      bouncedRecipients: z.array(sesRecipient).max(100),
    })
    .optional(),
  complaint: z
    .object({ feedbackId: z.string().max(200), complainedRecipients: z.array(sesRecipient).max(100) })
    .optional(),
});

/** The reports in the message of a notification; none when it is about something else. */
export function readSesEvent(message: unknown, bounceHost: string | null): Reported {
  const read = sesEventSchema.safeParse(message);
  if (!read.success) return [];
  const { mail, bounce, complaint } = read.data;
  const of = (
    recipient: z.output<typeof sesRecipient>,
    id: string,
    kind: BounceKind,
    code: string | null,
  ): Reported => {
    const whom = subscriberOf({ sender: mail?.source, recipient: recipient.emailAddress }, bounceHost);
    return whom ? [{ ...whom, kind, code, source: 'ses', id: `${id} ${recipient.emailAddress}` }] : [];
  };
  return [
    ...(bounce?.bouncedRecipients ?? []).flatMap((recipient) => {
      const code = findStatusCode(recipient.status ?? '') ?? findStatusCode(recipient.diagnosticCode ?? '');
      return of(recipient, bounce?.feedbackId ?? '', kindOfBounce(bounce?.bounceType ?? '', code), code);
    }),
    ...(complaint?.complainedRecipients ?? []).flatMap((recipient) =>
      of(recipient, complaint?.feedbackId ?? '', 'complaint', null),
    ),
  ];
}

/** SES calls a bounce permanent without a code, too. */
function kindOfBounce(type: string, code: string | null): BounceKind {
  if (code !== null) return kindOf(code);
  return type === 'Permanent' ? 'hard' : 'soft';
}
