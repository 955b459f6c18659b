import { exempt, type SampleArticle, signed } from '../sample-article.ts';

export const sixQuestionsForABenchmark: SampleArticle = {
  section: 'benchmarks',
  slug: 'six-questions-for-a-benchmark',
  headline: 'Six questions to put to a benchmark before it reaches your bid',
  dek: 'A score is the last line of a test report. Here is how to ask for the rest of the page.',
  byline: 'newsroom',
  tags: ['Figures', 'Procurement'],
  publishedAt: '2026-10-29T13:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'You would not accept a concrete break without knowing the mix, the age and who cured the cylinder. A slide that says a model reads drawings better than a person is a break without a ticket. It may well be true. It is not yet a number you can use.',
    },
    {
      id: 'use',
      type: 'paragraph',
      text: 'These are the questions our Benchmarks desk puts to a score before it prints one. They work as well across a table.',
    },
    { id: 'q-task', type: 'heading', text: 'What exactly was the task?' },
    {
      id: 'a-task',
      type: 'paragraph',
      text: 'Counting doors on a clean plan is a task. Counting doors on a scanned addendum with a coffee ring is another. Ask to see one item of the test, with the answer that was counted as right. If nobody in the room has seen one, the meeting is over.',
    },
    { id: 'q-data', type: 'heading', text: 'On whose sheets, and had it seen them before?' },
    {
      id: 'a-data',
      type: 'paragraph',
      text: 'A model that was trained on the test is a student who found the answer key. The risk framework for AI of the National Institute of Standards and Technology has this in one line of its [measurement function](https://doi.org/10.6028/NIST.AI.100-1): the test sets, the metrics and the details of the tools are to be documented. A vendor who follows it can hand you the document.',
    },
    { id: 'q-baseline', type: 'heading', text: 'Better than what?' },
    {
      id: 'a-baseline',
      type: 'list',
      text: [
        '- Than a person? Which one: the apprentice, the chief estimator, both in a hurry?',
        '- Than the last version? Then the claim is about the vendor, not about the work.',
        '- Than nothing? A tool that beats an empty chair has beaten an empty chair.',
      ].join('\n'),
    },
    { id: 'q-spread', type: 'heading', text: 'How often was it run, and how wide is the spread?' },
    {
      id: 'a-spread',
      type: 'paragraph',
      text: 'One run is an anecdote with a decimal point. Metrologists hold that a measurement is [about as useful as the statement of uncertainty](https://www.nist.gov/pml/nist-technical-note-1297) that comes with it. Ask for the worst run as well as the best, and for the item it got most badly wrong. On a bid, the worst item is the one you pay for.',
    },
    { id: 'q-who', type: 'heading', text: 'Who ran it, and who paid?' },
    {
      id: 'a-who',
      type: 'paragraph',
      text: 'A vendor may test its own product. It should say so. American advertising law is stricter than many slides assume: where an advertisement says that tests prove something, the [Federal Trade Commission expects](https://www.ftc.gov/legal-library/browse/ftc-policy-statement-regarding-advertising-substantiation) the firm to have at least the proof it claims. “Our benchmark shows” is such a sentence. Ask for the benchmark.',
    },
    { id: 'q-again', type: 'heading', text: 'Could somebody else run it again?' },
    {
      id: 'a-again',
      type: 'paragraph',
      text: 'Computer scientists have sorted this out for their own journals. The Association for Computing Machinery [tells three things apart](https://www.acm.org/publications/policies/artifact-review-and-badging-current), and it is worth borrowing all three.',
    },
    {
      id: 'again-list',
      type: 'list',
      text: [
        '1. *Repeatable*: the same team gets the same result again with the same setup.',
        '2. *Reproducible*: another team gets it with that setup.',
        '3. *Replicable*: another team gets it with a setup of its own.',
      ].join('\n'),
    },
    {
      id: 'again-yours',
      type: 'paragraph',
      text: 'For a contractor the third is the only one that pays. Your sheets, your estimator, a finished job whose quantities you know. An afternoon of that is worth more than any table, ours included.',
    },
    { id: 'rule', type: 'quote', text: 'A score without its test report is a break without a ticket.' },
    { id: 'print', type: 'subheading', text: 'What we print' },
    {
      id: 'print-text',
      type: 'paragraph',
      text: 'When this desk reports a benchmark, the answers to all six stand in the story, or the story says which of them nobody would give. Where nobody answers any, the score stays out. And when a number we printed turns out wrong, the correction goes above the first paragraph, where the number was read.',
    },
  ],
  figures: [
    exempt('sourceNote', '2.1'),
    signed('headline', 'Six', 'The questions are the headings of the article.'),
    signed('a-spread', 'One', 'A saying: it counts nothing that was measured.'),
    signed('a-again', 'three', 'The things are listed in the next block, as the source tells them.'),
    signed('a-again', 'three', 'The things are listed in the next block, as the source tells them.', 2),
    exempt('again-yours', 'third', 'ordinal'),
    signed('print-text', 'six', 'The questions are the headings of the article.'),
    exempt('sources.0.title', '1.0'),
    exempt('sources.0.title', '100-1'),
    exempt('sources.1.title', '1297'),
    exempt('sources.3.title', '1.1'),
  ],
  sources: [
    {
      title: 'Artificial Intelligence Risk Management Framework (AI RMF 1.0), NIST AI 100-1',
      url: 'https://doi.org/10.6028/NIST.AI.100-1',
      publisher: 'National Institute of Standards and Technology',
      note: 'MEASURE 2.1: test sets, metrics, and details about the tools used are documented.',
    },
    {
      title:
        'Technical Note 1297: Guidelines for Evaluating and Expressing the Uncertainty of NIST Measurement Results',
      url: 'https://www.nist.gov/pml/nist-technical-note-1297',
      publisher: 'National Institute of Standards and Technology',
    },
    {
      title: 'FTC Policy Statement Regarding Advertising Substantiation',
      url: 'https://www.ftc.gov/legal-library/browse/ftc-policy-statement-regarding-advertising-substantiation',
      publisher: 'Federal Trade Commission',
      note: 'Standards for Prior Substantiation: claims such as “tests prove”.',
    },
    {
      title: 'Artifact Review and Badging, version 1.1',
      url: 'https://www.acm.org/publications/policies/artifact-review-and-badging-current',
      publisher: 'Association for Computing Machinery',
    },
  ],
};
