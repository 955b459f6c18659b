import { exempt, type SampleArticle, signed } from '../sample-article.ts';

export const aCorrectionIsARevisionMark: SampleArticle = {
  section: 'field-operations',
  slug: 'a-correction-is-a-revision-mark',
  headline: 'A correction is a revision mark',
  dek: 'On a drawing, a change after issue gets a cloud, a triangle and a line in the revision block. A mistake printed here is owed as much.',
  byline: 'newsroom',
  tags: ['How this magazine works', 'Corrections'],
  publishedAt: '2026-09-17T13:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'Nobody erases a sheet. When a dimension changes after issue, the sheet goes out again with the change clouded, a numbered triangle beside it, and a line in the revision block that says what and when. The superintendent holding the old print can see at a glance what to worry about.',
    },
    {
      id: 'owed',
      type: 'paragraph',
      text: 'A story that turns out wrong owes its readers the same. Journalists have it in their own words: *acknowledge mistakes and correct them promptly and prominently*, says the [code](https://www.spj.org/spj-code-of-ethics/) of their society, and explain the correction clearly.',
    },
    { id: 'made', type: 'heading', text: 'How one is made' },
    {
      id: 'steps',
      type: 'list',
      text: [
        '1. Somebody finds the mistake: a reader, an agent that followed a source, one of us.',
        '2. The copy is saved as a new revision with a correction note. The note says what was wrong and what is right.',
        '3. An editor publishes that exact revision over the live one.',
      ].join('\n'),
    },
    {
      id: 'moment',
      type: 'paragraph',
      text: 'At the third step, and not before, the correction exists. Until then the page stays as it was, to the byte: saving never changes what is published. An agent may do the first two steps. The third takes an editor.',
    },
    {
      id: 'length',
      type: 'paragraph',
      text: 'The note has to be long enough to say something and short enough to be read: from 20 to 1,000 characters. “Updated for clarity” does not get past us, and it would be too short anyway.',
    },
    { id: 'seen', type: 'heading', text: 'Where you see it' },
    {
      id: 'places',
      type: 'list',
      text: [
        '- **On the page**, above the first paragraph, with the day. Not at the foot, where nobody looks.',
        '- **In the Markdown**, right under the headline, so that an agent reads the note before it reads the claim.',
        '- **In the JSON**, as `correctedAt` and `correctionNote`. They are always there, and null while there is nothing to correct.',
        '- **On `/corrections`**, the revision schedule of the whole magazine, latest first.',
      ].join('\n'),
    },
    {
      id: 'machines',
      type: 'paragraph',
      text: 'Search engines and other programs get it in their own vocabulary too: the page carries a [CorrectionComment](https://schema.org/CorrectionComment), the type that schema.org keeps for a comment that corrects a work. And a program that keeps a copy of the magazine need not read it all again: it asks the index for what changed since its last visit, with `updatedSince`.',
    },
    { id: 'not-every', type: 'heading', text: 'Not every change is a correction' },
    {
      id: 'test',
      type: 'paragraph',
      text: 'A missing comma or a paragraph of news is a change; the page then says when it was changed, and no more. The test is whether a statement was *wrong*. The software cannot know that, but it asks: whoever publishes over a live article without a note is warned, and the warning goes into the record with the publication.',
    },
    {
      id: 'stays',
      type: 'paragraph',
      text: 'A later change does not wash the note away, and a second correction does not replace the first on the schedule. Corrections are kept in a table that the database itself refuses to alter.',
    },
    { id: 'stricter', type: 'subheading', text: 'Some are stricter' },
    {
      id: 'errata',
      type: 'paragraph',
      text: 'The standards of the internet do not change at all once they are published. Their mistakes are kept on a [page of errata](https://www.rfc-editor.org/errata.php) instead, and a careful engineer reads both. A magazine can do better for its readers: it can mend the sentence, as long as it says that it did.',
    },
    { id: 'rule', type: 'quote', text: 'Mend the sentence. Say that you did. Keep both.' },
    {
      id: 'this-one',
      type: 'paragraph',
      text: 'If you find a mistake in this story, send it in. It will get its mark.',
    },
  ],
  figures: [
    exempt('moment', 'third', 'ordinal'),
    signed('moment', 'two', 'The steps are listed in the block before.'),
    exempt('moment', 'third', 'ordinal', 2),
    signed('length', '20 to 1,000', 'Wrong on purpose, so that the sample edition has a true correction to show.'),
    signed('length', '20 to 2,000', 'The house’s own rule: the write payload takes no other length.'),
    signed('correctionNote', '1,000', 'What the first revision of this article said.'),
    signed('correctionNote', '2,000', 'The house’s own rule: the write payload takes no longer note.'),
    signed('correctionNote', '1,000', 'The house’s own rule for sponsorship disclosures.', 2),
  ],
  sources: [
    {
      title: 'SPJ Code of Ethics: Be Accountable and Transparent',
      url: 'https://www.spj.org/spj-code-of-ethics/',
      publisher: 'Society of Professional Journalists',
    },
    { title: 'CorrectionComment', url: 'https://schema.org/CorrectionComment', publisher: 'Schema.org' },
    { title: 'RFC Errata', url: 'https://www.rfc-editor.org/errata.php', publisher: 'RFC Editor' },
  ],
  correction: {
    at: '2026-09-24T13:00:00.000Z',
    note: 'An earlier version of this article said that a correction note may be up to 1,000 characters long. The limit is 2,000 characters; 1,000 is the limit of a sponsorship disclosure.',
    blocks: {
      length:
        'The note has to be long enough to say something and short enough to be read: from 20 to 2,000 characters. “Updated for clarity” does not get past us, and it would be too short anyway.',
      'this-one':
        'There was one in this story. We put it there ourselves, so that a sample edition has a true correction to show: look above the first paragraph. If you find another, send it in. It will get its mark.',
    },
  },
};
