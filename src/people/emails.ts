import { hashSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { type Email, queueMail, SECRET_HERE } from '#runtime/mail/outbox.ts';
import { duplicateLink } from './one-time-links.ts';

/** The magazine's name and base address, for the emails and the links in them. */
export type SiteInfo = { name: string; baseUrl: string };

/** Emails with a one-time link. Each says what the link does and how long it works. */
const WITH_LINK = {
  welcome: {
    subject: (name: string) => `Create the chief editor’s account of ${name}`,
    text: (name: string) =>
      `The server of ${name} runs and has no chief editor yet. Open this link to create that account. It works once, within a day:`,
    path: '/newsroom/welcome/',
  },
  invitation: {
    subject: (name: string) => `You are invited to the newsroom of ${name}`,
    text: (name: string, by: string) =>
      `${by} invites you to work in the newsroom of ${name}. Open this link to choose a password. It works once, within three days:`,
    path: '/newsroom/invitation/',
  },
  reset: {
    subject: (name: string) => `Reset your password for the newsroom of ${name}`,
    text: (name: string) =>
      `Somebody, probably you, asked to reset your password for the newsroom of ${name}. Open this link to choose a new password. It works once, within half an hour. If it was not you, ignore this email: nothing changes.`,
    path: '/newsroom/reset/',
  },
  address: {
    subject: (name: string) => `Confirm your email address for the newsroom of ${name}`,
    text: (name: string) =>
      `Somebody, probably you, wants to sign in to the newsroom of ${name} with this email address. Open this link to confirm the address. It works once, within a day. If it was not you, ignore this email: nothing changes.`,
    path: '/newsroom/new-address/',
  },
};

export type LinkEmail = keyof typeof WITH_LINK;

/** Whether an email of this kind has a one-time link. */
export function isLinkEmail(about: string): boolean {
  return Object.hasOwn(WITH_LINK, about);
}

/** Emails that tell people about a change of their account. */
const NOTICES = {
  'password.changed': [
    'Your newsroom password was changed',
    'Your password for the newsroom was changed just now. This ended your other sessions and the access of the agents you approved.',
  ],
  'password.given': [
    'Your newsroom password was changed',
    'A chief set a new password for your newsroom account. This ended your sessions and the access of the agents you approved.',
  ],
  'address.asked': [
    'A change of your email address was requested',
    'Somebody who is signed in as you asked to change the email address of your newsroom account.',
  ],
  'address.changed': [
    'Your newsroom email address was changed',
    'The email address of your newsroom account was changed. You can no longer sign in with this address.',
  ],
  'factor.added': ['Two-factor authentication was set up', 'A second factor was added to your newsroom account.'],
  'factor.removed': ['A second factor was removed', 'A second factor of your newsroom account was removed.'],
  'factor.cleared': [
    'Your two-factor authentication was reset',
    'A chief removed all second factors of your newsroom account. Set up a new one after you sign in.',
  ],
  'factor.tried': [
    'Wrong codes were entered for your newsroom account',
    'Somebody entered your correct password and then five wrong codes. If it was not you, change your password now: somebody else knows it.',
  ],
  'codes.renewed': [
    'New recovery codes were made',
    'New recovery codes were made for your account. The old codes no longer work.',
  ],
} as const;

export type NoticeKind = keyof typeof NOTICES;

export const ACCOUNT_EMAILS: readonly string[] = [...Object.keys(WITH_LINK), ...Object.keys(NOTICES)];

declare module '#runtime/mail/email-kinds.ts' {
  interface EmailKinds extends Record<LinkEmail | NoticeKind, string> {}
}

export function linkUrl(kind: LinkEmail, { baseUrl }: Pick<SiteInfo, 'baseUrl'>, secret: string): string {
  return baseUrl + WITH_LINK[kind].path + secret;
}

/**
 * Queues an email with a one-time link. The queued text holds no secret: `addSecret` makes one when the email is sent.
 * `by` is the name of the person who invites.
 */
export async function emailLink(
  deps: Deps,
  tx: Tx,
  {
    kind,
    to,
    secret,
    letterhead,
  }: { kind: LinkEmail; to: string; secret: string; letterhead: SiteInfo & { by?: string } },
): Promise<void> {
  const { subject, text } = WITH_LINK[kind];
  const { name, by = 'A chief' } = letterhead;
  const body = `${text(name, by)}\n\n${linkUrl(kind, letterhead, SECRET_HERE)}\n`;
  await queueMail(deps, tx, { about: kind, to, subject: subject(name), text: body, linkHash: hashSecret(secret) });
}

/**
 * Returns the text of an email with a fresh secret in its link; only the hash of the secret is stored. Null when the link was
 * used, has expired or was replaced. A second attempt to send makes a second secret, and both work.
 */
export async function addSecret(deps: Deps, { text, linkHash }: Email): Promise<string | null> {
  if (linkHash === undefined) return text;
  const secret = await deps.db.write((tx) => duplicateLink(deps, tx, linkHash));
  return secret === null ? null : text.replace(SECRET_HERE, () => secret);
}

/** Emails a person, at their current address, about an act on their account. */
export async function notify(deps: Deps, tx: Tx, editorId: string, notice: NoticeKind): Promise<void> {
  const row = await tx.selectFrom('editor').select('email').where('id', '=', editorId).executeTakeFirst();
  const [subject, text] = NOTICES[notice];
  const body = `${text}\n\nIf you did not expect this, tell a chief of your newsroom at once.\n`;
  if (row) await queueMail(deps, tx, { about: notice, to: row.email, subject, text: body });
}
