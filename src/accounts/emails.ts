import { hashSecret } from '../core/secret.ts';
import type { Tx } from '../db/database.ts';
import { type Email, queueMail, SECRET_HERE } from '../mail/outbox.ts';
import type { Deps } from '../runtime/deps.ts';
import { duplicateLink } from './one-time-links.ts';

/** Whose letters these are: what the magazine is called, and its base address, for the links in them. */
export type SiteInfo = { name: string; baseUrl: string };

/** Letters that carry a one-time link. They say what it does before it is followed, and how long it is good. */
const WITH_LINK = {
  invitation: {
    subject: (name: string) => `You are invited to the newsroom of ${name}`,
    text: (name: string) =>
      `You are invited to work in the newsroom of ${name}. Choose a password at this address, once, within three days:`,
    path: '/newsroom/invitation/',
  },
  reset: {
    subject: (name: string) => `A new password for the newsroom of ${name}`,
    text: (name: string) =>
      `Somebody, most likely you, asked for a new password for the newsroom of ${name}. Choose it at this address, once, within half an hour. If it was not you, leave this letter alone: nothing changes.`,
    path: '/newsroom/reset/',
  },
  address: {
    subject: (name: string) => `Is this your e-mail address? The newsroom of ${name} asks`,
    text: (name: string) =>
      `Somebody, most likely you, wants to sign in to the newsroom of ${name} with this e-mail address from now on. Say yes at this address, once, within a day. If it was not you, leave this letter alone: nothing changes.`,
    path: '/newsroom/new-address/',
  },
};

export type LinkEmail = keyof typeof WITH_LINK;

/** Letters that say what was done to somebody's account, so that it is not done unseen. */
const NOTICES = {
  'password.changed': [
    'Your newsroom password was changed',
    'Your password for the newsroom was changed just now. Your other sessions, and the access of agents you let in, ended with it.',
  ],
  'password.given': [
    'Your newsroom password was changed',
    'A chief gave you a new password for the newsroom. Your sessions, and the access of agents you let in, ended with it.',
  ],
  'address.asked': [
    'A new e-mail address was asked for',
    'Somebody signed in as you asked to sign in to the newsroom with another e-mail address from now on.',
  ],
  'address.changed': [
    'Your newsroom e-mail address was changed',
    'Another e-mail address than this one now signs you in to the newsroom.',
  ],
  'factor.added': ['A second factor was set up', 'A second factor was set up for your newsroom account.'],
  'factor.removed': ['A second factor was removed', 'A second factor of your newsroom account was removed.'],
  'factor.cleared': [
    'Your second factors were cleared',
    'A chief cleared the second factors of your newsroom account. Set up a new one when you sign in next.',
  ],
  'factor.tried': [
    'Wrong codes were typed for your newsroom account',
    'Somebody typed your right password and then five wrong codes. If it was not you, choose a new password now: they know the present one.',
  ],
  'codes.renewed': [
    'New recovery codes were made',
    'New recovery codes were made for your account; the old ones are void.',
  ],
} as const;

export type NoticeKind = keyof typeof NOTICES;

/** The address of a one-time link. */
export function linkUrl(kind: LinkEmail, { baseUrl }: Pick<SiteInfo, 'baseUrl'>, secret: string): string {
  return baseUrl + WITH_LINK[kind].path + secret;
}

/** Mails a one-time link. What waits to be sent has no secret in it: `addSecret` makes one when it is sent. */
export async function emailLink(
  deps: Deps,
  tx: Tx,
  kind: LinkEmail,
  to: string,
  secret: string,
  letterhead: SiteInfo,
): Promise<void> {
  const { subject, text } = WITH_LINK[kind];
  const { name } = letterhead;
  const body = `${text(name)}\n\n${linkUrl(kind, letterhead, SECRET_HERE)}\n`;
  await queueMail(deps, tx, { about: kind, to, subject: subject(name), text: body, linkHash: hashSecret(secret) });
}

/**
 * The text of an email as it is sent: where it carries a link, with a secret made now, of which only the hash is stored. Null
 * where the link was used, has ended or was replaced. A second try makes a second secret, and either opens the link.
 */
export async function addSecret(deps: Deps, { text, linkHash }: Email): Promise<string | null> {
  if (linkHash === undefined) return text;
  const secret = await deps.db.write((tx) => duplicateLink(deps, tx, linkHash));
  return secret === null ? null : text.replace(SECRET_HERE, () => secret);
}

/** Tells somebody of the masthead, at the address they have now, what was done to their account. */
export async function notify(deps: Deps, tx: Tx, editorId: string, notice: NoticeKind): Promise<void> {
  const row = await tx.selectFrom('editor').select('email').where('id', '=', editorId).executeTakeFirst();
  const [subject, text] = NOTICES[notice];
  const body = `${text}\n\nIf you know nothing of it, tell a chief of your newsroom at once.\n`;
  if (row) await queueMail(deps, tx, { about: notice, to: row.email, subject, text: body });
}
