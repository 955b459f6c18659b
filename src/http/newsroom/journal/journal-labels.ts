import { SYSTEM } from '../../../core/actor.ts';
import type { JournalEntry } from '../../../runtime/read-journal.ts';

// The one place that turns the acts of the journal into words.

/** What was done, as it follows a name; what it was done to stands after it. */
const WORDS: Record<string, string> = {
  'address.asked': 'asked for another e-mail address',
  'address.changed': 'changed the e-mail address of',
  'agents.stopped': 'stopped all agents',
  'article.assigned': 'shared out',
  'article.corrected': 'published a correction of',
  'article.due': 'set the day for',
  'article.published': 'published',
  'article.schedule_failed': 'could not publish as scheduled',
  'article.schedule_trouble_seen': 'set aside that a schedule was not kept for',
  'article.scheduled': 'scheduled',
  'article.unpublished': 'withdrew',
  'article.unscheduled': 'took back the schedule of',
  'author.added': 'added a byline',
  'claim.approved': 'let in',
  'claim.denied': 'refused',
  'claim.opened': 'took note of a program that asked to be let in:',
  'claim.revoked': 'ended what was granted to',
  'comment.made': 'commented on',
  'ad.accepted': 'accepted',
  'ad.booked': 'booked the run of',
  'ad.cancelled': 'cancelled',
  'ad.closed': 'closed',
  'ad.refused': 'refused',
  'ad.advertiser_renamed': 'corrected the name of an advertiser',
  'ad.creative_accepted': 'accepted a creative of',
  'ad.creative_in': 'took in a creative of',
  'ad.creative_refused': 'refused a creative of',
  'ad.creative_withdrawn': 'withdrew a creative of',
  'ad.creatives_in': 'took in the creatives of',
  'ad.dates_changed': 'changed the dates of',
  'ad.ended': 'ended the run of',
  'ad.corrected': 'corrected',
  'ad.credited': 'wrote a credit note for',
  'ad.email_again': 'sent an email again for',
  'ad.invoiced': 'wrote the invoice for',
  'ad.missed': 'found no evidence for a part of',
  'ad.not_started': 'warned of a part of',
  'ad.opened': 'opened an order',
  'ad.paid': 'noted the payment of',
  'ad.payment_corrected': 'corrected the payment of',
  'ad.payment_undone': 'undid the payment of',
  'ad.proved': 'proved the run of',
  'ad.refunded': 'noted the refund of',
  'ad.refusal_told': 'told the advertiser of a refused file of',
  'ad.ran': 'noted that an order had run',
  'ad.running': 'started the run of',
  'ad.sent': 'noted that a letter went out for',
  'ad.started': 'started a run of',
  'comment.replied': 'replied to a comment on',
  'figure.confirmed': 'confirmed a figure of',
  'figure.opened': 'opened a figure again in',
  'figure.proposed': 'proposed how a figure is settled in',
  'figure.refused': 'refused how a figure was settled in',
  'figure.settled': 'settled a figure of',
  'figures.exempted': 'exempted figures of',
  'figures.look_again': 'found sources gone or changed behind figures of',
  'figures.proposed': 'proposed how figures are settled in',
  'figures.settled': 'settled figures of',
  'gate.overridden': 'let pass what the gate said of',
  'supplier.added': 'added a supplier',
  'supplier.changed': 'changed a supplier',
  'supplier.removed': 'removed a supplier',
  'comment.reopened': 'reopened a comment on',
  'comment.resolved': 'resolved a comment on',
  'draft.created': 'filed the draft',
  'editor.added': 'put on the masthead',
  'editor.disabled': 'disabled',
  'editor.enabled': 'enabled',
  'editor.invited': 'invited',
  'editor.renamed': 'changed the name of',
  'editor.role changed': 'changed the role of',
  'factor.added': 'set up a second factor for',
  'factor.cleared': 'cleared the second factors of',
  'factor.removed': 'removed a second factor of',
  'invitation.taken': 'took an invitation as',
  'password.changed': 'changed the password of',
  'password.given': 'gave a new password to',
  'password.reset': 'set a new password for',
  'password.reset asked': 'was asked for a new password for',
  'password.reset opened': 'opened a link for a new password for',
  'picture.added': 'added the picture',
  'picture.described': 'changed what is said of the picture',
  'preview.opened': 'made a preview link for',
  'preview.revoked': 'revoked a preview link for',
  'review.approved': 'approved',
  'review.asked': 'asked for a review of',
  'review.changes_requested': 'asked for changes to',
  'review.taken_back': 'took back what was decided on',
  'revision.restored': 'restored a revision of',
  'revision.saved': 'saved a revision of',
  'session.ended': 'ended a session',
  'session.second factor tried often': 'failed at the second factor too often',
  'session.started': 'signed in',
  'tag.added': 'added a tag',
  'token.issued': 'gave a token to a program that was let in',
  'token.revoked': 'revoked a token of a program',
};

/** What was done, in words; an act nobody has words for, as it is. */
export function actWords(act: string): string {
  return WORDS[act] ?? act;
}

/** Acts of the server that older releases signed as the command line. */
const BY_THE_SERVER = [
  'article.schedule_failed',
  'claim.opened',
  'figures.look_again',
  'password.reset asked',
  'token.issued',
];

/** The name of who did it. Entries from before `SYSTEM` and `CLI` were two actors have the id `house`. */
export function actorWords({ actor, act }: Pick<JournalEntry, 'actor' | 'act'>): string {
  return actor.id === 'house' && BY_THE_SERVER.includes(act) ? SYSTEM.name : actor.name;
}

/** What acts are done to, by the first part of their names. */
const OBJECTS: Record<string, string> = {
  ad: 'an order',
  address: 'a person',
  article: 'an article',
  claim: 'an agent',
  comment: 'an article',
  editor: 'a person',
  factor: 'a person',
  figure: 'an article',
  figures: 'an article',
  gate: 'an article',
  password: 'a person',
  preview: 'an article',
  review: 'an article',
  revision: 'an article',
};

/** Acts whose words name all there is, or take no object. */
const COMPLETE: Record<string, string> = {
  'ad.opened': 'opened an order',
  'ad.ran': 'noted that an order had run',
  'address.asked': 'asked for another e-mail address',
  'article.schedule_failed': 'could not publish an article as scheduled',
  'claim.opened': 'took note of an agent that asked for access',
  'editor.added': 'put a person on the masthead',
  'figure.opened': 'opened a figure of an article again',
  'invitation.taken': 'took an invitation',
  'draft.created': 'filed a draft',
  'picture.added': 'added a picture',
  'picture.described': 'changed what is said of a picture',
};

/** Every act that has words. */
export const ACTS: readonly string[] = Object.keys(WORDS);

/** An act as a list names it, by itself: with what such acts are done to, so that no word is left hanging. */
export function actName(act: string): string {
  const object = OBJECTS[act.split('.')[0] ?? ''];
  const words = COMPLETE[act] ?? (WORDS[act] && (object ? `${WORDS[act]} ${object}` : WORDS[act]));
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : act;
}

const FIELDS: Record<string, string> = {
  check: 'check',
  because: 'because',
  noCorrectionBecause: 'no correction because',
  scheduledFor: 'scheduled for',
  secondsLate: 'seconds late',
  why: 'why',
  label: 'label',
  expiresAt: 'until',
  from: 'from',
  to: 'to',
  role: 'role',
  day: 'day',
  kind: 'kind',
  factor: 'with',
  name: 'name',
  desks: 'for the desks',
  scopes: 'may',
  renewal: 'fresh tokens',
  warnings: 'warnings',
  changed: 'changed',
  altBefore: 'what it shows was',
  altNow: 'what it shows is now',
  creditBefore: 'the credit was',
  creditNow: 'the credit is now',
  held: 'articles that keep the words they had',
  programs: 'programs',
  waiting: 'waiting',
};

/** The particulars that say something to a reader, in words. Ids and hashes are left to the export. */
export function detailWords(detail: JournalEntry['detail']): string {
  return Object.entries(redactDetail(detail) ?? {})
    .flatMap(([name, value]) => {
      const label = FIELDS[name];
      if (!label || value === null || isId(value)) return [];
      return [`${label}: ${Array.isArray(value) ? value.join(', ') : String(value)}`];
    })
    .join('; ');
}

const SECRET = /secret|token|password|address|e-?mail|hash|code|login/i;
const ADDRESS = /[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@<>()",;:]+/g;

/** The particulars without anything that could be a secret or the address of a person. */
export function redactDetail(detail: JournalEntry['detail']): JournalEntry['detail'] {
  if (detail === null) return null;
  const kept = Object.entries(detail).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutAddresses(value)]));
}

function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ADDRESS, '[address]');
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (typeof value !== 'object' || value === null) return value;
  return redactDetail(value as Record<string, unknown>);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
}

/**
 * A line of the export as JSON. Where an address or a secret was left out it says `redacted`; `nameHash` and `detailHash`
 * are of what the journal keeps, so that the line can be verified all the same.
 */
export function journalJson({ holds: _, ...entry }: JournalEntry): string {
  const actor = { ...entry.actor, name: entry.actor.name.replace(ADDRESS, '[address]') };
  const detail = redactDetail(entry.detail);
  const isWhole = JSON.stringify([entry.actor, entry.detail]) === JSON.stringify([actor, detail]);
  return JSON.stringify({ ...entry, actor, detail, ...(!isWhole && { redacted: true }) });
}
