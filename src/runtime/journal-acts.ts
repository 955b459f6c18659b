// The one list of journal acts, and the only place that turns them into words. An act without words is a type error.

/**
 * The words follow the name of the actor. The braces hold what the act was done to; a page that knows the name of that
 * thing puts the name in their place. The keys are stored and hashed: never change one.
 */
const WORDS = {
  'ad.accepted': 'accepted {an ad order}',
  'ad.advertiser_renamed': 'corrected the name of {an advertiser}',
  'ad.billing_changed': 'changed the billing details of the advertiser of {an ad order}',
  'ad.booked': 'booked the run of {an ad order}',
  'ad.cancelled': 'cancelled {an ad order}',
  'ad.closed': 'closed {an ad order}',
  'ad.corrected': 'corrected {an ad order}',
  'ad.creative_accepted': 'accepted a creative of {an ad order}',
  'ad.creative_in': 'stored a creative of {an ad order}',
  'ad.creative_refused': 'refused a creative of {an ad order}',
  'ad.creative_withdrawn': 'withdrew a creative of {an ad order}',
  'ad.creatives_in': 'received all creatives of {an ad order}',
  'ad.credited': 'issued a credit note for {an ad order}',
  'ad.dates_changed': 'changed the dates of {an ad order}',
  'ad.email_again': 'sent an email again for {an ad order}',
  'ad.ended': 'ended the run of {an ad order}',
  'ad.invoiced': 'issued the invoice for {an ad order}',
  'ad.missed': 'found no evidence for a part of {an ad order}',
  'ad.not_started': 'warned about a part of {an ad order}',
  'ad.opened': 'opened {an ad order}',
  'ad.paid': 'recorded the payment of {an ad order}',
  'ad.payment_corrected': 'corrected the payment of {an ad order}',
  'ad.payment_undone': 'undid the payment of {an ad order}',
  'ad.proved': 'proved the run of {an ad order}',
  'ad.ran': 'recorded the end of the last run of {an ad order}',
  'ad.refund_corrected': 'corrected the refund of {an ad order}',
  'ad.refund_undone': 'undid the refund of {an ad order}',
  'ad.refunded': 'recorded the refund of {an ad order}',
  'ad.refusal_told': 'emailed the advertiser about a refused file of {an ad order}',
  'ad.refused': 'refused {an ad order}',
  'ad.running': 'started the first run of {an ad order}',
  'ad.sent': 'recorded that the Field Brief was sent for {an ad order}',
  'ad.started': 'started a run of {an ad order}',
  'address.asked': 'asked to change the email address of {a person}',
  'address.changed': 'changed the email address of {a person}',
  'agents.stopped': 'stopped all agents',
  'article.assigned': 'assigned {an article}',
  'article.corrected': 'published a correction of {an article}',
  'article.due': 'set the due date of {an article}',
  'article.published': 'published {an article}',
  'article.schedule_failed': 'could not publish {an article} on schedule',
  'article.schedule_trouble_seen': 'dismissed the note about the failed schedule of {an article}',
  'article.scheduled': 'scheduled {an article}',
  'article.unpublished': 'unpublished {an article}',
  'article.unscheduled': 'cancelled the schedule of {an article}',
  'author.added': 'added a byline',
  'brief.approval_taken_back': 'took back the approval of {a brief}',
  'brief.approved': 'approved {a brief}',
  'brief.begun': 'began {a brief}',
  'brief.figure_opened': 'reopened a figure of {a brief}',
  'brief.figure_settled': 'settled a figure of {a brief}',
  'brief.held': 'held {a brief}',
  'brief.key_made': 'made a DKIM key for the Field Brief',
  'brief.released': 'released {a brief}',
  'brief.saved': 'saved a revision of {a brief}',
  'brief.scheduled': 'scheduled {a brief}',
  'brief.send_again': 'had uncertain deliveries of {a brief} sent again',
  'brief.sending': 'began to send {a brief}',
  'brief.sent': 'sent {a brief}',
  'brief.uncertain_left': 'left uncertain deliveries of {a brief} as they are',
  'brief.tested': 'sent a test email of {a brief}',
  'claim.approved': 'approved the access request of {an agent}',
  'claim.denied': 'refused the access request of {an agent}',
  'claim.opened': 'recorded the access request of {an agent}',
  'claim.revoked': 'revoked the access of {an agent}',
  'codes.renewed': 'made new recovery codes for {a person}',
  'comment.made': 'commented on {an article}',
  'comment.reopened': 'reopened a comment on {an article}',
  'comment.replied': 'replied to a comment on {an article}',
  'comment.resolved': 'resolved a comment on {an article}',
  'draft.binned': 'moved {an article} to the bin',
  'draft.created': 'filed {an article} as a draft',
  'draft.duplicated': 'made {an article} as a copy of another',
  'draft.erased': 'erased {an article} from the bin',
  'draft.unbinned': 'restored {an article} from the bin',
  'editor.added': 'added {a person} to the masthead',
  'editor.disabled': 'disabled {a person}',
  'editor.enabled': 'enabled {a person}',
  'editor.invited': 'invited {a person}',
  'editor.renamed': 'changed the name of {a person}',
  'editor.role changed': 'changed the role of {a person}',
  'factor.added': 'set up two-factor authentication for {a person}',
  'factor.cleared': 'reset the two-factor authentication of {a person}',
  'factor.removed': 'removed a second factor of {a person}',
  'figure.confirmed': 'confirmed a figure of {an article}',
  'figure.opened': 'reopened a figure of {an article}',
  'figure.proposed': 'proposed how to settle a figure of {an article}',
  'figure.refused': 'refused how a figure was settled in {an article}',
  'figure.settled': 'settled a figure of {an article}',
  'figures.exempted': 'exempted figures of {an article}',
  'figures.look_again': 'found missing or changed sources of figures of {an article}',
  'figures.proposed': 'proposed how to settle figures of {an article}',
  'figures.settled': 'settled figures of {an article}',
  'gate.overridden': 'overrode the gate of {an article}',
  'invitation.taken': 'accepted the invitation of {a person}',
  'password.changed': 'changed the password of {a person}',
  'password.given': 'set a new password for {a person}',
  'password.reset asked': 'recorded a request to reset the password of {a person}',
  'password.reset opened': 'made a password reset link for {a person}',
  'password.reset': 'reset the password of {a person}',
  'picture.added': 'added {a picture} to the library',
  'picture.described': 'changed the description of {a picture}',
  'preview.opened': 'made a preview link for {an article}',
  'preview.revoked': 'revoked a preview link for {an article}',
  'review.approved': 'approved {an article}',
  'review.asked': 'asked for a review of {an article}',
  'review.changes_requested': 'requested changes to {an article}',
  'review.taken_back': 'took back the review of {an article}',
  'revision.restored': 'restored a revision of {an article}',
  'revision.saved': 'saved a revision of {an article}',
  'session.ended': 'ended a session',
  'session.second factor tried often': 'entered too many wrong second factors',
  'session.started': 'signed in',
  'subscriber.erased': 'erased the address of {a subscriber}',
  'subscriber.suppressed': 'suppressed {a subscriber}',
  'subscriber.suppression_undone': 'undid the suppression of {a subscriber}',
  'subscribers.exported': 'exported the subscribers',
  'subscribers.imported': 'imported subscribers',
  'supplier.added': 'added a supplier',
  'supplier.changed': 'changed a supplier',
  'supplier.removed': 'removed a supplier',
  'tag.added': 'added a tag',
  'token.issued': 'issued a token to an agent',
  'token.revoked': 'revoked a token of an agent',
} as const satisfies Record<string, string>;

export type JournalAct = keyof typeof WORDS;

export const ACTS = Object.keys(WORDS) as readonly JournalAct[];

/** The words before the thing an act was done to, the thing, and the words after it. An unknown act is its own words. */
export function splitAct(act: string): { before: string; object: string; after: string } {
  const words = isAct(act) ? WORDS[act] : act;
  const [, before = words, object = '', after = ''] = /^(.*?)\{(.*)\}(.*)$/.exec(words) ?? [];
  return { before, object, after };
}

/** An act as a list shows it: `Published an article`. An unknown act is shown as it is. */
export function actName(act: string): string {
  if (!isAct(act)) return act;
  const words = WORDS[act].replace(/[{}]/g, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isAct(act: string): act is JournalAct {
  return Object.hasOwn(WORDS, act);
}
