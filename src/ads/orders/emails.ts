import { unitName } from '#ads/catalog/catalog.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { type Finding, formatFindings } from '#ads/creatives/findings.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { queueMail, requeueEmail } from '#runtime/mail/outbox.ts';
import { ORDER_SECRET, orderUrl } from './order-links.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order } from './orders.ts';

/** The subject of each kind of email about an order. `{}` is the number or the name the email is about. */
const SUBJECTS = {
  'ad.accepted': 'Your ad is accepted',
  'ad.agreed': 'You accepted insertion order {}',
  'ad.booked': 'Your flight is booked',
  'ad.cancelled': 'Your order is cancelled',
  'ad.cancelled_by_publisher': 'We cancel your order',
  'ad.closed': 'Your flight is complete',
  'ad.creative_accepted': 'Your new file is accepted',
  'ad.creative_in': 'Your file has arrived: {}',
  'ad.creative_refused': 'Your file does not fit: {}',
  'ad.creative_withdrawn': 'A file of your ad is withdrawn',
  'ad.credited': 'Credit note {}',
  'ad.dates_changed': 'Other days for your ad',
  'ad.document': '{}, once more',
  'ad.held': 'We hold your days',
  'ad.hold_released': 'Your days are no longer on hold',
  'ad.insertion_order': 'Please accept insertion order {}',
  'ad.insertion_order_withdrawn': 'Insertion order {} is withdrawn',
  'ad.invoiced': 'Invoice {}',
  'ad.link': 'The page of your order',
  'ad.missed': 'Your ad did not run',
  'ad.not_started': 'A part of an ad is not shown',
  'ad.opened': 'Your inquiry has arrived',
  'ad.program_running': 'The days of your program begin',
  'ad.ran': 'Your flight has ended',
  'ad.refused': 'Your ad is not accepted',
  'ad.reminder': 'Reminder: invoice {} is overdue',
  'ad.renewed': 'We renew your order {}',
  'ad.running': 'Your ad is live',
  'ad.sent': 'Your ad went out in the Field Brief',
} as const;

type AdEmailKind = keyof typeof SUBJECTS;

/** The kinds of email about an order. The ad desk's copy of one has the same kind with `.desk`. */
export const ORDER_EMAILS: readonly string[] = Object.keys(SUBJECTS);

declare module '#runtime/mail/email-kinds.ts' {
  interface EmailKinds extends Record<AdEmailKind | `${AdEmailKind}.desk`, string> {}
}

export type AdEmail = {
  about: AdEmailKind;
  /** Replaces `{}` in the subject. */
  name?: string;
  /** A document to attach to the advertiser's email. */
  attachment?: string;
  /** The text for the advertiser. The ad desk gets the same text with a link to the order. */
  text: string;
  /** The text for the ad desk when it is another. */
  deskText?: string;
  /** False while nobody has read the name: a stranger typed it, with an address that may be another person's. */
  greetsByName?: boolean;
  /** The hash of the link in the text for the advertiser. */
  linkHash?: string;
};

/** Emails the advertiser's contact and the ad desk, in the transaction of the step. */
export async function mailBoth(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  email: { order: Order } & AdEmail,
): Promise<void> {
  await mailContact(deps, tx, site, email);
  await mailAdDesk(deps, tx, site, email);
}

/** Emails the advertiser's contact alone. */
export async function mailContact(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { order, ...email }: { order: Order } & AdEmail,
): Promise<void> {
  const greeting = email.greetsByName === false ? 'Hello' : `Dear ${order.contactName}`;
  const text = `${greeting},

${email.text}

Your order: ${order.reference}, ${unitName(order.unit)}, ${formatDays(order)}.
Its state, files and documents, only for you: ${orderUrl(site.baseUrl, ORDER_SECRET)}
Questions and changes: write to ${site.adDesk} and name the order.

${site.name}
`;
  const { about, attachment, linkHash } = email;
  await queueMail(deps, tx, {
    about,
    to: order.contactEmail,
    subject: contactSubject(order, email),
    text,
    orderId: order.id,
    ...(attachment !== undefined && { attachment }),
    ...(linkHash !== undefined && { linkHash }),
  });
}

/** The subject of an email to the advertiser's contact. */
export function contactSubject({ reference }: Order, email: AdEmail): string {
  return `${subjectOf(email)} (order ${reference})`;
}

/** Emails the ad desk alone. */
export async function mailAdDesk(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { order, ...email }: { order: Order } & AdEmail,
): Promise<void> {
  const text = `${email.deskText ?? email.text}

Order ${order.reference}, ${unitName(order.unit)}, ${order.advertiser}, ${formatDays(order)}:
${site.baseUrl}/newsroom/ads/${order.id}
`;
  const subject = `${subjectOf(email)}: ${order.advertiser} (order ${order.reference})`;
  await queueMail(deps, tx, { about: `${email.about}.desk`, to: site.adDesk, subject, text, orderId: order.id });
}

function subjectOf({ about, name = '' }: AdEmail): string {
  return SUBJECTS[about].replace('{}', () => name);
}

export function formatDays({ startsOn, endsOn }: { startsOn: string; endsOn: string }): string {
  return startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`;
}

/**
 * Sends an email of an order again, delivered or not, to the contact's current address.
 * @throws forbidden (writers and agents), not_found, already_done (it waits, was sent again, or its text was deleted)
 */
export async function resendEmail(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, emailId }: { orderId: string; emailId: string },
): Promise<void> {
  requireAdDesk(actor, 'send an email again');
  await deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const to = { desk: site.adDesk, contact: order.contactEmail };
    const subject = await requeueEmail(deps, tx, { id: emailId, orderId: order.id, to });
    if (subject === null)
      throw new Failure(
        'already_done',
        'This email already waits to be sent, was sent again, or its text is no longer stored.',
        {
          hint: 'Look at the emails of the order. A document can be emailed again at any time.',
        },
      );
    await writeJournal(deps, tx, actor, {
      act: 'ad.email_again',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, email: subject },
    });
  });
}

/**
 * Emails the advertiser why a file was refused, once. An editor decides this, because the mistake may also be in what the
 * editor typed.
 * @throws forbidden (writers and agents), not_found, already_done (emailed before, or not refused)
 */
export async function emailRefusal(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { catalog: { creatives }, orderId, creativeId }: { catalog: AdvertisingCatalog; orderId: string; creativeId: string },
): Promise<Order> {
  requireAdDesk(actor, 'email an advertiser');
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const refused = await tx
      .updateTable('creative')
      .set({ told_at: now(deps) })
      .where('id', '=', creativeId)
      .where('order_id', '=', order.id)
      .where('state', '=', 'refused')
      .where('told_at', 'is', null)
      .returning(['kind', 'reasons'])
      .executeTakeFirst();
    if (!refused)
      throw new Failure('already_done', 'The advertiser already got this email, or no such file was refused.', {
        hint: 'Look at the order again.',
      });
    const findings: Finding[] = JSON.parse(refused.reasons);
    const name = creatives.find(({ id }) => id === refused.kind)?.name ?? refused.kind;
    await writeJournal(deps, tx, actor, {
      act: 'ad.refusal_told',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, kind: refused.kind, creative: creativeId },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.creative_refused',
      name,
      text: `The file you sent for “${name}” does not fit our requirements. Please correct it and send it again.${formatFindings(findings)}

You can try a file before you send it: ${site.baseUrl}/advertise/check`,
    });
    return order;
  });
}
