/** The kinds of email about an ad order. The ad desk's copy of one has the same kind with `.desk`. */
export const AD_EMAIL_KINDS = [
  'ad.accepted',
  'ad.agreed',
  'ad.booked',
  'ad.cancelled',
  'ad.cancelled_by_publisher',
  'ad.closed',
  'ad.creative_accepted',
  'ad.creative_in',
  'ad.creative_refused',
  'ad.creative_withdrawn',
  'ad.credited',
  'ad.dates_changed',
  'ad.document',
  'ad.held',
  'ad.hold_released',
  'ad.insertion_order',
  'ad.insertion_order_withdrawn',
  'ad.invoiced',
  'ad.link',
  'ad.missed',
  'ad.not_started',
  'ad.opened',
  'ad.program_running',
  'ad.ran',
  'ad.refused',
  'ad.reminder',
  'ad.renewed',
  'ad.running',
  'ad.sent',
] as const;

export type AdEmailKind = (typeof AD_EMAIL_KINDS)[number];

/** Every kind of email in the outbox: of accounts, of the newsroom, of the Field Brief, of ad orders. Stored rows have older kinds too. */
export const EMAIL_KINDS = [
  ...(['welcome', 'invitation', 'reset', 'address'] as const),
  ...(['password.changed', 'password.given', 'address.asked', 'address.changed'] as const),
  ...(['factor.added', 'factor.removed', 'factor.cleared', 'factor.tried', 'codes.renewed'] as const),
  ...(['schedule.failed', 'turn', 'webhook off'] as const),
  ...(['brief.confirm', 'brief.erase', 'brief.known', 'brief.paused', 'brief.test'] as const),
  ...AD_EMAIL_KINDS,
] as const;

export type EmailKind = (typeof EMAIL_KINDS)[number] | `${AdEmailKind}.desk`;
