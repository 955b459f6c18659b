import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { Deps, Policy } from '#runtime/deps.ts';
import { readBriefFigures } from './brief-figures.ts';
import type { BriefContent, BriefRecord } from './brief-record.ts';
import { findSlotHolder, findStories, lastComposedAt, listNewCorrections } from './material.ts';

type BriefCheck = {
  severity: 'block' | 'warn';
  /** What an entry of this check stops: content stops the approval, settings of the site only the sending. */
  stops: 'approval' | 'sending';
};

/** Every check of a brief by its code. */
const BRIEF_CHECKS = {
  no_subject: { severity: 'block', stops: 'approval' },
  no_stories: { severity: 'block', stops: 'approval' },
  story_not_live: { severity: 'block', stops: 'approval' },
  story_moved: { severity: 'block', stops: 'approval' },
  figure_open: { severity: 'block', stops: 'approval' },
  sponsor_differs: { severity: 'block', stops: 'approval' },
  sponsor_unaccepted: { severity: 'block', stops: 'approval' },
  sponsor_ends: { severity: 'block', stops: 'approval' },
  too_long: { severity: 'block', stops: 'approval' },
  plain_empty: { severity: 'block', stops: 'approval' },
  no_postal_address: { severity: 'block', stops: 'sending' },
  not_https: { severity: 'block', stops: 'sending' },
  no_dkim: { severity: 'block', stops: 'sending' },
  from_freemail: { severity: 'block', stops: 'sending' },
  no_recipients: { severity: 'block', stops: 'sending' },
  subject_long: { severity: 'warn', stops: 'approval' },
  dns_differs: { severity: 'warn', stops: 'sending' },
  list_grew: { severity: 'warn', stops: 'sending' },
} as const satisfies Record<string, BriefCheck>;

export type BriefGateCode = keyof typeof BRIEF_CHECKS;

/** A finding about a revision of a brief. `step` says what to do; `at` is the page where it is done, or a field of the brief. */
export type BriefGateEntry = BriefCheck & { code: BriefGateCode; message: string; step: string; at: string };

/** The list of recipients as it is now: confirmed subscribers who want the weekly email, and how many of them a week ago. */
export type BriefAudience = { recipients: number; weekAgo: number };

/** What the gate needs to know of the site in addition to its tables. */
export type BriefGateSite = {
  baseUrl: string;
  /** The postal address below each email; null when none is set. */
  postalAddress: string | null;
  /** The address the brief comes from. */
  from: string;
  /** Who signs: the site with its own key, or the mail server it hands the email to. */
  dkim: 'own' | 'relay';
  /** The size of the email in bytes, and its words without the frame around them. */
  measure: (content: BriefContent) => Promise<{ htmlBytes: number; plain: string }>;
  /** Who would get it at a time. */
  audience: (tx: Tx, now: string) => Promise<BriefAudience>;
  /** Records of the mail domain that differ from what they should be. */
  dnsDiffers: (tx: Tx) => Promise<string[]>;
  /** Whether the site has its own key. */
  hasKey: (tx: Tx) => Promise<boolean>;
};

/** Most bytes of the HTML part: Gmail cuts emails above about 102 kB. */
export const MOST_HTML_BYTES = 90_000;
/** A longer subject is cut in most lists of emails. */
const LONG_SUBJECT = 70;
/** The list grew by more than this share in a week. */
const FAST_GROWTH = 0.2;

/** The parts of `Deps` that the gate needs. */
type GateDeps = Pick<Deps, 'policy' | 'clock'>;

/** Every entry of the gate for a revision: the same list for the newsroom, the approval, the schedule and the sending. */
export async function checkBrief(
  deps: GateDeps,
  tx: Tx,
  { brief, content, site }: { brief: BriefRecord; content: BriefContent; site: BriefGateSite },
): Promise<BriefGateEntry[]> {
  return [
    ...checkSubject(content),
    ...(await checkStories(tx, content)),
    ...(await checkCorrections(tx, brief, content)),
    ...(await checkNumbers(tx, content, deps.policy)),
    ...(await checkSponsor(tx, content)),
    ...(await checkSize(content, site)),
    ...checkSettings(site),
    ...(await checkSending(tx, site, new Date(deps.clock()).toISOString())),
  ];
}

/** @throws gate_blocked with the entries that stop the act */
export function requireBriefGate(entries: readonly BriefGateEntry[], act: 'approval' | 'sending'): void {
  const blocking = entries.filter(
    ({ severity, stops }) => severity === 'block' && (act === 'sending' || stops === act),
  );
  if (blocking.length === 0) return;
  const count = blocking.length === 1 ? '1 check stops' : `${blocking.length} checks stop`;
  throw new Failure('gate_blocked', `${count} the ${act} of this brief.`, {
    hint: blocking.map(({ message, step }) => `${message} ${step}`).join(' '),
    more: { gate: entries },
  });
}

function entry(code: BriefGateCode, at: string, message: string, step: string): BriefGateEntry {
  return { code, ...BRIEF_CHECKS[code], message, step, at };
}

function checkSubject({ subject, stories }: BriefContent): BriefGateEntry[] {
  const entries: BriefGateEntry[] = [];
  if (subject.trim() === '')
    entries.push(entry('no_subject', 'subject', 'The brief has no subject.', 'Write the subject of the email.'));
  if (subject.length > LONG_SUBJECT)
    entries.push(
      entry(
        'subject_long',
        'subject',
        `The subject has ${subject.length} characters; most programs show about ${LONG_SUBJECT}.`,
        'Put the most important words first, or shorten it.',
      ),
    );
  if (stories.length === 0)
    entries.push(entry('no_stories', 'stories', 'The brief has no story.', 'Take in at least one story.'));
  return entries;
}

const SAVE_AGAIN = 'Save the brief again: it then has the words that readers see now.';

async function checkStories(tx: Tx, { stories }: BriefContent): Promise<BriefGateEntry[]> {
  const live = await findStories(
    tx,
    stories.map(({ articleId }) => articleId),
  );
  return stories.flatMap((story, index) => {
    const now = live.get(story.articleId);
    const at = `stories.${index}`;
    const named = `“${story.headline}”`;
    if (!now)
      return [entry('story_not_live', at, `${named} is not published any more.`, 'Leave it out and save the brief.')];
    if (now.section !== story.section || now.slug !== story.slug)
      return [entry('story_moved', at, `${named} has another address now.`, SAVE_AGAIN)];
    const isSame =
      now.headline === story.headline &&
      now.dek === story.dek &&
      now.disclosure === story.disclosure &&
      now.correctionSeq === story.correctionSeq;
    return isSame ? [] : [entry('story_moved', at, `${named} was changed since this revision was saved.`, SAVE_AGAIN)];
  });
}

/** Corrections of the week are always in. */
async function checkCorrections(tx: Tx, brief: BriefRecord, content: BriefContent): Promise<BriefGateEntry[]> {
  const since = await lastComposedAt(tx, brief.day, brief.openedAt);
  const known = new Set(content.corrections.map(({ seq }) => seq));
  const missing = (await listNewCorrections(tx, since)).filter(({ seq }) => !known.has(seq));
  return missing.map(({ seq, headline }) =>
    entry('story_moved', 'corrections', `Correction ${seq} of “${headline}” is not in the brief yet.`, SAVE_AGAIN),
  );
}

async function checkNumbers(tx: Tx, content: BriefContent, { gateLevels }: Policy): Promise<BriefGateEntry[]> {
  const figures = await readBriefFigures(tx, content);
  return figures
    .filter(({ state }) => state !== 'settled')
    .map(({ text, path, lapsed }) => {
      const why = lapsed ? ` ${lapsed.quoted}` : '';
      const step =
        'Use a number that the linked story has settled, with the same unit or noun, or settle this one below.';
      const open = entry('figure_open', path, `The number “${text}” is not settled.${why}`, step);
      return { ...open, severity: gateLevels?.figure_open ?? open.severity };
    });
}

async function checkSponsor(tx: Tx, { day, sponsor }: BriefContent): Promise<BriefGateEntry[]> {
  const holder = await findSlotHolder(tx, day);
  if (!holder) {
    if (!sponsor) return [];
    const message = `${sponsor.name} does not hold this day any more, and its ad is in the brief.`;
    return [entry('sponsor_differs', 'sponsor', message, 'Save the brief again: it then has no sponsor.')];
  }
  const page = `/newsroom/ads/${holder.orderId}`;
  if (holder.hasEnded) {
    const message = `The order of ${holder.name}, which holds this day, has ended or its send was recorded.`;
    return [entry('sponsor_ends', page, message, `Look at order ${holder.reference}, and release the day.`)];
  }
  if (!holder.sponsor) {
    const message = `${holder.name} has paid for this brief, and none of its creatives is accepted.`;
    return [
      entry(
        'sponsor_unaccepted',
        page,
        message,
        `Accept a creative of order ${holder.reference}, then save the brief again.`,
      ),
    ];
  }
  if (sponsor?.creativeId === holder.sponsor.creativeId && sponsor.name === holder.sponsor.name) return [];
  const message = `The brief does not have the ad that was accepted for ${holder.name}.`;
  return [entry('sponsor_differs', 'sponsor', message, 'Save the brief again: it then has the accepted ad.')];
}

async function checkSize(content: BriefContent, site: BriefGateSite): Promise<BriefGateEntry[]> {
  const { htmlBytes, plain } = await site.measure(content);
  const entries: BriefGateEntry[] = [];
  if (htmlBytes > MOST_HTML_BYTES) {
    const message = `The email has ${htmlBytes} bytes; above ${MOST_HTML_BYTES} mail programs cut it.`;
    entries.push(entry('too_long', 'stories', message, 'Leave out stories, or shorten the intro.'));
  }
  if (plain.trim() === '')
    entries.push(entry('plain_empty', 'stories', 'The plain text of the email is empty.', 'Take in a story.'));
  return entries;
}

const LOOPBACK = /^(?:127\.[0-9.]+|\[::1\]|localhost)$/i;
/** Mail services whose addresses anybody can get: their DMARC policies refuse email from other servers. */
const FREEMAIL =
  /@(?:gmail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|aol|icloud|me|mac|gmx|web|mail|proton|protonmail|yandex|zoho|qq|163|126)\.[a-z.]{2,6}$/i;

function checkSettings({ baseUrl, postalAddress, from }: BriefGateSite): BriefGateEntry[] {
  const entries: BriefGateEntry[] = [];
  const { protocol, hostname } = new URL(baseUrl);
  if (postalAddress === null)
    entries.push(
      entry(
        'no_postal_address',
        '/newsroom/site',
        'The email has no postal address; the law asks for one in each issue.',
        'A chief sets it in the settings, under Name and look.',
      ),
    );
  // Only this machine can open links to a loopback address, and nobody can listen on the way.
  if (protocol !== 'https:' && !LOOPBACK.test(hostname))
    entries.push(
      entry(
        'not_https',
        'settings',
        `The links of the email begin with ${baseUrl}, which is not https.`,
        'The operator sets BASE_URL to an address with https.',
      ),
    );
  if (FREEMAIL.test(from))
    entries.push(
      entry(
        'from_freemail',
        'settings',
        `The brief would come from ${from}, an address of a mail service.`,
        'The operator sets BRIEF_FROM to an address of the site’s own domain.',
      ),
    );
  return entries;
}

async function checkSending(tx: Tx, site: BriefGateSite, now: string): Promise<BriefGateEntry[]> {
  const entries: BriefGateEntry[] = [];
  if (site.dkim === 'own' && !(await site.hasKey(tx)))
    entries.push(
      entry(
        'no_dkim',
        'settings',
        'The emails would not be signed: the site has no DKIM key.',
        'The operator runs plumbline brief key, or sets BRIEF_DKIM=relay when the mail server signs.',
      ),
    );
  const differs = await site.dnsDiffers(tx);
  if (differs.length > 0)
    entries.push(
      entry(
        'dns_differs',
        'settings',
        `Records of the sending domain differ: ${differs.join(', ')}.`,
        'A chief looks at the page Sending domain; the operator corrects the DNS.',
      ),
    );
  const audience = await site.audience(tx, now);
  if (audience.recipients === 0)
    entries.push(
      entry('no_recipients', 'subscribers', 'Nobody has subscribed yet.', 'Wait for the first confirmed subscriber.'),
    );
  if (audience.weekAgo > 0 && audience.recipients > audience.weekAgo * (1 + FAST_GROWTH))
    entries.push(
      entry(
        'list_grew',
        'subscribers',
        `The list grew from ${audience.weekAgo} to ${audience.recipients} in a week.`,
        'Look at where the new subscribers came from before you send.',
      ),
    );
  return entries;
}
