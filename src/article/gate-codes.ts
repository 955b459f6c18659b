import { sectionSlugs } from './section.ts';

/** The effect of an entry of the gate: a `block` stops publication, a `warn` does not. */
export type GateSeverity = 'block' | 'warn';

type GateCheck = {
  /** The usual severity; GATE_LEVELS can change it. */
  severity: GateSeverity;
  /** The message of the entry; absent if the check words each entry itself. */
  message?: string | ((...facts: never[]) => string);
  /**
   * Not even a chief can override it: the article could not be shown, one person would decide for two, or readers would get a
   * number that nobody settled.
   */
  isFinal?: true;
};

/** Every check of the gate by its code. */
export const GATE_CHECKS = {
  unknown_desk: {
    severity: 'block',
    message: () => `There is no section of this name; the sections are ${sectionSlugs().join(', ')}.`,
    isFinal: true,
  },
  no_headline: { severity: 'block', message: 'The headline is not written yet.', isFinal: true },
  no_dek: { severity: 'block', message: 'The dek is not written yet.', isFinal: true },
  no_slug: { severity: 'block', message: 'The address is not chosen yet.', isFinal: true },
  no_body: { severity: 'block', message: 'The body is blank.', isFinal: true },
  looks_like_html: {
    severity: 'warn',
    message:
      'This text looks like HTML. Readers see its tags as they are: send plain text, and a block for each paragraph.',
  },
  looks_like_markdown: {
    severity: 'warn',
    message:
      'This text looks like Markdown for several blocks. Readers see it in one block: send a block for each paragraph, heading (type heading or subheading) and list (type list, a line for each item).',
  },
  open_suggestions: {
    severity: 'warn',
    message: (count: string) => `${count} open: accept or refuse ${count.startsWith('1 ') ? 'it' : 'them'}.`,
  },
  no_byline: { severity: 'warn', message: 'No author is named; the byline will be the name of the publication.' },
  unknown_author: { severity: 'block', message: 'No author has this id.' },
  unknown_tag: { severity: 'block', message: 'No tag has this id.' },
  unknown_hero: { severity: 'block', message: 'No picture in the library has this id.' },
  hero_unfinished: {
    severity: 'block',
    message: (missing: string) =>
      `This picture has no ${missing} yet. Add the text below the picture in the editor, or in the library.`,
    isFinal: true,
  },
  hero_expired: {
    severity: 'block',
    message: (endsOn: string) => `The right to use this picture ended on ${endsOn}; choose another picture.`,
  },
  hero_ends_soon: {
    severity: 'warn',
    message: (endsOn: string) => `The right to use this picture ends on ${endsOn}.`,
  },
  hero_words_held: {
    severity: 'warn',
    message: 'The words by its picture were changed; readers see them when this revision is published again.',
  },
  no_sources: { severity: 'warn', message: 'No source is cited; a number without a source cannot be verified.' },
  no_correction_note: {
    severity: 'warn',
    message: 'This changes a published article; if a statement was wrong, add a correction note.',
  },
  needs_second_person: { severity: 'block', isFinal: true },
  figure_open: { severity: 'block', isFinal: true },
  figure_unconfirmed: { severity: 'block', isFinal: true },
  figure_look_again: { severity: 'warn' },
  figure_changed_needs_note: { severity: 'block' },
  table_number_unsettled: {
    severity: 'warn',
    message: (value: string) =>
      `The table of numbers has "${value}", which is not settled in the text: readers do not see this row.`,
  },
  exhibit_unplaced: {
    severity: 'warn',
    message:
      'This table or chart follows no block that the text has, so readers see it at the end. Correct its line “after:”.',
  },
  exhibit_unsourced: {
    severity: 'warn',
    message:
      'This table or chart says nowhere what it is based on. Add a line “source:” with an address, or a line “note:”.',
  },
  chart_undrawn: {
    severity: 'warn',
    message:
      'This table or chart cannot be drawn: a chart needs 2 to 40 rows and 1 to 4 columns of numbers with one unit. Readers see its table.',
  },
  exhibits_proposed: {
    severity: 'warn',
    message:
      'claimsReview proposes tables and charts. Readers see them when an editor has taken them over; then each of their numbers has to be settled.',
  },
  exhibits_unreadable: { severity: 'warn' },
  number_words_unsearched: { severity: 'warn' },
  quotation_open: { severity: 'warn', isFinal: true },
  name_open: { severity: 'warn', isFinal: true },
  claims_review_unreadable: { severity: 'warn' },
  claims_review_too_many: { severity: 'warn' },
  claims_review_malformed: { severity: 'warn' },
  claims_review_unknown_figure: { severity: 'warn' },
  claims_review_refused_before: { severity: 'warn' },
  claims_review_refused: { severity: 'warn' },
  claims_review_repeated: { severity: 'warn' },
} as const satisfies Record<string, GateCheck>;

export type GateCode = keyof typeof GATE_CHECKS;

/** The levels of single checks that FIGURES_GATE and GATE_LEVELS set. */
export type GateLevels = Readonly<Record<string, GateSeverity>>;

/** The severity of a check on this server. */
export function severityOf(code: GateCode, levels: GateLevels | undefined): GateSeverity {
  return levels?.[code] ?? GATE_CHECKS[code].severity;
}

/** Who may publish in spite of an entry with this code. */
export type MayPass = 'nobody' | 'chief' | 'editor';

/** Who may publish in spite of an entry with this code, on a server with these levels. */
export function whoMayPass(code: GateCode, levels: GateLevels | undefined): MayPass {
  if (severityOf(code, levels) === 'warn') return 'editor';
  return canOverride(code) ? 'chief' : 'nobody';
}

/** Whether a chief can override entries with this code. */
export function canOverride(code: GateCode): boolean {
  return !('isFinal' in GATE_CHECKS[code]);
}

/** The code of a form field. */
export function isGateCode(code: string): code is GateCode {
  return Object.hasOwn(GATE_CHECKS, code);
}
