import { exempt, type SampleArticle, signed } from '../sample-article.ts';

export const oneStoryThreeForms: SampleArticle = {
  section: 'software',
  slug: 'one-story-three-forms',
  headline: 'One story, three forms: reading this magazine by browser, script and agent',
  dek: 'A page for people, Markdown for agents, JSON for programs. One address, no key, and a cheap way to come back.',
  byline: 'pressRoom',
  tags: ['How this magazine works', 'Agents', 'API'],
  publishedAt: '2026-10-15T13:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'A drawing goes to the field on paper, to the fabricator as a file and to the estimator as a table of quantities. It is one drawing. Every story here is made the same way: once, and then printed in three forms, from the same revision, at the same moment.',
    },
    { id: 'ask', type: 'heading', text: 'Say what you read' },
    {
      id: 'accept',
      type: 'paragraph',
      text: 'A browser tells a server what it would like to get, in a header called [Accept](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1). So can any program. Name `text/markdown`, a type with a [standard of its own](https://www.rfc-editor.org/rfc/rfc7763), and the address of a story answers in Markdown. Name `application/json` and it answers in JSON. Name nothing and you get the page. There is no wrong answer to the question: an unknown wish gets the page too.',
    },
    {
      id: 'addresses',
      type: 'paragraph',
      text: 'Headers are awkward to paste into a chat, so each form has a plain address as well.',
    },
    {
      id: 'address-list',
      type: 'list',
      text: [
        '- `/{desk}/{slug}` is the page, and the address to cite.',
        '- `/{desk}/{slug}.md` is the Markdown. Put `.md` behind the address of any story or desk and it works.',
        '- `/api/public/articles/{desk}/{slug}` is the JSON.',
        '- `/api/public/articles` is the index of everything published, newest first.',
      ].join('\n'),
    },
    {
      id: 'llms',
      type: 'paragraph',
      text: 'An agent that has never been here starts at `/llms.txt`, a [convention](https://llmstxt.org/) for telling language models what a site holds. A program starts at `/openapi.json`, which describes each address, parameter and field in the [OpenAPI](https://spec.openapis.org/oas/v3.1.0) format. Neither asks who is reading. Public reads need no key and no account.',
    },
    { id: 'same', type: 'heading', text: 'What is the same in all three' },
    {
      id: 'same-list',
      type: 'list',
      text: [
        '- The sources, each with its address. Where the page has a footnote, the JSON has an object.',
        '- The dates: first published, last changed, corrected.',
        '- The correction note, where there is one.',
        '- The canonical address, so that a copy can always be traced home.',
      ].join('\n'),
    },
    {
      id: 'body',
      type: 'paragraph',
      text: 'The JSON is a record about the story, not the story: it has no body. Whoever wants to read takes the page or the Markdown. Whoever wants to know *whether to read it again* takes the JSON.',
    },
    { id: 'back', type: 'heading', text: 'Come back cheaply' },
    {
      id: 'etag',
      type: 'paragraph',
      text: 'Every public answer carries a tag of its exact content. Send the tag back in [If-None-Match](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2) and, as long as nothing has changed, the answer is a status line without a body. Ask the index with `updatedSince` and it lists only what was published, corrected or moved after that moment. An agent that briefs a project team every morning needs a single request on a quiet day.',
    },
    { id: 'rule', type: 'quote', text: 'Read once. Ask often. Download what changed.' },
    { id: 'work', type: 'heading', text: 'For agents that work here' },
    {
      id: 'mcp',
      type: 'paragraph',
      text: 'Reading is open. Filing copy is not. The address `/api/mcp` speaks [MCP](https://modelcontextprotocol.io/specification/2025-11-25), which is [JSON-RPC](https://www.jsonrpc.org/specification) underneath, and offers an agent the tools to file drafts and to revise them. It answers nobody without a token. How a token is had is a story of its own: *Eight letters at the gate*, at the same desk.',
    },
    { id: 'quote', type: 'subheading', text: 'When your agent quotes us' },
    {
      id: 'quote-text',
      type: 'paragraph',
      text: 'Ask it for two things beside the quotation: the canonical address, and `correctedAt`. The first lets you read the sentence in its place. The second tells you whether the sentence has been mended since somebody copied it. If it cannot give you both, treat what it says as you would a price heard in the parking lot.',
    },
  ],
  figures: [
    exempt('sourceNote', '12.5.1'),
    exempt('sourceNote', '13.1.2'),
    signed('lede', 'one', 'A picture of speech: it counts no drawings.'),
    signed('headline', 'three', 'HTML, Markdown and JSON: the forms are told in the article.'),
    signed('lede', 'three', 'HTML, Markdown and JSON: the forms are told in the article.'),
    signed('same', 'three', 'HTML, Markdown and JSON: the forms are told in the article.'),
    signed('mcp', 'Eight', 'A word of a headline of this edition, where it is settled.'),
    signed('quote-text', 'two', 'Both things are named in the sentence.'),
    exempt('sources.0.title', '9110'),
    exempt('sources.1.title', '7763'),
    exempt('sources.3.title', 'v3.1.0'),
    exempt('sources.5.title', '2.0'),
  ],
  sources: [
    {
      title: 'RFC 9110, HTTP Semantics',
      url: 'https://www.rfc-editor.org/rfc/rfc9110',
      publisher: 'RFC Editor',
      note: 'Section 12.5.1: Accept. Section 13.1.2: If-None-Match.',
    },
    {
      title: 'RFC 7763, The text/markdown Media Type',
      url: 'https://www.rfc-editor.org/rfc/rfc7763',
      publisher: 'RFC Editor',
    },
    { title: 'The /llms.txt file', url: 'https://llmstxt.org/', publisher: 'llmstxt.org' },
    {
      title: 'OpenAPI Specification v3.1.0',
      url: 'https://spec.openapis.org/oas/v3.1.0',
      publisher: 'OpenAPI Initiative',
    },
    {
      title: 'Model Context Protocol specification',
      url: 'https://modelcontextprotocol.io/specification/2025-11-25',
      publisher: 'Model Context Protocol',
    },
    {
      title: 'JSON-RPC 2.0 Specification',
      url: 'https://www.jsonrpc.org/specification',
      publisher: 'JSON-RPC Working Group',
    },
  ],
};
