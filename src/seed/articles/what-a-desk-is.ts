import { exempt, type SampleArticle, signed } from '../sample-article.ts';

export const whatADeskIs: SampleArticle = {
  section: 'people',
  slug: 'what-a-desk-is',
  headline: 'What a desk is, and who answers for it',
  dek: 'Five desks, three kinds of people and no seat for a program: how this magazine is staffed before it prints a word.',
  byline: 'newsroom',
  tags: ['How this magazine works', 'Masthead'],
  publishedAt: '2026-08-27T13:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'Walk onto a job and the first thing you want to know is who runs what: who has the layout, who has the concrete, who signs the daily. A magazine about AI in construction owes you the same. This is the sign at the gate.',
    },
    { id: 'desks', type: 'heading', text: 'Five desks, five questions' },
    {
      id: 'desk-meaning',
      type: 'paragraph',
      text: 'A desk is a section of the magazine with a question of its own. It is not a tag and not a mood. A story stands at exactly one desk, and the desk is the first part of its address.',
    },
    {
      id: 'desk-list',
      type: 'list',
      text: [
        '- **Field operations** asks what changed on the site: planning, safety, quantities, the daily log.',
        '- **Robotics** asks what the machine did, on what surface, and who stood beside it.',
        '- **Software** asks what the tool does in daily use, from the takeoff to the submittal.',
        '- **Benchmarks** asks what was measured, how, and what the measurement does not say.',
        '- **People** asks what all of it means for the trades, crews and offices the tools are sold to.',
      ].join('\n'),
    },
    {
      id: 'one-desk',
      type: 'paragraph',
      text: 'If a story fits two desks, an editor picks the one whose question it answers. If it answers none of them it is probably an advertisement, and those have a price list of their own.',
    },
    {
      id: 'moving',
      type: 'paragraph',
      text: 'Desks change their minds like anybody else. When a published story moves to another one, the old address goes on working: it answers with the web’s own word for a permanent move, [the status defined in RFC 9110](https://www.rfc-editor.org/rfc/rfc9110#section-15.4.2), and names the new place. A link in your bid file does not rot because we tidied up.',
    },
    { id: 'people', type: 'heading', text: 'Three kinds of people' },
    {
      id: 'roles',
      type: 'paragraph',
      text: 'The list of those people is the masthead. A *writer* files drafts and sees their own. An *editor* sees every draft, and may publish, correct, withdraw, accept an advertisement and let an agent in. A *chief* does all of that and keeps the masthead itself: who joins, who leaves, which bylines exist.',
    },
    {
      id: 'byline',
      type: 'paragraph',
      text: 'A byline is not an account. It is the name printed over a story, and it has to be on the masthead: a draft signed by somebody the house does not know cannot be published. Where a story names nobody, the house signs it, and the JSON form says so in the same `author` field that would have carried a person.',
    },
    {
      id: 'why',
      type: 'paragraph',
      text: 'Why the fuss? The [code of ethics](https://www.spj.org/spj-code-of-ethics/) of the Society of Professional Journalists asks journalists to take responsibility for the accuracy of their work, and to be accountable and transparent about it. Nobody can hold a section to account without knowing who sits there. The shared vocabulary of the web even has a word for it: a [news organization](https://schema.org/NewsMediaOrganization) can point to its `masthead` as it points to its corrections policy.',
    },
    { id: 'agents', type: 'heading', text: 'Where the agents sit' },
    {
      id: 'agents-answer',
      type: 'paragraph',
      text: 'They do not. An agent is a program that an editor let in for a short while, to file drafts and revise them. It has no seat on the masthead, no password and no byline.',
    },
    { id: 'rule', type: 'quote', text: 'A program may bring material to a desk. It may not sit at one.' },
    {
      id: 'agents-record',
      type: 'paragraph',
      text: 'What it files is kept under its own kind. Each revision says whether a person or an agent saved it, and for an agent it says which editor let it in. So there is always a person to ask. That is what a masthead is for.',
    },
    { id: 'use', type: 'subheading', text: 'How to use this as a reader' },
    {
      id: 'use-list',
      type: 'list',
      text: [
        '- Follow one desk instead of the whole magazine: each has a page of its own, and so does its Markdown.',
        '- When a story bothers you, write to us and name the desk. The question the story failed is half of the report.',
        '- When an agent briefs your team from these pages, ask it for the desk. A claim from Benchmarks and a claim from People were checked against different questions.',
      ].join('\n'),
    },
  ],
  figures: [
    signed('desk-meaning', 'one', 'A rule of the house: an article names its desk, and names no second one.'),
    signed('dek', 'Five', 'The desks are listed in the article.'),
    signed('dek', 'three', 'Writer, editor and chief: the kinds of people are told in the article.'),
    signed('desks', 'Five', 'The desks are listed below this heading.'),
    signed('desks', 'five', 'One question stands beside each desk of the list.'),
    signed('one-desk', 'two', 'A case that is supposed, not a count of anything.'),
    exempt('moving', '9110'),
    signed('people', 'Three', 'Writer, editor and chief: told in the next paragraph.'),
    signed('use-list', 'half', 'A turn of phrase, not a measurement.'),
    exempt('sources.2.title', '9110'),
    exempt('sources.2.title', '15.4.2'),
    exempt('sources.2.title', '301'),
  ],
  sources: [
    {
      title: 'SPJ Code of Ethics',
      url: 'https://www.spj.org/spj-code-of-ethics/',
      publisher: 'Society of Professional Journalists',
      note: 'Seek truth and report it; be accountable and transparent.',
    },
    {
      title: 'NewsMediaOrganization: masthead, correctionsPolicy',
      url: 'https://schema.org/NewsMediaOrganization',
      publisher: 'Schema.org',
    },
    {
      title: 'RFC 9110, HTTP Semantics, section 15.4.2: 301 Moved Permanently',
      url: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.4.2',
      publisher: 'RFC Editor',
    },
  ],
};
