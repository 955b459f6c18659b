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

const CRITERIA = 'https://www.ecfr.gov/current/title-29/section-29.4';
const STANDARDS = 'https://www.ecfr.gov/current/title-29/section-29.5';
const OVERTIME = 'https://www.dol.gov/agencies/whd/fact-sheets/23-flsa-overtime-pay';

export const whoWritesDownTheHours: SampleArticle = {
  section: 'people',
  slug: 'who-writes-down-the-hours',
  headline: 'An apprentice’s 2,000 hours, and who writes them down',
  dek: 'Registered apprenticeship counts learning by the hour. When a phone fills in the log, what it counts is presence.',
  byline: 'people',
  tags: ['Records', 'Agreements', 'Robots'],
  publishedAt: '2026-09-17T13:00:00.000Z',
  picture: {
    name: 'hours',
    title: 'A year of apprenticeship by the hour',
    alt: 'A long bar for the hours on the job and a short bar for the hours of instruction, drawn to the same scale.',
    caption: 'A year of learning, to scale: on the job, and in related instruction.',
  },
  bodyBlocks: [
    paragraph(
      'lede',
      'At the end of the shift the apprentice writes in the book: layout, forms, cleanup, and the hours for each. The journeyman initials it. It is the least digital record on the site, and a federal rule stands on it.',
    ),
    heading('number', 'Where the number comes from'),
    paragraph(
      'hours',
      `An occupation can be registered for apprenticeship, says [section 29.4](${CRITERIA}) of the labor rules, when learning it takes at least 2,000 hours on the job. Divide by the 40 hours after which [overtime](${OVERTIME}) begins, and that is 50 weeks: a year of work with its holidays taken out. On top of it the [standards](${STANDARDS}) recommend at least 144 hours a year of related instruction.`,
    ),
    paragraph(
      'ratio',
      'Together that is 2,144 hours, of which the classroom has 6.7 percent. For each hour at a desk there are 13.9 with tools in hand. Whoever wants to know what an apprentice has learned has to look at the job, and on the job there is only the book.',
    ),
    heading('standards', 'What the standards ask for'),
    list(
      'asked',
      '- **An outline of the work processes** in which the apprentice is trained, with the time to be spent in each.',
      '- **A rising scale of wages**, in step with the skill acquired.',
      '- **Review and evaluation** of the work on the job and in class, with progress records.',
      '- **A ratio** of apprentices to journeyworkers that allows proper supervision.',
      '- **Safety training**, on the job and in class.',
    ),
    paragraph(
      'approaches',
      'A program may measure by time, by demonstrated competency, or by a mix of both. In each case somebody has to be able to say, months later, what was learned under whose eyes.',
    ),
    heading('phone', 'What a phone can know'),
    paragraph(
      'phone-text',
      'Take an app that fills in the log by itself. It knows where the phone was, from the gate and the floor. It knows the schedule, so it knows which task was planned there. It can join them and write: layout, this level, all morning. Most days it will be right about the place and the time.',
    ),
    paragraph(
      'presence',
      'What it cannot know is the part the standards ask about. A layout robot’s record shows that the walls were marked before lunch. It does not show whether the apprentice set up on the control, checked a mark against the drawing, or carried batteries. All of these are work. They are not the same learning.',
    ),
    quote('rule-of-thumb', 'The log counts presence. The initials count learning.'),
    heading('machine', 'When a machine takes the task'),
    paragraph(
      'machine-text',
      'The harder question comes after. If the machine marks the walls, the hours set aside for layout do not vanish from the outline. A joint committee can let them count for setting up and checking the machine, or hold some of them back for string and tape, so that somebody on the crew still knows when the machine is wrong. Either is a decision about what the trade is. It belongs in the standards, in writing, and not in a setting of the app.',
    ),
    paragraph(
      'wage',
      'It is about money as well. The wage rises with the progress recorded. A log that credits a task too fast raises it early; a log that never credits checking, because no code exists for it, holds it back. Neither shows up until somebody compares the book with the hands.',
    ),
    heading('committee', 'For the joint committee'),
    list(
      'questions',
      '1. Who may enter hours, who may change them, and does the old entry stay visible?',
      '2. Does the app propose, or does it record? Who confirms, and on the same day?',
      '3. Which work process is it when a machine did the task and the apprentice checked it?',
      '4. What does the employer see of the location, and for how long is it kept?',
      '5. Can the apprentice take the whole record along to the next contractor?',
    ),
    paragraph(
      'close',
      'A good app can do a lot here. It can ask at the end of the shift, while the work is fresh. It can show that an apprentice has not touched a kind of work for a season, which a paper book hides. And it can leave the last column empty until a journeyman has looked. The initials take a moment. They are the only entry that says a person was watching.',
    ),
  ],
  figures: [
    repeated('headline', '2,000 hours', ['hours', '2,000 hours']),
    exempt('hours', '29.4'),
    sourced('hours', '2,000 hours', CRITERIA, 'Paragraph (c)', {
      words: 'would require the completion of at least 2,000 hours of on-the-job learning to attain',
    }),
    sourced('hours', '40 hours', OVERTIME, 'Overview'),
    computed('hours', '50 weeks', 'term / week', { term: ['hours', '2,000 hours'], week: ['hours', '40 hours'] }),
    sourced('hours', '144 hours', STANDARDS, 'Paragraph (b)(4)'),
    computed('ratio', '2,144 hours', 'job + school', {
      job: ['hours', '2,000 hours'],
      school: ['hours', '144 hours'],
    }),
    computed('ratio', '6.7 percent', 'school / (job + school) * 100', {
      job: ['hours', '2,000 hours'],
      school: ['hours', '144 hours'],
    }),
    computed('ratio', '13.9', 'job / school', { job: ['hours', '2,000 hours'], school: ['hours', '144 hours'] }),
    exempt('sources.0.title', '29'),
    exempt('sources.1.title', '29'),
    exempt('sources.0.title', '29.4'),
    exempt('sources.1.title', '29.5'),
    exempt('sources.2.title', '23'),
  ],
  sources: [
    {
      title: '29 CFR 29.4: Criteria for apprenticeable occupations',
      url: CRITERIA,
      publisher: 'Electronic Code of Federal Regulations',
    },
    {
      title: '29 CFR 29.5: Standards of apprenticeship',
      url: STANDARDS,
      publisher: 'Electronic Code of Federal Regulations',
      note: 'Paragraph (b): term, work processes, instruction, wages, review, ratio, safety.',
    },
    {
      title: 'Fact Sheet #23: Overtime Pay Requirements of the FLSA',
      url: OVERTIME,
      publisher: 'Department of Labor, Wage and Hour Division',
    },
  ],
};
