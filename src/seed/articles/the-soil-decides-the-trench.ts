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

const OSHA = 'https://www.osha.gov/laws-regs/regulations/standardnumber/1926';
const SLOPES = `${OSHA}/1926SubpartPAppB`;
const SOILS = `${OSHA}/1926SubpartPAppA`;
const REQUIREMENTS = `${OSHA}/1926.651`;
const PROTECTION = `${OSHA}/1926.652`;

/** The inputs of the formulas below, and the volume of a trench with sloped sides. */
const TRENCH: Record<string, [at: string, text: string]> = {
  floor: ['example', '3 feet'],
  depth: ['example', '10 feet'],
  run: ['example', '100 feet'],
};
const VOLUME = '(floor + top) / 2 * depth * run / 27';

export const theSoilDecidesTheTrench: SampleArticle = {
  section: 'field-operations',
  slug: 'the-soil-decides-the-trench',
  headline: 'The drawing gives the depth. The soil gives the width of the trench',
  dek: 'Federal slope rules turn a soil type into cubic yards. A takeoff program that never asks for the soil has picked a type all the same.',
  byline: 'field',
  tags: ['Estimating', 'Safety', 'OSHA'],
  publishedAt: '2026-11-12T14:00:00.000Z',
  picture: {
    name: 'trench',
    title: 'Trench sections by soil type',
    alt: 'Cross sections of the same trench, drawn to scale over each other: steep sides for Type A soil, flatter for Type B, flattest for Type C, where the opening is several times as wide as the floor.',
    caption:
      'The same floor and the same depth, cut at the steepest slope that the rule allows in each soil. Drawn to scale.',
  },
  numberTable: [
    'The same run in each soil',
    'Straight sides = 111 cubic yards',
    'Type A = 389 cubic yards',
    'Type B = 481 cubic yards',
    'Type C = 667 cubic yards',
  ].join('\n'),
  bodyBlocks: [
    paragraph(
      'lede',
      'The profile shows the pipe, the invert and the grade. It does not show the sand. Yet on an open cut it is the sand that fills the trucks, because the federal rule for trenches ties the slope of each side to the soil it is cut in.',
    ),
    heading('rule', 'A rule that fits on a tailgate'),
    paragraph(
      'slopes',
      `[Appendix B](${SLOPES}) of OSHA’s excavation standard lists the steepest slope it allows in each soil. In Type A, the stiffest, a side leans back 3/4 foot for each foot of depth, an angle of 53 degrees. In Type B it is 1 foot, or 45 degrees. In Type C, which takes in gravel, sand and soil under water, it is 1 1/2 feet, or 34 degrees. Stable rock may stand vertical. Past a depth of 20 feet the table stops, and a registered professional engineer designs the slope.`,
    ),
    heading('same', 'The same trench in each soil'),
    paragraph(
      'example',
      'Take a trench 10 feet deep with a floor 3 feet wide, and work out a run of 100 feet. The width at the top is the floor plus the slope on both sides. The volume is the average width times depth times length, counted in cubic yards.',
    ),
    list(
      'widths',
      '- **Straight sides, behind a shield:** 3 feet at the top, 111 cubic yards.',
      '- **Type A:** 18 feet at the top, 389 cubic yards.',
      '- **Type B:** 23 feet at the top, 481 cubic yards.',
      '- **Type C:** 33 feet at the top, 667 cubic yards.',
    ),
    paragraph(
      'gain',
      'From Type A to Type C the run gains 278 cubic yards, or 71 percent, with the same pipe on the same line at the same depth. Against the straight cut, Type C is 6 times the dirt. It also takes 15 feet more ground at the surface than Type A, and that strip may belong to the neighbor, the sidewalk or a live gas main.',
    ),
    heading('who', 'Who says which soil it is'),
    paragraph(
      'classify',
      `Not the drawing, and not the program. [Appendix A](${SOILS}) wants a competent person to classify the soil, by looking at it and by testing it by hand. A thumb, a pocket penetrometer or a shear vane will do. Type A needs an unconfined compressive strength of 1.5 tons per square foot or more; a cohesive soil of 0.5 tons or less is Type C.`,
    ),
    paragraph(
      'never-a',
      'The appendix also takes Type A away. Soil that is fissured, that was dug up before, or that shakes with heavy traffic or pile driving is not Type A, however stiff it feels. A utility trench in a city street is usually both dug up before and shaken. A takeoff that assumes Type A there has broken the rule before the first bucket.',
    ),
    heading('ask', 'What to ask the takeoff program'),
    list(
      'questions',
      '1. Which soil type did it use, and where in its report does it say so?',
      '2. Does it read the boring log, or only the profile?',
      '3. Does it know dug-up ground from virgin ground?',
      '4. When the soil changes along the line, does the width change with it?',
      '5. What does it do past the depth where the table stops?',
    ),
    paragraph(
      'column',
      'None of this needs artificial intelligence. It needs a column in the quantity sheet with the soil in it, and a name beside it. A program that reads drawings earns its place when it fills that column from the boring log, says which boring it used, and leaves the cell empty where there is none.',
    ),
    heading('edge', 'And the rest of the edge'),
    paragraph(
      'distances',
      `Width is not the only number at the edge. From a depth of 5 feet, protection against a cave-in is [required](${PROTECTION}) unless the cut is entirely in stable rock; in a shallower cut a competent person must see no sign of a cave-in. In a trench of 4 feet or more a ladder, ramp or stair has to stand [within 25 feet](${REQUIREMENTS}) of travel from every worker. Spoil stays 2 feet back from the edge. The competent person inspects daily before work begins, as needed during the shift, and after every rainstorm.`,
    ),
    quote('rule-of-thumb', 'A camera can count the ladders. It cannot press a thumb into the wall.'),
    paragraph(
      'close',
      'That is a fair division of work. Let the program carry the geometry, which it works out in a moment, and let the person carry the soil, which is the part that kills. Then put both in the bid: the slope, the soil, and who looked at it.',
    ),
  ],
  figures: [
    sourced('slopes', '3/4 foot', SLOPES, 'Table B-1, Type A'),
    sourced('slopes', '53 degrees', SLOPES, 'Table B-1, Type A'),
    sourced('slopes', '1 foot', SLOPES, 'Table B-1, Type B'),
    sourced('slopes', '45 degrees', SLOPES, 'Table B-1, Type B'),
    sourced('slopes', '1 1/2 feet', SLOPES, 'Table B-1, Type C'),
    sourced('slopes', '34 degrees', SLOPES, 'Table B-1, Type C'),
    sourced('slopes', '20 feet', SLOPES, 'Table B-1, the note on deeper excavations'),
    signed('example', '10 feet', 'Chosen for the example.'),
    signed('example', '3 feet', 'Chosen for the example.'),
    signed('example', '100 feet', 'Chosen for the example.'),
    repeated('widths', '3 feet', ['example', '3 feet']),
    computed('widths', '111 cubic yards', 'floor * depth * run / 27', TRENCH),
    computed('widths', '18 feet', 'floor + 2 * slope * depth', { ...TRENCH, slope: ['slopes', '3/4 foot'] }),
    computed('widths', '389 cubic yards', VOLUME, { ...TRENCH, top: ['widths', '18 feet'] }),
    computed('widths', '23 feet', 'floor + 2 * slope * depth', { ...TRENCH, slope: ['slopes', '1 foot'] }),
    computed('widths', '481 cubic yards', VOLUME, { ...TRENCH, top: ['widths', '23 feet'] }),
    computed('widths', '33 feet', 'floor + 2 * slope * depth', { ...TRENCH, slope: ['slopes', '1 1/2 feet'] }),
    computed('widths', '667 cubic yards', VOLUME, { ...TRENCH, top: ['widths', '33 feet'] }),
    computed('gain', '278 cubic yards', 'c - a', {
      a: ['widths', '389 cubic yards'],
      c: ['widths', '667 cubic yards'],
    }),
    computed('gain', '71 percent', '(c / a - 1) * 100', {
      a: ['widths', '389 cubic yards'],
      c: ['widths', '667 cubic yards'],
    }),
    computed('gain', '6 times', 'c / straight', {
      straight: ['widths', '111 cubic yards'],
      c: ['widths', '667 cubic yards'],
    }),
    computed('gain', '15 feet', 'c - a', { a: ['widths', '18 feet'], c: ['widths', '33 feet'] }),
    sourced('classify', '1.5 tons', SOILS, 'Paragraph (b), Type A'),
    sourced('classify', '0.5 tons', SOILS, 'Paragraph (b), Type C'),
    sourced('distances', '5 feet', PROTECTION, 'Paragraph (a)(1)(ii)'),
    sourced('distances', '4 feet', REQUIREMENTS, 'Paragraph (c)(2)'),
    sourced('distances', '25 feet', REQUIREMENTS, 'Paragraph (c)(2)'),
    sourced('distances', '2 feet', REQUIREMENTS, 'Paragraph (j)(2)'),
    exempt('sources.0.title', '29'),
    exempt('sources.1.title', '29'),
    exempt('sources.2.title', '29'),
    exempt('sources.3.title', '29'),
    exempt('sources.0.title', '1926'),
    exempt('sources.1.title', '1926'),
    exempt('sources.2.title', '1926.651'),
    exempt('sources.3.title', '1926.652'),
    exempt('sources.0.note', 'B-1'),
  ],
  sources: [
    {
      title: '29 CFR 1926 Subpart P, Appendix B: Sloping and Benching',
      url: SLOPES,
      publisher: 'Occupational Safety and Health Administration',
      note: 'Table B-1, maximum allowable slopes.',
    },
    {
      title: '29 CFR 1926 Subpart P, Appendix A: Soil Classification',
      url: SOILS,
      publisher: 'Occupational Safety and Health Administration',
      note: 'Definitions of the soil types, and how a competent person classifies.',
    },
    {
      title: '29 CFR 1926.651: Specific Excavation Requirements',
      url: REQUIREMENTS,
      publisher: 'Occupational Safety and Health Administration',
      note: 'Egress, spoil and inspections.',
    },
    {
      title: '29 CFR 1926.652: Requirements for protective systems',
      url: PROTECTION,
      publisher: 'Occupational Safety and Health Administration',
      note: 'When protection against cave-ins is required.',
    },
  ],
};
