/** The ways a figure can be settled. */
export const SETTLEMENT_KINDS = ['sourced', 'computed', 'quoted', 'exempt', 'signed'] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/**
 * What an exempt figure is instead of a number that somebody could check. A person decides this; only names of standards and
 * laws, and those on the list of the magazine, are recognised.
 * `earlier_value` is the wrong value that a correction note names, `small_count` the two of "two reasons".
 */
export const EXEMPT_CLASSES = ['date', 'name', 'ordinal', 'list_number', 'earlier_value', 'small_count'] as const;
export type ExemptClass = (typeof EXEMPT_CLASSES)[number];
