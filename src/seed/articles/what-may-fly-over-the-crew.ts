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

const PART = 'https://www.ecfr.gov/current/title-14/chapter-I/subchapter-F/part-107';
const DEFINITIONS = `${PART}/subpart-A/section-107.3`;
const LIMITS = `${PART}/subpart-B/section-107.51`;
const OVER_PEOPLE = `${PART}/subpart-B/section-107.39`;
const SIGHT = `${PART}/subpart-B/section-107.31`;
const CATEGORIES = `${PART}/subpart-D`;

export const whatMayFlyOverTheCrew: SampleArticle = {
  section: 'robotics',
  slug: 'what-may-fly-over-the-crew',
  headline: 'What may fly over the crew: the drone rule, read for a superintendent',
  dek: 'The federal rule judges a small aircraft by the harm of its fall. The arithmetic fits on the back of a glove.',
  byline: 'survey',
  tags: ['Safety', 'Cameras', 'Robots'],
  publishedAt: '2026-09-24T13:00:00.000Z',
  picture: {
    name: 'drone',
    title: 'The space a drone may use around a structure',
    alt: 'Elevation of a tower with a dashed outline around it. Away from the tower the outline runs level above the ground; near the tower it rises with it and closes the same distance above its top.',
    caption: 'Within reach of a structure the ceiling follows its top. Everywhere else it follows the ground.',
  },
  bodyBlocks: [
    paragraph(
      'lede',
      'The drone lifts off beside the gate, climbs past the hoist and crosses the deck where the rodbusters are bent over the mat. Was that allowed? The pilot says it is a small machine.',
    ),
    paragraph(
      'small',
      `Small has a meaning. [Part 107](${DEFINITIONS}) of the aviation rules covers unmanned aircraft of less than 55 pounds, with everything on board. A survey drone, a progress camera and a machine that sprays a facade all fall under it. Who may be underneath is a question of its own.`,
    ),
    heading('under', 'Who is underneath'),
    paragraph(
      'people',
      `Nobody may fly a small unmanned aircraft over a human being, says [section 107.39](${OVER_PEOPLE}), unless that person takes a direct part in operating it, or is under a roof or in a parked vehicle that would protect them, or the flight meets a category of [subpart D](${CATEGORIES}). A carpenter does not take part in the flight because the pictures are of the carpenter’s building. So on a live deck it comes down to the category.`,
    ),
    list(
      'categories',
      '- **Category 1.** The aircraft weighs 0.55 pounds or less, and has no exposed rotating part that would cut skin.',
      '- **Category 2.** A hit injures less than 11 foot-pounds of energy from a rigid object would.',
      '- **Category 3.** The same test at 25 foot-pounds, never over an open-air assembly. For flights that stay over people the site has to be closed to others, with everybody on it told.',
    ),
    heading('fall', 'The arithmetic of a fall'),
    paragraph(
      'energy',
      'A foot-pound is the energy of a pound that has fallen a foot. Leave the air out of it, and the energy of a falling machine is its weight times the height. A machine at the limit of Category 1 reaches 11 foot-pounds after a fall of 20 feet, and 25 foot-pounds after 45 feet. A machine at the limit of the whole rule reaches 11 foot-pounds after 0.2 foot, which is less than the height of a hard hat. From 400 feet it would bring 22,000 foot-pounds, 880 times the figure of Category 3.',
    ),
    paragraph(
      'label',
      'Real machines tumble, drag and break, and the rule does not measure energy in the air. It compares injuries. That is why a maker has to show by test, analysis or inspection that the aircraft passes, declare it to the FAA, and put a label on it. For Category 2 and Category 3 the label is required, in English, where it can be read.',
    ),
    quote('rule-of-thumb', 'The number to ask for is not the weight. It is the label.'),
    heading('limits', 'The other limits'),
    list(
      'limit-list',
      '- **Height.** Up to 400 feet above the ground; or within 400 feet of a structure, and then up to 400 feet above its top.',
      '- **Speed.** Up to 87 miles an hour over the ground.',
      '- **Sight.** 3 statute miles of visibility from the control station. Clouds at least 500 feet above and 2,000 feet to the side.',
      '- **Eyes.** The pilot, or a visual observer, sees the aircraft with bare eyes for the whole flight.',
    ),
    paragraph(
      'tower',
      `The limits are those of [section 107.51](${LIMITS}), the eyes those of [section 107.31](${SIGHT}). On a tower job the height rule is generous: the ceiling goes up with the steel. Glasses are allowed, binoculars and the screen in the pilot’s hand are not. A machine that flies a programmed route around the back of the core has left the rule behind at the corner, unless an observer stands there.`,
    ),
    paragraph(
      'not',
      'Nothing in Part 107 knows about cranes, hoist cables, line pumps or the radio of the rigging crew. It is a rule about the air and the people under it. The site keeps its own list.',
    ),
    heading('meeting', 'For the morning meeting'),
    list(
      'questions',
      '1. What category is declared for this aircraft, and where on it is the label?',
      '2. Who works below the route today, and who has told them?',
      '3. Where does it come down when the radio link goes?',
      '4. Who can stop the flight, and on which channel?',
      '5. Who stands where the pilot cannot see?',
    ),
    paragraph(
      'close',
      'The pilot who can answer these in the time it takes to swap a battery may be as good as the pictures. The pilot who says that it is a small machine has answered a different question.',
    ),
  ],
  figures: [
    exempt('small', '107'),
    sourced('small', '55 pounds', DEFINITIONS, 'Small unmanned aircraft'),
    exempt('people', '107.39'),
    exempt('categories', '1'),
    sourced('categories', '0.55 pounds', CATEGORIES, 'Section 107.110(a)(1)', {
      words: 'Weighs 0.55 pounds or less on takeoff and throughout the duration of each operation under Category 1',
    }),
    exempt('categories', '2'),
    sourced('categories', '11 foot-pounds', CATEGORIES, 'Section 107.120(a)(1)'),
    exempt('categories', '3'),
    sourced('categories', '25 foot-pounds', CATEGORIES, 'Section 107.130(a)(1)', {
      words:
        'the severity of the injury caused by a transfer of 25 foot-pounds of kinetic energy upon impact from a rigid object',
    }),
    exempt('energy', '1'),
    repeated('energy', '11 foot-pounds', ['categories', '11 foot-pounds']),
    computed('energy', '20 feet', 'energy / weight', {
      energy: ['categories', '11 foot-pounds'],
      weight: ['categories', '0.55 pounds'],
    }),
    repeated('energy', '25 foot-pounds', ['categories', '25 foot-pounds']),
    computed('energy', '45 feet', 'energy / weight', {
      energy: ['categories', '25 foot-pounds'],
      weight: ['categories', '0.55 pounds'],
    }),
    repeated('energy', '11 foot-pounds', ['categories', '11 foot-pounds'], 2),
    computed('energy', '0.2 foot', 'energy / weight', {
      energy: ['categories', '11 foot-pounds'],
      weight: ['small', '55 pounds'],
    }),
    repeated('energy', '400 feet', ['limit-list', '400 feet']),
    computed('energy', '22,000 foot-pounds', 'weight * height', {
      weight: ['small', '55 pounds'],
      height: ['limit-list', '400 feet'],
    }),
    computed('energy', '880 times', 'energy / limit', {
      energy: ['energy', '22,000 foot-pounds'],
      limit: ['categories', '25 foot-pounds'],
    }),
    exempt('energy', '3'),
    exempt('label', '2'),
    exempt('label', '3'),
    sourced('limit-list', '400 feet', LIMITS, 'Paragraph (b)'),
    sourced('limit-list', '400 feet', LIMITS, 'Paragraph (b)(1)', { nth: 2 }),
    sourced('limit-list', '400 feet', LIMITS, 'Paragraph (b)(2)', { nth: 3 }),
    signed('limit-list', '87 miles', 'Wrong on purpose, so that the sample edition has a true correction to show.'),
    sourced('limit-list', '87', LIMITS, 'Paragraph (a)'),
    sourced('limit-list', '100 miles', LIMITS, 'Paragraph (a)'),
    sourced('limit-list', '3', LIMITS, 'Paragraph (c)'),
    sourced('limit-list', '500 feet', LIMITS, 'Paragraph (d)(1)'),
    sourced('limit-list', '2,000 feet', LIMITS, 'Paragraph (d)(2)'),
    exempt('tower', '107.51'),
    exempt('tower', '107.31'),
    exempt('not', '107'),
    sourced('correctionNote', '87', LIMITS, 'Paragraph (a)'),
    sourced('correctionNote', '100 miles', LIMITS, 'Paragraph (a)'),
    exempt('sources.0.title', '14'),
    exempt('sources.1.title', '14'),
    exempt('sources.2.title', '14'),
    exempt('sources.3.title', '14'),
    exempt('sources.4.title', '14'),
    exempt('sources.0.title', '107.3'),
    exempt('sources.1.title', '107.39'),
    exempt('sources.2.title', '107'),
    exempt('sources.3.title', '107.51'),
    exempt('sources.4.title', '107.31'),
  ],
  sources: [
    {
      title: '14 CFR 107.3: Definitions',
      url: DEFINITIONS,
      publisher: 'Electronic Code of Federal Regulations',
    },
    {
      title: '14 CFR 107.39: Operation over human beings',
      url: OVER_PEOPLE,
      publisher: 'Electronic Code of Federal Regulations',
    },
    {
      title: '14 CFR Part 107, Subpart D: Operations Over Human Beings',
      url: CATEGORIES,
      publisher: 'Electronic Code of Federal Regulations',
      note: 'The categories, the tests and the labels.',
    },
    {
      title: '14 CFR 107.51: Operating limitations for small unmanned aircraft',
      url: LIMITS,
      publisher: 'Electronic Code of Federal Regulations',
    },
    {
      title: '14 CFR 107.31: Visual line of sight aircraft operation',
      url: SIGHT,
      publisher: 'Electronic Code of Federal Regulations',
    },
  ],
  correction: {
    at: '2026-09-28T13:00:00.000Z',
    note: 'An earlier version of this article gave the limit of speed in miles an hour. The rule says 87 knots, which is 100 miles an hour.',
    blocks: {
      'limit-list': [
        '- **Height.** Up to 400 feet above the ground; or within 400 feet of a structure, and then up to 400 feet above its top.',
        '- **Speed.** Up to 87 knots over the ground, which is 100 miles an hour.',
        '- **Sight.** 3 statute miles of visibility from the control station. Clouds at least 500 feet above and 2,000 feet to the side.',
        '- **Eyes.** The pilot, or a visual observer, sees the aircraft with bare eyes for the whole flight.',
      ].join('\n'),
    },
  },
};
