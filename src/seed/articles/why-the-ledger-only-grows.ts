import { exempt, type SampleArticle, signed } from '../sample-article.ts';

export const whyTheLedgerOnlyGrows: SampleArticle = {
  section: 'field-operations',
  slug: 'why-the-ledger-only-grows',
  headline: 'Why the ledger of revisions only grows',
  dek: 'A daily log is believed because nobody tidies it afterwards. The record behind this magazine is kept the same way, and the database holds us to it.',
  byline: 'pressRoom',
  tags: ['How this magazine works', 'Corrections', 'Records'],
  publishedAt: '2026-11-05T14:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'Ask a superintendent what a daily log is for and the answer comes in two parts. On a good job it is for remembering. On a bad job it is for the day, years later, when somebody reads it aloud in a room with lawyers in it.',
    },
    {
      id: 'rule-803',
      type: 'paragraph',
      text: 'The [federal rules of evidence](https://www.law.cornell.edu/rules/fre/rule_803) say what makes such a record worth hearing: that it was made at or near the time, by somebody who knew, in the regular course of the work, and that nothing about how it was made gives cause to distrust it. A log that was neatly rewritten on the last day of the job fails that test with one look at the ink.',
    },
    { id: 'ours', type: 'heading', text: 'What is in ours' },
    {
      id: 'ours-intro',
      type: 'paragraph',
      text: 'Behind each story here stands a ledger. It has four books, and none of them has an eraser.',
    },
    {
      id: 'books',
      type: 'list',
      text: [
        '- **Revisions.** Each save is a numbered snapshot of the whole copy, with the name of whoever saved it. The first is number zero.',
        '- **Corrections.** What a correction note said, and when it went live.',
        '- **Publications.** What became visible, moved or was withdrawn, in order. The pages, feeds and maps follow this book.',
        '- **The journal.** Who did what: signed in, let an agent in, published, revoked.',
      ].join('\n'),
    },
    {
      id: 'mistakes',
      type: 'paragraph',
      text: 'A mistake in a daily log is struck through with one line, initialed, and written again underneath. That is what a new revision is. Going back to an earlier one is a new entry too: the earlier copy goes live again, and the book says that it did and who wanted it.',
    },
    { id: 'rule', type: 'quote', text: 'Strike it through, initial it, leave it legible.' },
    { id: 'database', type: 'heading', text: 'Why the database says no' },
    {
      id: 'trigger',
      type: 'paragraph',
      text: 'A rule in a program lasts as long as the program has no bugs and nobody in a hurry. So this one sits lower down. The books carry a [trigger](https://www.sqlite.org/lang_createtrigger.html), a few lines that the database runs before it changes a row, and all that these do is refuse. An update or a delete on a book fails with the words *append-only*, whoever sent it, ourselves included.',
    },
    {
      id: 'chain',
      type: 'paragraph',
      text: 'The journal goes one step further. Each line carries a fingerprint, [SHA-256](https://csrc.nist.gov/pubs/fips/180-4/upd1/final), taken over the line and over the fingerprint of the line before it. Change one line behind the software’s back and its own fingerprint no longer fits; mend that, and the next one does not.',
    },
    { id: 'limits', type: 'subheading', text: 'What this does not do' },
    {
      id: 'limits-text',
      type: 'paragraph',
      text: 'Honesty about a safeguard is part of it. Somebody who owns the machine can drop the trigger and work out every fingerprint anew from the line they changed. What gives them away is a copy of a later fingerprint kept somewhere else. The web’s certificate authorities live under that arrangement: their logs are [append-only](https://www.rfc-editor.org/rfc/rfc9162), and outsiders keep watch over them. A house that wants as much sends its backups off the machine, as a careful firm keeps its logs off the site.',
    },
    { id: 'buys', type: 'heading', text: 'What it buys you' },
    {
      id: 'buys-list',
      type: 'list',
      text: [
        '1. A correction cannot quietly disappear. It is in a book that only grows.',
        '2. Two people, or a person and an agent, cannot overwrite each other. A save names the revision it started from; if that is no longer the latest, it is refused with the number that is, and nothing is lost.',
        '3. What an agent wrote stays marked as what an agent wrote, however often people edit it afterwards.',
      ].join('\n'),
    },
    {
      id: 'close',
      type: 'paragraph',
      text: 'None of it makes a story true. It makes it possible to find out, later, how a story came to say what it said. On a bad job, that is the part that counts.',
    },
  ],
  figures: [
    exempt('books', 'zero', 'ordinal'),
    signed('lede', 'two', 'Both parts are told in the paragraph.'),
    signed('ours-intro', 'four', 'The books are listed in the next block.'),
    exempt('chain', 'SHA-256'),
    signed('buys-list', 'Two', 'A case that is supposed: any number of people cannot either.'),
    exempt('sources.0.title', '803'),
    exempt('sources.0.title', '6'),
    exempt('sources.2.title', '180-4'),
    exempt('sources.3.title', '9162'),
    exempt('sources.3.title', '2.0'),
  ],
  sources: [
    {
      title: 'Federal Rules of Evidence, Rule 803(6): Records of a Regularly Conducted Activity',
      url: 'https://www.law.cornell.edu/rules/fre/rule_803',
      publisher: 'Legal Information Institute, Cornell Law School',
    },
    {
      title: 'CREATE TRIGGER',
      url: 'https://www.sqlite.org/lang_createtrigger.html',
      publisher: 'SQLite',
      note: 'BEFORE triggers and RAISE(ABORT, …).',
    },
    {
      title: 'FIPS 180-4, Secure Hash Standard',
      url: 'https://csrc.nist.gov/pubs/fips/180-4/upd1/final',
      publisher: 'National Institute of Standards and Technology',
    },
    {
      title: 'RFC 9162, Certificate Transparency Version 2.0',
      url: 'https://www.rfc-editor.org/rfc/rfc9162',
      publisher: 'RFC Editor',
    },
  ],
};
