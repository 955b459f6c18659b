import {
  computed,
  exempt,
  heading,
  list,
  paragraph,
  quote,
  repeated,
  type SampleArticle,
  sourced,
} from '#seed/sample-article.ts';

const OSHA = 'https://www.osha.gov/laws-regs/regulations/standardnumber/1926';
const DEFINITIONS = `${OSHA}/1926.500`;
const DUTY = `${OSHA}/1926.501`;
const CRITERIA = `${OSHA}/1926.502`;
const CENSUS = 'https://www.bls.gov/news.release/archives/cfoi_12192024.htm';

export const theHarnessAndTheClearance: SampleArticle = {
  section: 'field-operations',
  slug: 'the-harness-and-the-clearance',
  headline: 'The camera sees the harness. It does not see the clearance',
  dek: 'A program can find a missing harness in a picture. Whether the harness would stop the fall in time is arithmetic about the ground below.',
  byline: 'field',
  tags: ['Safety', 'OSHA', 'Cameras'],
  publishedAt: '2026-10-15T13:00:00.000Z',
  picture: {
    name: 'clearance',
    title: 'Fall clearance at a low edge',
    alt: 'Section through a slab edge with a worker on a lanyard. A dimension line beside it adds the free fall and the stopping distance that the rule allows; together they reach below the level at which protection begins.',
    caption: 'At the lowest edge where the duty begins, the full allowance of the rule is longer than the drop.',
  },
  bodyBlocks: [
    paragraph(
      'lede',
      'A worker at a deck edge wears a harness, clipped in. The camera on the mast draws a green box around the picture of him and moves on. It has checked the strap. Nobody has checked how far it is from the boots to the slab below.',
    ),
    paragraph(
      'deaths',
      `That distance decides. For 2023 the Bureau of Labor Statistics [counted](${CENSUS}) 1,075 fatal injuries in construction. Falls, slips and trips were 421 of them, 39.2 percent. Of the falls to a lower level, 260, or 64.4 percent, were from heights between 6 and 30 feet. These are not tower heights. They are a slab edge, a roof, a scaffold bay.`,
    ),
    heading('rule', 'What the rule gives you'),
    list(
      'limits',
      '- **The duty.** Where an open side is 6 feet or more above a lower level, a guardrail, a net or a personal fall arrest system must protect the employee.',
      '- **The free fall.** The arrest system is rigged so that nobody falls freely more than 6 feet, or touches a lower level.',
      '- **The stop.** From there it brings the person to rest within 3.5 feet.',
      '- **The force.** At most 1,800 pounds on a body harness.',
      '- **The anchor.** It holds 5,000 pounds for each person attached, or is part of a system with a safety factor of at least 2, under a qualified person.',
    ),
    paragraph(
      'where',
      `The first line stands in [section 1926.501](${DUTY}), the others in [section 1926.502](${CRITERIA}). They are usually read line by line.`,
    ),
    heading('add', 'Add them up'),
    paragraph(
      'sum',
      `A fall that uses both allowances travels 6 feet and then 3.5 feet: 9.5 feet. Stretch of the lifeline comes on top, since the [definition](${DEFINITIONS}) of the stopping distance leaves it out. The duty to protect begins at 6 feet. So there is a band of 3.5 feet, from the lowest edge that needs protection upward, in which a system that uses its full allowance meets every number in the list and still lets the worker hit the slab. The same sentence that grants the free fall forbids that.`,
    ),
    paragraph(
      'rigging',
      'At low edges the answer is therefore in the rigging: an anchor overhead, a shorter lanyard, a retracting line, a restraint that keeps the person from reaching the edge at all, or a rail. The picture of the harness is the same in each of these cases. So is the picture of the case that fails.',
    ),
    paragraph(
      'anchor',
      'The anchor hides as well. The 5,000 pounds it must hold is 2.8 times the 1,800 pounds that may reach the body. No lens reads that off a bolt in a slab.',
    ),
    heading('can', 'What a camera can check'),
    paragraph(
      'rail',
      'A guardrail is kinder to a camera. Its top edge has to be 42 inches above the surface, give or take 3 inches: nothing under 39 inches passes. Height is something a picture with a known scale can measure, at every bay, every morning, and a person will not. Whether the rail holds the 200 pounds it must take at that edge is again not in the picture.',
    ),
    paragraph(
      'useful',
      'Missing rails, open hatches, a ladder that ends at the landing, a harness left in the gang box: all of this can be seen from above, and a program that looks all day sees more of it than a safety manager with several sites. The mistake is to read its silence as a sign that the rigging works.',
    ),
    heading('ask', 'Ask before you buy'),
    list(
      'questions',
      '1. Does the program report clearance, or only the harness?',
      '2. Who enters the height of each edge, and who measures it again when the floor below fills with material?',
      '3. Does it tell a lanyard from a retracting line?',
      '4. What does it report for an edge it cannot see?',
      '5. Who gets the alarm, and who has the authority to stop the work?',
    ),
    quote('rule-of-thumb', 'Clipped in is not the same as caught in time.'),
    paragraph(
      'close',
      'Put the arithmetic where the work is planned. For each edge, write the drop, the height of the anchor, the length of the line, and what is below. A person with a tape fills it in, and signs. Then let the camera watch whether the plan is followed. It can do that all day. The tape it cannot hold.',
    ),
  ],
  figures: [
    sourced('deaths', '1,075', CENSUS, 'Construction'),
    sourced('deaths', '421', CENSUS, 'Construction, falls, slips, and trips'),
    computed('deaths', '39.2 percent', 'falls / all * 100', { falls: ['deaths', '421'], all: ['deaths', '1,075'] }),
    sourced('deaths', '260', CENSUS, 'Construction, falls to a lower level by height'),
    sourced('deaths', '64.4 percent', CENSUS, 'Construction, falls to a lower level by height'),
    sourced('deaths', '6 and 30 feet', CENSUS, 'Construction, falls to a lower level by height'),
    exempt('deaths', '2023', 'date'),
    sourced('limits', '6 feet', DUTY, 'Paragraph (b)(1)', {
      words: 'an unprotected side or edge which is 6 feet (1.8 m) or more above a lower level',
    }),
    sourced('limits', '6 feet', CRITERIA, 'Paragraph (d)(16)(iii)', { nth: 2 }),
    sourced('limits', '3.5 feet', CRITERIA, 'Paragraph (d)(16)(iv)'),
    sourced('limits', '1,800 pounds', CRITERIA, 'Paragraph (d)(16)(ii)'),
    sourced('limits', '5,000 pounds', CRITERIA, 'Paragraph (d)(15)'),
    sourced('limits', '2', CRITERIA, 'Paragraph (d)(15)(i)'),
    exempt('where', '1926.501'),
    exempt('where', '1926.502'),
    repeated('sum', '6 feet', ['limits', '6 feet']),
    repeated('sum', '3.5 feet', ['limits', '3.5 feet']),
    computed('sum', '9.5 feet', 'fall + stop', { fall: ['limits', '6 feet'], stop: ['limits', '3.5 feet'] }),
    repeated('sum', '6 feet', ['limits', '6 feet'], 2),
    computed('sum', '3.5 feet', 'needed - duty', { needed: ['sum', '9.5 feet'], duty: ['limits', '6 feet'] }, 2),
    repeated('anchor', '5,000 pounds', ['limits', '5,000 pounds']),
    computed('anchor', '2.8 times', 'anchor / body', {
      anchor: ['limits', '5,000 pounds'],
      body: ['limits', '1,800 pounds'],
    }),
    repeated('anchor', '1,800 pounds', ['limits', '1,800 pounds']),
    sourced('rail', '42 inches', CRITERIA, 'Paragraph (b)(1)'),
    sourced('rail', '3 inches', CRITERIA, 'Paragraph (b)(1)'),
    computed('rail', '39 inches', 'rail - less', { rail: ['rail', '42 inches'], less: ['rail', '3 inches'] }),
    sourced('rail', '200 pounds', CRITERIA, 'Paragraph (b)(3)'),
    exempt('sources.0.title', '29'),
    exempt('sources.1.title', '29'),
    exempt('sources.2.title', '29'),
    exempt('sources.0.title', '1926.501'),
    exempt('sources.0.note', '1'),
    exempt('sources.1.title', '1926.502'),
    exempt('sources.2.title', '1926.500'),
    exempt('sources.3.title', '2023', 'date'),
    exempt('sources.3.note', 'December 19, 2024', 'date'),
  ],
  sources: [
    {
      title: '29 CFR 1926.501: Duty to have fall protection',
      url: DUTY,
      publisher: 'Occupational Safety and Health Administration',
      note: 'Paragraph (b)(1), unprotected sides and edges.',
    },
    {
      title: '29 CFR 1926.502: Fall protection systems criteria and practices',
      url: CRITERIA,
      publisher: 'Occupational Safety and Health Administration',
      note: 'Paragraph (b), guardrails; paragraph (d), personal fall arrest systems.',
    },
    {
      title: '29 CFR 1926.500: Scope, application, and definitions applicable to this subpart',
      url: DEFINITIONS,
      publisher: 'Occupational Safety and Health Administration',
      note: 'Paragraph (b), “deceleration distance”.',
    },
    {
      title: 'National Census of Fatal Occupational Injuries in 2023',
      url: CENSUS,
      publisher: 'Bureau of Labor Statistics',
      note: 'News release of December 19, 2024.',
    },
  ],
};
