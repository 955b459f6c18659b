import { exempt, type SampleArticle, signed } from '../sample-article.ts';

export const noKeyToThePress: SampleArticle = {
  section: 'robotics',
  slug: 'no-key-to-the-press',
  headline: 'The agent has no key to the press',
  dek: 'In a shop, whoever hangs the lock takes it off. Here, publication is a lock that only a person opens, and three separate things see to it.',
  byline: 'pressRoom',
  tags: ['Agents', 'Safety'],
  publishedAt: '2026-10-01T13:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'The oldest rule for working beside a powerful machine is about a padlock. Under the [lockout standard](https://www.osha.gov/laws-regs/regulations/standardnumber/1910/1910.147) for general industry, the lock that keeps a machine dead is removed by the employee who put it on. Not by the control panel, however good its software.',
    },
    {
      id: 'point',
      type: 'paragraph',
      text: 'The rule does not say that the controls are bad. It says that the act of bringing power back belongs to a person who can be named. This magazine is written with the help of programs, and it treats the act of publishing as that kind of act.',
    },
    { id: 'may', type: 'heading', text: 'What an agent may do here' },
    {
      id: 'may-intro',
      type: 'paragraph',
      text: 'An agent that an editor has let in finds the same work over plain HTTP and over MCP, the [protocol](https://modelcontextprotocol.io/specification/2025-11-25/server/tools) by which language models call tools. There are four tools.',
    },
    {
      id: 'tools',
      type: 'list',
      text: [
        '- `list_articles`: what is published, and the drafts it may see.',
        '- `get_article`: one of them, with its copy, its revision number and what still stands in the way of publication.',
        '- `create_article`: file a draft.',
        '- `save_revision`: file the next revision of one.',
      ].join('\n'),
    },
    {
      id: 'sees',
      type: 'paragraph',
      text: 'The drafts it may see are its own, those of other agents that the same editor let in, and that editor’s. For anybody else’s draft the answer is the same as for none at all: not found.',
    },
    { id: 'may-not', type: 'heading', text: 'What keeps the press shut' },
    {
      id: 'three-locks',
      type: 'list',
      text: [
        '1. **It is not offered.** No route and no tool publishes, approves, schedules, corrects or withdraws for an agent. A model cannot call what is not on the list.',
        '2. **It is not granted.** A token carries [scopes](https://www.rfc-editor.org/rfc/rfc6749#section-3.3), words for what it may do. An agent’s has exactly two: draft, and edit. There is no third to ask for.',
        '3. **It is refused.** All publication passes through one function, and the first thing the function does is to look at who is asking. An agent is turned away there even if somebody should one day build it a door.',
      ].join('\n'),
    },
    { id: 'rule', type: 'quote', text: 'Not offered, not granted, refused.' },
    {
      id: 'why-three',
      type: 'paragraph',
      text: 'Three, because each fails differently. A menu can be extended by mistake. A permission can be given too widely. A check deep inside is easy to forget is there. It takes all three mistakes at once to print a page nobody read.',
    },
    {
      id: 'human',
      type: 'paragraph',
      text: 'The protocol’s own specification asks for [a human in the loop](https://modelcontextprotocol.io/specification/2025-11-25/server/tools#user-interaction-model), somebody with the ability to deny a tool call. That person sits at the agent’s end of the line. We do not see them and cannot count on them. So there is a second one, at ours.',
    },
    { id: 'exception', type: 'subheading', text: 'The exception, told plainly' },
    {
      id: 'exception-text',
      type: 'paragraph',
      text: 'The lockout standard has an exception: where the employee is away, the lock may come off under the direction of the employer, by a documented procedure. We have one like it. Whoever runs the machine that the magazine lives on can publish from its command line. That is a person with the keys to the building, and the record names the command line as the one who did it.',
    },
    { id: 'ask', type: 'heading', text: 'Four questions for your own vendors' },
    {
      id: 'ask-intro',
      type: 'paragraph',
      text: 'Agents are being sold to contractors for submittals, change orders and pay applications. Before one of them touches a document that somebody signs, ask this.',
    },
    {
      id: 'ask-list',
      type: 'list',
      text: [
        '- Which of its acts cannot be taken back, and who performs the last step of each?',
        '- Whose name stands in the log beside what it did?',
        '- How long does its access last if nobody renews it?',
        '- What ends that access today, at this minute, if we want it ended?',
      ].join('\n'),
    },
    {
      id: 'close',
      type: 'paragraph',
      text: 'A vendor who answers the first with a setting has told you something. Settings get changed. A missing key does not.',
    },
  ],
  figures: [
    exempt('sourceNote', '3'),
    signed('dek', 'three', 'The things are listed in the article.'),
    signed('may-intro', 'four', 'The tools are listed in the next block.'),
    signed('three-locks', 'two', 'Both scopes are named in the sentence.'),
    exempt('three-locks', 'third', 'ordinal'),
    signed('why-three', 'Three', 'The locks are listed in the block before.'),
    signed('why-three', 'three', 'The mistakes are told in the sentences before.'),
    signed('ask', 'Four', 'The questions are listed below this heading.'),
    exempt('sources.0.title', '29'),
    exempt('sources.0.title', '1910.147'),
    exempt('sources.2.title', '6749'),
    exempt('sources.2.title', '2.0'),
    exempt('sources.2.title', '3.3'),
  ],
  sources: [
    {
      title: '29 CFR 1910.147, The control of hazardous energy (lockout/tagout)',
      url: 'https://www.osha.gov/laws-regs/regulations/standardnumber/1910/1910.147',
      publisher: 'Occupational Safety and Health Administration',
      note: 'Paragraph (e)(3) and its exception.',
    },
    {
      title: 'Model Context Protocol specification, Tools',
      url: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools',
      publisher: 'Model Context Protocol',
      note: 'User Interaction Model: a human in the loop with the ability to deny tool invocations.',
    },
    {
      title: 'RFC 6749, The OAuth 2.0 Authorization Framework, section 3.3: Access Token Scope',
      url: 'https://www.rfc-editor.org/rfc/rfc6749#section-3.3',
      publisher: 'RFC Editor',
    },
  ],
};
