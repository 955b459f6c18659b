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
  subheading,
} from '#seed/sample-article.ts';

const DEPRECATION = 'https://www.federalregister.gov/d/2020-21902';
const TALE = 'https://oceanservice.noaa.gov/geodesy/international-foot.html';
const UNITS = 'https://www.nist.gov/pml/special-publication-811';

export const whichFootDoesTheRobotUse: SampleArticle = {
  section: 'robotics',
  slug: 'which-foot-does-the-robot-use',
  headline: 'Before the layout robot marks a line, ask which foot it uses',
  dek: 'The old survey foot and the foot differ by 2 parts per million. Far from the origin of a coordinate system, that is enough to move a wall.',
  byline: 'survey',
  tags: ['Layout', 'Measurement', 'Robots'],
  publishedAt: '2026-10-22T13:00:00.000Z',
  picture: {
    name: 'feet',
    title: 'A building set out in the wrong foot',
    alt: 'Plan of a building drawn in a solid line, and the same building in a dashed line, shifted as a whole away from a distant origin. Both have the same size and the same square corners.',
    caption: 'The building keeps its size and its square corners. Only its place is wrong.',
  },
  bodyBlocks: [
    paragraph(
      'lede',
      'A layout robot does one thing very well: it puts a mark where a file says a mark belongs. So the question to ask before it starts is not about the robot. It is about the file. In what foot is it written?',
    ),
    heading('which', 'The foot has a twin'),
    paragraph(
      'definitions',
      `The international foot is exactly 0.3048 meter. The U.S. survey foot is 1200/3937 meter. For [decades](${TALE}) American surveyors have worked with the second and nearly everybody else with the first. They differ by 2 parts per million, which the National Oceanic and Atmospheric Administration puts as one hundredth of a foot per mile. The sum is quickly checked: of the 5,280 feet in a mile it is 0.0106 foot.`,
    ),
    paragraph(
      'retired',
      `Officially the matter is closed. The federal government [retired](${DEPRECATION}) the survey foot on December 31, 2022, and since then the international foot is simply the foot. But control points, plats and coordinate systems do not change on a date. The older state plane systems go on in whatever foot their state adopted, and your site may well be tied to such a system.`,
    ),
    heading('matters', 'When it matters'),
    paragraph(
      'near',
      'On a slab measured from its own corner it does not matter at all. No tape and no robot can show you a millionth of a bay.',
    ),
    paragraph(
      'far',
      'It matters when the numbers are large because their origin is far away. State plane coordinates count from an origin far outside the job. Take a northing of 2,000,000 feet and read it in the wrong foot: it is 4 feet off. Every 500,000 feet of coordinate are worth another foot. The building is the right size and every wall is square to every other. It stands in the wrong place.',
    ),
    quote('rule', 'The building is the right size. It stands in the wrong place.'),
    paragraph(
      'small',
      'The small errors are the treacherous ones. A shift of several feet lands in the street, and somebody notices. But some offices cut the leading digits off their coordinates, or move the origin, to keep the numbers short. If that is done in one program and undone in another, what is left of the difference may be the width of a stud. It passes for a sloppy mark until the curtain wall arrives.',
    ),
    heading('machine', 'Why a machine makes it worse'),
    paragraph(
      'machine-text',
      'A crew pulling tape from the grid meets the neighbor’s curb and stops. A machine that trusts its control meets nothing. It marks the first line and the last with the same confidence, all in a shift, and the marks are crisp. Crisp is not a kind of correct.',
    ),
    subheading('ask', 'Ask before the first mark'),
    list(
      'ask-list',
      '1. Which foot do the coordinates in the model state? If the file only says *feet*, it does not say.',
      '2. Does the robot’s import ask for the unit, or assume it?',
      '3. Which control points does the machine check itself against, and who occupied them last?',
      '4. Who measures a mark independently, from other control, before the rest are painted?',
      '5. Whose name goes under that check?',
    ),
    paragraph(
      'points',
      'That measurement finds the wrong foot in minutes. Pick a mark at the far end of the job, shoot it from a control point that the robot did not use, and compare coordinates, not distances. A distance between marks will agree to a hair, whichever foot was used.',
    ),
    heading('our-part', 'A unit is part of the number'),
    paragraph(
      'our-part-text',
      `Leave it off, or leave it to be guessed, and the digits are decoration. The federal [guide to units](${UNITS}) was written for exactly that reason. The same goes for programs that summarize drawings: they will happily carry a dimension from a sheet to another and leave the foot behind. If an agent hands you a number without its unit and its source, send it back for both.`,
    ),
    paragraph('close', 'The robot, for its part, is blameless. It put the mark where the file said.'),
  ],
  figures: [
    repeated('dek', '2', ['definitions', '2']),
    sourced('definitions', '0.3048 meter', DEPRECATION, 'Summary', { words: '1 foot = 0.3048 meter exactly' }),
    sourced('definitions', '1200/3937 meter', DEPRECATION, 'Background, the definitions of the two feet'),
    computed('definitions', '2', '(survey / international - 1) * 1000000', {
      survey: ['definitions', '1200/3937 meter'],
      international: ['definitions', '0.3048 meter'],
    }),
    sourced('definitions', 'one hundredth', TALE, 'A Tale of Two Feet, on how far the two differ'),
    sourced('definitions', '5,280 feet', UNITS, 'Appendix B.6, U.S. survey foot and mile'),
    computed('definitions', '0.0106 foot', 'mile * parts / 1000000', {
      mile: ['definitions', '5,280 feet'],
      parts: ['definitions', '2'],
    }),
    sourced('retired', 'December 31, 2022', DEPRECATION, 'Dates', {
      words: 'Use of the U.S. survey foot will be deprecated on December 31, 2022.',
    }),
    signed('far', '2,000,000 feet', 'Chosen for the example.'),
    computed('far', '4 feet', 'northing * parts / 1000000', {
      northing: ['far', '2,000,000 feet'],
      parts: ['definitions', '2'],
    }),
    computed('far', '500,000 feet', '1000000 / parts', { parts: ['definitions', '2'] }),
    exempt('sources.0.title', '85'),
    exempt('sources.0.title', '62698'),
    exempt('sources.0.note', 'December 31, 2022', 'date'),
    exempt('sources.0.note', '1983', 'date'),
    exempt('sources.0.note', '1927', 'date'),
    exempt('sources.1.title', 'Two'),
    exempt('sources.1.note', '1959', 'date'),
    sourced('sourceNote', 'two feet', TALE, 'A Tale of Two Feet'),
    sourced('sourceNote', 'one hundredth', TALE, 'A Tale of Two Feet'),
    exempt('sources.3.title', '811'),
  ],
  sources: [
    {
      title: 'Deprecation of the United States (U.S.) Survey Foot, 85 FR 62698',
      url: DEPRECATION,
      publisher: 'Federal Register',
      note: 'Both definitions; deprecated on December 31, 2022; support for State Plane Coordinate Systems of 1983 and 1927 goes on.',
    },
    {
      title: 'A Tale of Two Feet',
      url: TALE,
      publisher: 'National Ocean Service, NOAA',
      note: 'Since 1959 two feet; one hundredth of a foot per mile.',
    },
    {
      title: 'U.S. Survey Foot',
      url: 'https://www.nist.gov/pml/us-surveyfoot',
      publisher: 'National Institute of Standards and Technology',
    },
    {
      title: 'Special Publication 811: Guide for the Use of the International System of Units',
      url: UNITS,
      publisher: 'National Institute of Standards and Technology',
    },
  ],
};
