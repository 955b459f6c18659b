import type { Settings } from './env.ts';

// The settings about the mail domain of the Field Brief and the reports about its deliveries, in the shape that the code uses.

/** The mailbox with reports. `needsTls` as for the mail server. */
export type BounceMailbox = {
  host: string;
  port: number;
  isTls: boolean;
  needsTls: boolean;
  user: string;
  password: string;
};

/** The settings that determine the DNS records of the brief's sender. */
export type MailDomain = {
  baseUrl: string;
  from: string;
  dkim: 'own' | 'relay';
  bounceHost: string | null;
  mailHost: string | null;
  /** The DNS server to ask; null means those of the system. */
  dnsServer: string | null;
};

export function readMailDomain(env: Settings, baseUrl: string, from: string): MailDomain {
  return Object.freeze({
    baseUrl,
    from,
    dkim: env.BRIEF_DKIM,
    bounceHost: env.BOUNCE_HOST ?? null,
    mailHost: env.SMTP_URL ? (URL.parse(env.SMTP_URL)?.hostname ?? null) : null,
    dnsServer: env.BRIEF_DNS_SERVER ?? null,
  });
}

/** Each source is null where it is not set up. */
export type BounceSettings = {
  mailbox: BounceMailbox | null;
  /** The ARN of the SNS topic of Amazon SES. */
  sesTopic: string | null;
  /** NAME:PASSWORD. */
  postmarkLogin: string | null;
  /** `whsec_` and the secret in base64. */
  webhookSecret: string | null;
};

/** @throws Error when BOUNCE_IMAP_URL is wrong */
export function readBounceSettings(env: Settings): BounceSettings {
  return Object.freeze({
    mailbox: readBounceMailbox(env.BOUNCE_IMAP_URL),
    sesTopic: env.BOUNCE_SES_TOPIC ?? null,
    postmarkLogin: env.BOUNCE_POSTMARK_LOGIN ?? null,
    webhookSecret: env.BOUNCE_WEBHOOK_SECRET ?? null,
  });
}

const LOOPBACK = /^(?:127\.[0-9.]+|\[::1\]|localhost)$/i;

function readBounceMailbox(given: string | undefined): BounceMailbox | null {
  if (!given) return null;
  const url = URL.parse(given);
  const isValid = url && /^imaps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
  if (!isValid || url.search || url.hash || !url.username || !url.password)
    throw new Error('BOUNCE_IMAP_URL must be imaps://NAME:PASSWORD@HOST:PORT, or imap:// for STARTTLS.');
  const isTls = url.protocol === 'imaps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isTls ? 993 : 143)),
    isTls,
    needsTls: !LOOPBACK.test(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}
