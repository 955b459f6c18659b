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

const STUDY = 'https://nvlpubs.nist.gov/nistpubs/gcr/2004/NIST.GCR.04-867.pdf';
const CLOSER_LOOK = 'https://www.nist.gov/publications/inadequate-interoperability-closer-look-costs';

/** The inputs of the sums below. */
const PARTS: Record<string, [at: string, text: string]> = {
  owners: ['shares', '$10.6 billion'],
  suppliers: ['shares', '$2.2 billion'],
  contractors: ['shares', '$1.8 billion'],
  designers: ['shares', '$1.2 billion'],
};

export const whoPaysForTypingItAgain: SampleArticle = {
  section: 'software',
  slug: 'who-pays-for-typing-it-again',
  headline: 'Who pays for typing it again: inside the $15.8 billion',
  dek: 'A federal study put a price on software that does not talk to other software. The total is easy to quote. Here are its parts, and what it is not.',
  byline: 'estimating',
  tags: ['Estimating', 'Measurement', 'Records'],
  publishedAt: '2026-10-01T13:00:00.000Z',
  picture: {
    name: 'interoperability',
    title: 'Costs of inadequate interoperability by stakeholder',
    alt: 'Bar chart of annual costs: owners and operators $10.6 billion, specialty fabricators and suppliers $2.2 billion, general contractors $1.8 billion, architects and engineers $1.2 billion.',
    caption: 'Who bears the cost, by the study for the National Institute of Standards and Technology.',
  },
  bodyBlocks: [
    paragraph(
      'lede',
      `An estimator reads a beam schedule off a screen and types it into a sheet. Nobody logs the minutes. In 2004 a [study](${STUDY}) for the National Institute of Standards and Technology tried to, for a whole industry, and arrived at $15.8 billion for the year 2002.`,
    ),
    heading('parts', 'What is in it'),
    paragraph(
      'asked',
      'The study compared the world as it is, in which people enter data again, look for it, check it and wait for it, with a world in which it is entered once and reaches everybody. The difference, priced, is the cost of inadequate interoperability. It covers commercial, institutional and industrial facilities and leaves houses out. It counts the handling of paper records too. It rests on interviews and survey answers.',
    ),
    list(
      'shares',
      '- **Owners and operators:** $10.6 billion.',
      '- **Specialty fabricators and suppliers:** $2.2 billion.',
      '- **General contractors:** $1.8 billion.',
      '- **Architects and engineers:** $1.2 billion.',
    ),
    paragraph(
      'sum',
      `The parts are those of a [later paper](${CLOSER_LOOK}) by the institute. Add them, and they come to $15.8 billion. Owners and operators carry 67 percent, general contractors 11 percent. All who design, make and build come to $5.2 billion together, 49 percent of what the owner loses, mostly after the ribbon is cut.`,
    ),
    paragraph(
      'why',
      'That is the part that a slide with the total alone leaves out. The contractor who sends a tidy model saves some typing. The owner who gets it saves the search for a valve, years later, at night, and the owner is not in the room when the software is chosen.',
    ),
    quote('rule-of-thumb', 'The owner pays for the typing long after the builder has left.'),
    heading('not', 'What the number is not'),
    list(
      'limits',
      '- **It is not this year’s.** It describes a single year, long past. To quote it as today’s loss is to add a claim that the study does not make.',
      '- **It is not what software would save.** The other world in the comparison is perfect. No product is.',
      '- **It is not a ceiling.** The authors call it likely to be conservative, because respondents named losses that the study did not price.',
      '- **It is not a rate for your job.** The later paper puts the burden at about 1 percent of annual receipts for each of the groups that design, make and build.',
    ),
    heading('own', 'The same count on your own job'),
    paragraph(
      'own-text',
      'An industry sum persuades nobody to change a form. A count of your own does, and it takes a week.',
    ),
    list(
      'steps',
      '1. Each time somebody types a number that already stands in another file, make a tick: what, from where, to where.',
      '2. Write down the minutes, and whether the number was checked.',
      '3. When a wrong number turns up, write down who found it and how far it had traveled.',
      '4. Multiply the minutes by the loaded rate. Keep the errors apart: they are few, and they are the expensive part.',
      '5. Ask the software seller which of these lines would go away. Have it shown on your file, not on theirs.',
    ),
    paragraph(
      'agents',
      'A language model that reads the schedule and fills in the form is typing too. It is faster, and it mistypes without getting tired. It may even hide the cost, since nobody sees the minutes any more. So the column for “checked by” stays, and the model’s lines go into the same tally. If they need fewer checks than the estimator’s did, the tally will say so. If they need more, it will say that.',
    ),
    paragraph(
      'close',
      'There is an older remedy that needs no model at all: agree at the kickoff which file is the master for each kind of number, and who may change it. The study priced what happens where nobody did.',
    ),
  ],
  figures: [
    repeated('headline', '$15.8 billion', ['lede', '$15.8 billion']),
    exempt('lede', '2004', 'date'),
    sourced('lede', '$15.8 billion', STUDY, 'Abstract', {
      words:
        '$15.8 billion in annual interoperability costs were quantified for the capital facilities industry in 2002',
    }),
    exempt('lede', '2002', 'date'),
    sourced('shares', '$10.6 billion', CLOSER_LOOK, 'Abstract', { words: 'owners and operators ($10.6 billion)' }),
    sourced('shares', '$2.2 billion', CLOSER_LOOK, 'Abstract', {
      words: 'specialty fabricators and suppliers ($2.2 billion)',
    }),
    sourced('shares', '$1.8 billion', CLOSER_LOOK, 'Abstract', { words: 'general contractors ($1.8 billion)' }),
    sourced('shares', '$1.2 billion', CLOSER_LOOK, 'Abstract', { words: 'architects and engineers ($1.2 billion)' }),
    computed('sum', '$15.8 billion', 'owners + suppliers + contractors + designers', PARTS),
    computed('sum', '67 percent', 'owners / (owners + suppliers + contractors + designers) * 100', PARTS),
    computed('sum', '11 percent', 'contractors / (owners + suppliers + contractors + designers) * 100', PARTS),
    computed('sum', '$5.2 billion', 'suppliers + contractors + designers', PARTS),
    computed('sum', '49 percent', '(suppliers + contractors + designers) / owners * 100', PARTS),
    sourced('limits', '1 percent', CLOSER_LOOK, 'Abstract', {
      words:
        'these costs represent approximately one percent of annual receipts for each of the first three stakeholders',
    }),
    repeated('heroAlt', '$10.6 billion', ['shares', '$10.6 billion']),
    repeated('heroAlt', '$2.2 billion', ['shares', '$2.2 billion']),
    repeated('heroAlt', '$1.8 billion', ['shares', '$1.8 billion']),
    repeated('heroAlt', '$1.2 billion', ['shares', '$1.2 billion']),
    exempt('sources.0.title', '04-867'),
  ],
  sources: [
    {
      title: 'NIST GCR 04-867: Cost Analysis of Inadequate Interoperability in the U.S. Capital Facilities Industry',
      url: STUDY,
      publisher: 'National Institute of Standards and Technology',
      note: 'Foreword and summary. The sum, its scope, and why it is likely conservative.',
    },
    {
      title: 'Inadequate Interoperability: A Closer Look at the Costs',
      url: CLOSER_LOOK,
      publisher: 'National Institute of Standards and Technology',
      note: 'The abstract gives the parts by stakeholder, and their share of receipts.',
    },
  ],
};
