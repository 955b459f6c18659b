import {
  computed,
  exempt,
  heading,
  list,
  paragraph,
  quote,
  repeated,
  type SampleArticle,
  signed,
  sourced,
} from '#seed/sample-article.ts';

const SI_GUIDE = 'https://www.nist.gov/pml/special-publication-811';
const UNCERTAINTY = 'https://www.nist.gov/pml/nist-technical-note-1297';
const STEEL =
  'https://www.aisc.org/globalassets/aisc/publications/standards/code-of-standard-practice-june-15-2016.pdf';
const FIELD_TEST = 'https://www.iso.org/standard/30200.html';

/** The inputs of the formulas below. Distances are in feet, offsets in inches. */
const CONSTANT: [at: string, text: string] = ['radian', '206,265 feet'];
const NEAR: Record<string, [at: string, text: string]> = { constant: CONSTANT, distance: ['steel', '100 feet'] };
const FAR: Record<string, [at: string, text: string]> = { constant: CONSTANT, distance: ['steel', '400 feet'] };
const ALLOWED: Record<string, [at: string, text: string]> = { constant: CONSTANT, allowed: ['steel', '1/8 inch'] };
const OFFSET = 'distance * 12 * seconds / constant';
const REACH = 'allowed / 12 * constant / seconds';

export const whatAnArcSecondCosts: SampleArticle = {
  section: 'benchmarks',
  slug: 'what-an-arc-second-costs',
  headline: 'What an arc second costs at the far column',
  dek: 'A total station is sold by its seconds. Steel is accepted by the inch. Here is the conversion, with a table you can work out again.',
  byline: 'survey',
  tags: ['Layout', 'Measurement', 'Robots'],
  publishedAt: '2026-11-05T14:00:00.000Z',
  picture: {
    name: 'arc-second',
    title: 'Sideways error by distance and angle',
    alt: 'Chart: sideways error grows in straight lines with distance, a line for each class of instrument. Dashed level lines mark the tolerances within a group of rods and between groups. The steepest line almost reaches the lower tolerance at the far column.',
    caption: 'Sideways error of a single pointing by distance, against the tolerances for anchor rods.',
  },
  bodyBlocks: [
    paragraph(
      'lede',
      'The data sheet gives the angle in seconds of arc. The steel erector wants the anchor rods within a fraction of an inch. Between the angle and the inch lies a distance, and nobody prints the distance on the case.',
    ),
    heading('conversion', 'The conversion'),
    paragraph(
      'radian',
      `An angle becomes an offset when it is multiplied by the distance, provided the angle is in radians. The federal [guide to the SI](${SI_GUIDE}) gives the second of arc as π/648,000 radian. Turn that over: at a distance of 206,265 feet, a second of arc is a foot. That constant is all you need.`,
    ),
    heading('tolerance', 'The tolerance'),
    paragraph(
      'steel',
      `The American Institute of Steel Construction says in its [Code of Standard Practice](${STEEL}), section 7.5.1, what an erector may expect to find in the concrete. Between the rods of a group, the spacing is true to 1/8 inch. Between adjacent groups it is true to 1/4 inch. Along a column line the variation may add up to 1/4 inch per 100 feet and no more than 1 inch in all, which a line reaches at 400 feet.`,
    ),
    heading('table', 'The table'),
    paragraph(
      'intro',
      'Sideways error of a single pointing, from the angle alone. The first figure in each line is at 100 feet, the last at the 400 feet where the column line has used up its inch.',
    ),
    list(
      'errors',
      '- **1 second:** 0.006 inch near, 0.023 inch far.',
      '- **2 seconds:** 0.012 inch near, 0.047 inch far.',
      '- **5 seconds:** 0.029 inch near, 0.116 inch far.',
    ),
    paragraph(
      'share',
      'Read the last line. At the far column the angle alone takes 0.116 inch of the 0.125 inch that the rods of a group are allowed: 93 percent. Turned around, the distance at which the angle uses up that tolerance is:',
    ),
    list('reach', '- **1 second:** 2,149 feet.', '- **2 seconds:** 1,074 feet.', '- **5 seconds:** 430 feet.'),
    heading('kind', 'Why this is still too kind'),
    paragraph(
      'coverage',
      `What the field test of [ISO 17123-3](${FIELD_TEST}) yields is a standard deviation, not a limit. The federal [note on uncertainty](${UNCERTAINTY}) multiplies: with a coverage factor of 2, an interval holds about 95 percent of the results when they scatter normally. The worst line of the table then becomes 0.233 inch, which is 93 percent of the tolerance between adjacent groups.`,
    ),
    paragraph(
      'rest',
      'The distance meter has not been counted. Neither have the centering over the point, the lean of the prism pole, the control point itself, or the heat over a deck in August. The standard is candid about its own reach: it calls the test a check whether an instrument suits the task at hand, and no acceptance test.',
    ),
    heading('repeat', 'Repeat it'),
    list(
      'steps',
      '1. Take your own seconds: from a field test with your crew and your instrument, not from the brochure.',
      '2. Multiply by the distance, and divide by the constant above. The result is in the unit of the distance.',
      '3. Multiply by the coverage factor you want to stand behind.',
      '4. Compare with the tolerance in your contract, which may be tighter than the code.',
      '5. Write all of it beside the answer, with the date.',
    ),
    quote('rule-of-thumb', 'Nobody prints the distance on the case.'),
    paragraph(
      'robot',
      'A layout robot carries such an instrument or follows it, so its marks are no better than the angle that guides them. When a seller shows marks that agree to a hair, ask how far they are from the instrument. Then ask what they were measured against, and by whom. A machine that checks itself with its own angle will always agree with itself.',
    ),
    paragraph(
      'close',
      'The remedy is old and costs little: set up closer, observe in both faces, and close on a point you did not start from. A shorter sight line buys more than a better instrument, and every crew already owns it.',
    ),
  ],
  numberTable: [
    'Where the angle alone uses up the tolerance within a group',
    'The finest instrument = 2,149 feet',
    'The middle class = 1,074 feet',
    'The coarsest = 430 feet',
  ].join('\n'),
  figures: [
    sourced('radian', '648,000', SI_GUIDE, 'Table 6, second'),
    computed('radian', '206,265 feet', 'seconds / 3.14159265', { seconds: ['radian', '648,000'] }),
    exempt('steel', '7.5.1'),
    sourced('steel', '1/8 inch', STEEL, 'Section 7.5.1(a)'),
    sourced('steel', '1/4 inch', STEEL, 'Section 7.5.1(b)'),
    sourced('steel', '1/4 inch', STEEL, 'Section 7.5.1, accumulated variation', { nth: 2 }),
    sourced('steel', '100 feet', STEEL, 'Section 7.5.1, accumulated variation'),
    sourced('steel', '1 inch', STEEL, 'Section 7.5.1, accumulated variation'),
    computed('steel', '400 feet', 'all / rate * per', {
      all: ['steel', '1 inch'],
      rate: ['steel', '1/4 inch'],
      per: ['steel', '100 feet'],
    }),
    repeated('intro', '100 feet', ['steel', '100 feet']),
    repeated('intro', '400 feet', ['steel', '400 feet']),
    signed('errors', '1 second', 'A class of instrument, chosen for the example.'),
    computed('errors', '0.006 inch', OFFSET, { ...NEAR, seconds: ['errors', '1 second'] }),
    computed('errors', '0.023 inch', OFFSET, { ...FAR, seconds: ['errors', '1 second'] }),
    signed('errors', '2 seconds', 'A class of instrument, chosen for the example.'),
    computed('errors', '0.012 inch', OFFSET, { ...NEAR, seconds: ['errors', '2 seconds'] }),
    computed('errors', '0.047 inch', OFFSET, { ...FAR, seconds: ['errors', '2 seconds'] }),
    signed('errors', '5 seconds', 'A class of instrument, chosen for the example.'),
    computed('errors', '0.029 inch', OFFSET, { ...NEAR, seconds: ['errors', '5 seconds'] }),
    computed('errors', '0.116 inch', OFFSET, { ...FAR, seconds: ['errors', '5 seconds'] }),
    repeated('share', '0.116 inch', ['errors', '0.116 inch']),
    repeated('share', '0.125 inch', ['steel', '1/8 inch']),
    computed('share', '93 percent', 'error / allowed * 100', {
      error: ['errors', '0.116 inch'],
      allowed: ['share', '0.125 inch'],
    }),
    repeated('reach', '1 second', ['errors', '1 second']),
    computed('reach', '2,149 feet', REACH, { ...ALLOWED, seconds: ['errors', '1 second'] }),
    repeated('reach', '2 seconds', ['errors', '2 seconds']),
    computed('reach', '1,074 feet', REACH, { ...ALLOWED, seconds: ['errors', '2 seconds'] }),
    repeated('reach', '5 seconds', ['errors', '5 seconds']),
    computed('reach', '430 feet', REACH, { ...ALLOWED, seconds: ['errors', '5 seconds'] }),
    exempt('coverage', '17123-3'),
    sourced('coverage', '2', UNCERTAINTY, 'Section 6.2'),
    sourced('coverage', '95 percent', UNCERTAINTY, 'Section 6.2'),
    computed('coverage', '0.233 inch', `factor * ${OFFSET}`, {
      ...FAR,
      seconds: ['errors', '5 seconds'],
      factor: ['coverage', '2'],
    }),
    computed('coverage', '93 percent', 'error / allowed * 100', {
      error: ['coverage', '0.233 inch'],
      allowed: ['steel', '1/4 inch'],
    }),
    exempt('sources.0.title', '811'),
    exempt('sources.0.note', '6'),
    exempt('sources.3.note', '6'),
    exempt('sources.1.title', '303-16'),
    exempt('sources.1.note', '7.5.1'),
    exempt('sources.2.title', '17123-3'),
    exempt('sources.2.title', '2001', 'date'),
    exempt('sources.2.title', '3'),
    exempt('sources.3.title', '1297'),
  ],
  sources: [
    {
      title: 'Special Publication 811: Guide for the Use of the International System of Units',
      url: SI_GUIDE,
      publisher: 'National Institute of Standards and Technology',
      note: 'Table 6, the second of plane angle.',
    },
    {
      title: 'ANSI/AISC 303-16: Code of Standard Practice for Steel Buildings and Bridges',
      url: STEEL,
      publisher: 'American Institute of Steel Construction',
      note: 'Section 7.5.1, tolerances of anchor rods.',
    },
    {
      title:
        'ISO 17123-3:2001, Optics and optical instruments: Field procedures for testing geodetic and surveying instruments, Part 3: Theodolites',
      url: FIELD_TEST,
      publisher: 'International Organization for Standardization',
      note: 'The scope says what the test is for.',
    },
    {
      title:
        'Technical Note 1297: Guidelines for Evaluating and Expressing the Uncertainty of NIST Measurement Results',
      url: UNCERTAINTY,
      publisher: 'National Institute of Standards and Technology',
      note: 'Section 6, expanded uncertainty.',
    },
  ],
};
