import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { queueMail, SECRET_HERE } from '#runtime/mail/outbox.ts';
import { createSubscriberLink, type LinkAct } from './links.ts';
import { preferencesUrl } from './tokens.ts';

/** The magazine's name and base address, for the emails to subscribers and the links in them. */
export type BriefSite = { name: string; baseUrl: string };

/** The kinds of email to subscribers whose link gets its secret when the email is sent. */
export const WITH_SUBSCRIBER_LINK: readonly string[] = ['brief.confirm', 'brief.erase'];

const WORDS: Record<LinkAct, { subject: (name: string) => string; text: (name: string) => string }> = {
  confirm: {
    subject: (name) => `Confirm your subscription to the Field Brief of ${name}`,
    text: (
      name,
    ) => `Somebody, probably you, asked ${name} to send the Field Brief to this address: one email a week. Open this link and press the button to confirm. It works for two days:

{link}

If it was not you, ignore this email. You get no brief, and the address is deleted after seven days.`,
  },
  erase: {
    subject: (name) => `Erase your address from the Field Brief of ${name}`,
    text: (
      name,
    ) => `Somebody, probably you, asked ${name} to erase this address and everything stored with it. Open this link and press the button to erase it. It works for two days:

{link}

If it was not you, ignore this email: nothing changes.`,
  },
};

/** Queues an email with a link that confirms an act. The queued text holds no secret: `addLinkSecret` makes one when it is sent. */
export async function emailSubscriberLink(
  deps: Deps,
  tx: Tx,
  { name, baseUrl }: BriefSite,
  { id, address, act }: { id: string; address: string; act: LinkAct },
): Promise<void> {
  const { subject, text } = WORDS[act];
  const link = `${baseUrl}/brief/confirm/${SECRET_HERE}`;
  await queueMail(deps, tx, {
    about: `brief.${act}`,
    to: address,
    subject: subject(name),
    text: `${text(name).replace('{link}', () => link)}\n`,
    linkHash: await createSubscriberLink(deps, tx, id, act),
  });
}

/** Tells a confirmed subscriber who asked again that nothing is missing, and where the preferences are. */
export async function emailAlreadySubscribed(
  deps: Deps,
  tx: Tx,
  { name, baseUrl }: BriefSite,
  { id, address }: { id: string; address: string },
): Promise<void> {
  await queueMail(deps, tx, {
    about: 'brief.known',
    to: address,
    subject: `You already get the Field Brief of ${name}`,
    text: `Somebody, probably you, asked ${name} to send the Field Brief to this address. It is subscribed already, so there is nothing to do. Here you change what you get, or unsubscribe:

${preferencesUrl(deps, baseUrl, id)}

If it was not you, ignore this email: nothing changes.
`,
  });
}
