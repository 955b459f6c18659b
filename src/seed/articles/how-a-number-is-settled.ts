import { computed, exempt, type SampleArticle, sourced } from '#seed/sample-article.ts';

const SI_GUIDE = 'https://www.nist.gov/pml/special-publication-811';

export const howANumberIsSettled: SampleArticle = {
  section: 'benchmarks',
  slug: 'how-a-number-is-settled',
  headline: 'How a number is settled before it is printed',
  dek: 'A figure goes in with its source, the place in the source and its unit, or it does not go in. What an editor looks for, and how you can check it.',
  byline: 'newsroom',
  tags: ['How this magazine works', 'Measurement'],
  publishedAt: '2026-09-03T13:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'An estimator who cannot say where a unit price came from does not carry it into the bid. This magazine treats numbers the same way. The publisher’s rule is one sentence: it does not publish a number it cannot verify. Here is what the sentence asks of an editor.',
    },
    { id: 'address', type: 'heading', text: 'A figure is a claim with an address' },
    {
      id: 'settling',
      type: 'paragraph',
      text: 'To *settle* a number is to tie it to where it came from, so that somebody else can walk the same way and arrive at the same digits. These are wanted, in this order.',
    },
    {
      id: 'three-things',
      type: 'list',
      text: [
        '1. **The source.** An `https` address that anyone can open, with a title and, where there is one, a publisher. It stands at the foot of the story in every form.',
        '2. **The place.** The section, table or sentence that carries the number. A report is not an address; a table in it is.',
        '3. **The reading.** The unit, what was counted, over what period, and how it was rounded.',
      ].join('\n'),
    },
    {
      id: 'place',
      type: 'paragraph',
      text: 'For the second step we lean on a habit the web has written down. The W3C’s [annotation model](https://www.w3.org/TR/annotation-model/#text-quote-selector) finds a passage again by copying its exact words with a little of what stands before and after. Copy the words around a figure and it can be found when the page has been redesigned. Copy the figure alone and it can be found anywhere, which is to say nowhere.',
    },
    { id: 'rounding', type: 'heading', text: 'Rounding makes a new number' },
    {
      id: 'rounding-example',
      type: 'paragraph',
      text: 'The [guide to the SI](https://www.nist.gov/pml/special-publication-811) of the National Institute of Standards and Technology has an example any superintendent will enjoy. Take a length of 36 feet into meters and the calculator says 10.9728. The guide prints 11.0 m, not 11 m: dropping that zero would throw away something the thirty-six still knew.',
    },
    {
      id: 'rounding-rule',
      type: 'paragraph',
      text: 'So the copy keeps the digits the source has, or says *about* and lets the source have the last word. A chain of helpful roundings, vendor to press release to slide to story, is how a modest trial becomes a breakthrough.',
    },
    {
      id: 'spread',
      type: 'paragraph',
      text: 'Measured numbers also come with a spread. The same institute’s [note on uncertainty](https://www.nist.gov/pml/nist-technical-note-1297) starts from the view that a measurement is about as useful as the statement of uncertainty that comes with it. If the source gives one, it belongs in the sentence. If it gives none, that belongs in the sentence too.',
    },
    { id: 'three-ways', type: 'heading', text: 'Tied, signed for, or cut' },
    {
      id: 'signed',
      type: 'paragraph',
      text: 'Some numbers have no outside source. How long a correction note of ours may be is one: no agency publishes it, we decided it. Then somebody of the masthead signs for the number. Signing is not a shortcut around checking. It puts a name beside the figure in our records, and it is the name you get if the figure is wrong.',
    },
    {
      id: 'cut',
      type: 'paragraph',
      text: 'What can be neither tied nor signed for is cut. The story usually survives it. If a story was nothing but its number, it was not a story yet.',
    },
    { id: 'rule', type: 'quote', text: '“Widely reported” is not an address.' },
    { id: 'sources-move', type: 'subheading', text: 'When the source moves' },
    {
      id: 'archive',
      type: 'paragraph',
      text: 'Pages change under their readers. There is a protocol for that as well: [RFC 7089](https://www.rfc-editor.org/rfc/rfc7089) describes how to ask an archive for a page as it stood at a given time. An editor who settles a figure notes the day, so that the question can be put.',
    },
    { id: 'check', type: 'subheading', text: 'How to check us' },
    {
      id: 'check-us',
      type: 'paragraph',
      text: 'Pick any digit in this story, open the source named beside it, and look. An agent can do the same from the Markdown or the JSON, where the sources travel with the copy. If you do not find the number, tell us. A published mistake is answered with a correction, dated and explained, and it stays on the record.',
    },
  ],
  figures: [
    exempt('sources.0.note', 'B.7.2'),
    sourced('sourceNote', '36 ft × 0.3048 m/ft', SI_GUIDE, 'Appendix B, B.7.2, example'),
    sourced('sourceNote', '10.9728 m', SI_GUIDE, 'Appendix B, B.7.2, example'),
    sourced('sourceNote', '11.0 m', SI_GUIDE, 'Appendix B, B.7.2, example'),
    exempt('rounding-example', 'zero', 'name'),
    exempt('place', 'W3C'),
    sourced('rounding-example', '36 feet', SI_GUIDE, 'Appendix B, B.7.2, example'),
    computed('rounding-example', '10.9728', 'feet * 0.3048', { feet: ['rounding-example', '36 feet'] }),
    sourced('rounding-example', '11.0 m', SI_GUIDE, 'Appendix B, B.7.2, example'),
    sourced('rounding-example', '11 m', SI_GUIDE, 'Appendix B, B.7.2, example'),
    computed('rounding-example', 'thirty-six', 'feet', { feet: ['rounding-example', '36 feet'] }),
    exempt('archive', '7089'),
    exempt('sources.0.title', '811'),
    exempt('sources.1.title', '1297'),
    exempt('sources.3.title', '7089'),
  ],
  sources: [
    {
      title: 'Special Publication 811: Guide for the Use of the International System of Units',
      url: 'https://www.nist.gov/pml/special-publication-811',
      publisher: 'National Institute of Standards and Technology',
      note: 'Appendix B.7.2 rounds 36 ft × 0.3048 m/ft = 10.9728 m to 11.0 m.',
    },
    {
      title:
        'Technical Note 1297: Guidelines for Evaluating and Expressing the Uncertainty of NIST Measurement Results',
      url: 'https://www.nist.gov/pml/nist-technical-note-1297',
      publisher: 'National Institute of Standards and Technology',
    },
    {
      title: 'Web Annotation Data Model: Text Quote Selector',
      url: 'https://www.w3.org/TR/annotation-model/#text-quote-selector',
      publisher: 'World Wide Web Consortium',
    },
    {
      title: 'RFC 7089, HTTP Framework for Time-Based Access to Resource States: Memento',
      url: 'https://www.rfc-editor.org/rfc/rfc7089',
      publisher: 'RFC Editor',
    },
  ],
};
