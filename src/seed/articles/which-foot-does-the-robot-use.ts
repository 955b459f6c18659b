import type { SampleArticle } from '../sample-article.ts';
import { computed, exempt, signed, sourced } from '../sample-figures.ts';

const DEPRECATION = 'https://www.federalregister.gov/d/2020-21902';

export const whichFootDoesTheRobotUse: SampleArticle = {
  section: 'robotics',
  slug: 'which-foot-does-the-robot-use',
  headline: 'Before the layout robot marks a line, ask which foot it uses',
  dek: 'Two definitions of the foot differ by two parts in a million. Far from the origin of a coordinate system, that is enough to move a wall.',
  byline: 'newsroom',
  tags: ['Layout', 'Figures'],
  publishedAt: '2026-11-12T14:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'A layout robot does one thing very well: it puts a mark where a file says a mark belongs. So the question to ask before it starts is not about the robot. It is about the file. In what foot is it written?',
    },
    { id: 'two', type: 'heading', text: 'There are two' },
    {
      id: 'definitions',
      type: 'paragraph',
      text: 'The international foot is exactly 0.3048 meter. The U.S. survey foot is 1200/3937 meter. For [decades](https://oceanservice.noaa.gov/geodesy/international-foot.html) American surveyors have worked with the second and nearly everybody else with the first. They differ by 2 parts per million, which the National Oceanic and Atmospheric Administration puts as one hundredth of a foot per mile.',
    },
    {
      id: 'retired',
      type: 'paragraph',
      text: 'Officially the matter is closed. Two federal agencies [retired](https://www.federalregister.gov/d/2020-21902) the survey foot on December 31, 2022, and since then the international foot is simply the foot. But control points, plats and coordinate systems do not change on a date. The older state plane systems go on in whatever foot their state adopted, and your site may well be tied to one.',
    },
    { id: 'matters', type: 'heading', text: 'When it matters' },
    {
      id: 'near',
      type: 'paragraph',
      text: 'On a slab measured from its own corner it does not matter at all. No tape and no robot can show you a millionth of a bay.',
    },
    {
      id: 'far',
      type: 'paragraph',
      text: 'It matters when the numbers are large because their origin is far away. State plane coordinates count from an origin far outside the job. Take a northing of 2,000,000 feet and read it in the wrong foot: 2 parts in a million of it are 4 feet. The building is the right size and every wall is square to every other. It stands in the wrong place.',
    },
    { id: 'rule', type: 'quote', text: 'The building is the right size. It stands in the wrong place.' },
    { id: 'machine', type: 'heading', text: 'Why a machine makes it worse' },
    {
      id: 'machine-text',
      type: 'paragraph',
      text: 'A crew pulling tape from the grid meets the neighbor’s curb and stops. A machine that trusts its control meets nothing. It marks the first line and the last with the same confidence, all in one shift, and the marks are crisp. Crisp is not a kind of correct.',
    },
    { id: 'ask', type: 'subheading', text: 'Ask before the first mark' },
    {
      id: 'ask-list',
      type: 'list',
      text: [
        '1. Which foot do the coordinates in the model state? If the file only says *feet*, it does not say.',
        '2. Does the robot’s import ask for the unit, or assume one? Which one?',
        '3. Which control points does the machine check itself against, and who occupied them last?',
        '4. Who measures one mark, independently, before the rest are painted?',
        '5. Whose name goes under that check?',
      ].join('\n'),
    },
    { id: 'our-part', type: 'heading', text: 'What this has to do with a magazine' },
    {
      id: 'our-part-text',
      type: 'paragraph',
      text: 'A unit is part of a number. Leave it off, or leave it to be guessed, and the digits are decoration. The federal [guide to units](https://www.nist.gov/pml/special-publication-811) was written for exactly that reason. When this desk reports what a machine achieved, the story says in which unit, against which control, checked by whom and how. Where one of these is missing we ask, and where nobody answers we print that.',
    },
    {
      id: 'agents',
      type: 'paragraph',
      text: 'The same goes for agents. A program that summarizes drawings will happily carry a dimension from one sheet to another and leave the foot behind. So may one that summarizes *us*. If an agent hands you a number from these pages without its unit and its source, send it back for both.',
    },
    {
      id: 'close',
      type: 'paragraph',
      text: 'The robot, for its part, is blameless. It put the mark where the file said.',
    },
  ],
  figures: [
    exempt('sourceNote', 'December 31, 2022', 'date'),
    exempt('sourceNote', '1983'),
    exempt('sourceNote', '1927'),
    exempt('sourceNote', '1959', 'date'),
    sourced(
      'sourceNote',
      'two feet',
      'https://oceanservice.noaa.gov/geodesy/international-foot.html',
      'A Tale of Two Feet',
    ),
    sourced(
      'sourceNote',
      'one hundredth',
      'https://oceanservice.noaa.gov/geodesy/international-foot.html',
      'A Tale of Two Feet',
    ),
    signed('machine-text', 'one', 'A case that is supposed, not a measurement.'),
    signed('dek', 'Two', 'Both definitions are given in the article, with their source.'),
    computed('dek', 'two', 'parts', { parts: ['definitions', '2'] }),
    signed('dek', 'a million', 'What the parts are counted in: parts per million.'),
    signed('two', 'two', 'Both definitions are given below this heading, with their source.'),
    sourced('definitions', '0.3048 meter', DEPRECATION, 'Summary', '1 foot = 0.3048 meter exactly'),
    sourced('definitions', '1200/3937 meter', DEPRECATION, 'Background, the definitions of the two feet'),
    computed('definitions', '2', '(survey / international - 1) * 1000000', {
      survey: ['definitions', '1200/3937 meter'],
      international: ['definitions', '0.3048 meter'],
    }),
    sourced(
      'definitions',
      'one hundredth',
      'https://oceanservice.noaa.gov/geodesy/international-foot.html',
      'A Tale of Two Feet, on how far the two differ',
    ),
    sourced(
      'retired',
      'Two',
      DEPRECATION,
      'Summary',
      'The National Institute of Standards and Technology (NIST) and the National Geodetic Survey (NGS), National Ocean Service (NOS), National Oceanic and Atmospheric Administration (NOAA), have taken collaborative action',
    ),
    sourced(
      'retired',
      'December 31, 2022',
      DEPRECATION,
      'Dates',
      'Use of the U.S. survey foot will be deprecated on December 31, 2022.',
    ),
    signed('far', '2,000,000 feet', 'A northing that is supposed, to reckon with.'),
    computed('far', '2', 'parts', { parts: ['definitions', '2'] }),
    signed('far', 'a million', 'What the parts are counted in: parts per million.'),
    computed('far', '4 feet', 'northing * parts / million', {
      northing: ['far', '2,000,000 feet'],
      parts: ['far', '2'],
      million: ['far', 'a million'],
    }),
    exempt('sources.0.title', '85'),
    exempt('sources.0.title', '62698'),
    exempt('sources.1.title', 'Two'),
    exempt('sources.3.title', '811'),
  ],
  sources: [
    {
      title: 'Deprecation of the United States (U.S.) Survey Foot, 85 FR 62698',
      url: 'https://www.federalregister.gov/d/2020-21902',
      publisher: 'Federal Register',
      note: 'Both definitions; deprecated on December 31, 2022; support for State Plane Coordinate Systems of 1983 and 1927 goes on.',
    },
    {
      title: 'A Tale of Two Feet',
      url: 'https://oceanservice.noaa.gov/geodesy/international-foot.html',
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
      url: 'https://www.nist.gov/pml/special-publication-811',
      publisher: 'National Institute of Standards and Technology',
    },
  ],
};
