import type { Unit } from './catalog-schema.ts';

// The units of the rate card. A new unit is one row here, but for a second sponsorship of issues; chiefs set prices and
// summaries.

/** From which day and how long an order runs: a quarterly issue, one Tuesday, or days from its first one. */
export type UnitTerm = 'issue' | 'one send' | 'four weeks' | 'quarter' | 'as agreed';

/** An order holds the place of the first creative; the sponsorship of an issue holds those of all. */
export type UnitRow = Unit & { runs: UnitTerm };

/** A unit of an old order that the list no longer has runs as agreed. */
export function termOf(unit: string): UnitTerm {
  return UNITS.find(({ id }) => id === unit)?.runs ?? 'as agreed';
}

/** The place of every unit without creatives: it is on no page, and any number of orders hold it. */
export const PROGRAM = 'custom-programs';

/** The place that an order of a unit holds. */
export function placeOf(unit: string): string {
  const row = UNITS.find(({ id }) => id === unit);
  return row ? (row.creativeIds[0] ?? PROGRAM) : unit;
}

export const UNITS: readonly UnitRow[] = [
  {
    id: 'issue-sponsorship',
    runs: 'issue',
    title: 'Issue sponsorship',
    summary:
      'The homepage band, an in-article ad on every story in the issue, one Field Brief ad in the week the issue goes out, and a directory logo for the quarter.',
    term: 'one quarterly issue',
    listPriceCents: 800000,
    copyMaxWords: null,
    creativeIds: ['homepage-band', 'in-article', 'field-brief', 'directory-logo'],
  },
  {
    id: 'homepage-band',
    runs: 'four weeks',
    title: 'Homepage band',
    summary: 'The band on the homepage below the supplier directory block, one advertiser at a time.',
    term: '4 weeks',
    listPriceCents: 250000,
    copyMaxWords: null,
    creativeIds: ['homepage-band'],
  },
  {
    id: 'in-article',
    runs: 'four weeks',
    title: 'In-article ad',
    summary: 'One labeled image inside each published article, one advertiser at a time.',
    term: '4 weeks',
    listPriceCents: 180000,
    copyMaxWords: null,
    creativeIds: ['in-article'],
  },
  {
    id: 'field-brief',
    runs: 'one send',
    title: 'Field Brief',
    summary: 'The one sponsor of a weekly Field Brief send: a labeled image, one HTTPS URL and up to 40 words of copy.',
    term: 'one weekly send',
    listPriceCents: 100000,
    copyMaxWords: 40,
    creativeIds: ['field-brief'],
  },
  {
    id: 'directory-listing',
    runs: 'quarter',
    title: 'Directory listing',
    summary: 'A paid row with a logo in the supplier directory.',
    term: 'one quarter',
    listPriceCents: 60000,
    copyMaxWords: null,
    creativeIds: ['directory-logo'],
  },
  {
    id: 'custom-programs',
    runs: 'as agreed',
    title: 'Custom programs',
    summary: 'Anything else within these terms, priced on request.',
    term: 'on request',
    listPriceCents: null,
    copyMaxWords: null,
    creativeIds: [],
  },
];
