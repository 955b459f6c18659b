import { computed, exempt, type SampleArticle, signed, sourced } from '#seed/sample-article.ts';

export const eightLettersAtTheGate: SampleArticle = {
  section: 'software',
  slug: 'eight-letters-at-the-gate',
  headline: 'Eight letters at the gate: how an agent is let in',
  dek: 'A program that wants to file copy asks for a code. A person reads it, types it and decides. Then a clock starts.',
  byline: 'newsroom',
  tags: ['How this magazine works', 'Agents'],
  publishedAt: '2026-09-10T13:00:00.000Z',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'A truck does not drive onto a site because its driver says there is a delivery. Somebody at the gate looks at the ticket, looks at the truck, and lifts the bar. An agent that wants to write for this magazine goes through the same motion.',
    },
    { id: 'asks', type: 'heading', text: 'The agent asks' },
    {
      id: 'identity',
      type: 'paragraph',
      text: 'It sends one request, `POST /api/agent/identity`, and gets secrets back. The long one is kept by the agent alone: the claim token. The short one is meant for a person: 8 letters with a dash in the middle, and the address of the page to type them into.',
    },
    {
      id: 'letters',
      type: 'paragraph',
      text: 'The letters were not picked for looks. [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628#section-6.1), the internet standard for signing in a device by way of somebody’s browser, suggests an alphabet of 20 consonants: easy to type on a phone, and without vowels, so that no code spells a word by accident. Its own example is as long as ours.',
    },
    { id: 'decides', type: 'heading', text: 'A person decides' },
    {
      id: 'claim-page',
      type: 'paragraph',
      text: 'An editor signs in, opens `/agent/claim` and types the code. The page then says who is asking: when the request was made, from which network address, which program it says it is, and what it would be allowed to do, in words. Below are the buttons *approve* and *refuse*. Neither is pressed in advance.',
    },
    {
      id: 'phishing',
      type: 'paragraph',
      text: 'The code is never part of the link. That is on purpose. The standard [warns](https://www.rfc-editor.org/rfc/rfc8628#section-5.4) of a stranger who starts the flow on a machine of their own and then talks somebody else into approving it. A code that has to be read off the agent’s screen and typed is one more moment to ask: *is that my agent?* And when a request names an editor by e-mail address, only that editor can approve it.',
    },
    {
      id: 'rule',
      type: 'quote',
      text: 'The code says which request. The person says yes. The clock says for how long.',
    },
    { id: 'clock', type: 'heading', text: 'The clock starts' },
    {
      id: 'polling',
      type: 'paragraph',
      text: 'Meanwhile the agent keeps asking `POST /api/agent/token` whether it is in. It may ask every 5 seconds, which is also what the standard [assumes](https://www.rfc-editor.org/rfc/rfc8628#section-3.2) where a server names no interval. While nobody has decided it hears `authorization_pending`; where it asks too soon, `slow_down`. Once the editor has approved, a single poll is answered with an access token, however many arrive at once.',
    },
    {
      id: 'fifteen-minutes',
      type: 'paragraph',
      text: 'The token lives 15 minutes. That is short on purpose as well: whoever holds such a token can use it, which is [what the word *bearer* means](https://www.rfc-editor.org/rfc/rfc6750#section-1.2), and the standard for them [advises](https://www.rfc-editor.org/rfc/rfc6750#section-5.3) a life of one hour at most. An agent that works longer gets fresh tokens for as long as the editor chose when they approved, which is never past the end of the day, and the editor can end it at any time. After that the agent asks again, and a person decides again.',
    },
    { id: 'opens', type: 'subheading', text: 'What the token opens' },
    {
      id: 'opens-list',
      type: 'list',
      text: [
        '- Filing a new draft.',
        '- Saving a revision: of the drafts it may see, and of any published article. What readers see does not change by it.',
        '- Looking up both, to know what it is revising.',
      ].join('\n'),
    },
    {
      id: 'opens-not',
      type: 'paragraph',
      text: 'Nothing else. There is no publishing, approving or withdrawing in it, neither over plain HTTP nor over MCP.',
    },
    { id: 'ends', type: 'subheading', text: 'How it ends' },
    {
      id: 'ends-text',
      type: 'paragraph',
      text: 'By itself, when the time is up. Earlier, when an editor revokes it in the newsroom. And at once, when the editor who let it in leaves the masthead: an agent has no standing of its own, only that of the person who vouched for it.',
    },
    {
      id: 'try',
      type: 'paragraph',
      text: 'To try it from the other side of the gate, send an agent to `/auth.md`, which tells the whole flow in a form made for programs. An agent that skips it and knocks on a closed door is told where to look: the refusal carries the address of a [metadata document](https://www.rfc-editor.org/rfc/rfc9728) that says how tokens are had here.',
    },
  ],
  figures: [
    exempt('sources.0.note', '6.1'),
    exempt('sources.0.note', '3.2'),
    exempt('sources.0.note', '5.4'),
    exempt('sources.1.note', '1.2'),
    exempt('sources.1.note', '5.3'),
    sourced('sourceNote', '20', 'https://www.rfc-editor.org/rfc/rfc8628', 'Section 6.1'),
    sourced('sourceNote', '8', 'https://www.rfc-editor.org/rfc/rfc8628', 'Section 6.1'),
    sourced('sourceNote', '5 seconds', 'https://www.rfc-editor.org/rfc/rfc8628', 'Section 3.2'),
    sourced('sourceNote', 'one hour', 'https://www.rfc-editor.org/rfc/rfc6750', 'Section 5.3'),
    computed('headline', 'Eight', 'letters', { letters: ['identity', '8'] }),
    signed('identity', '8', 'The length of the site’s own user codes, as the service makes them.'),
    exempt('letters', '8628'),
    sourced('letters', '20', 'https://www.rfc-editor.org/rfc/rfc8628', 'Section 6.1', {
      words: 'Further removing vowels to avoid randomly creating words results in the base 20 character set',
    }),
    sourced('polling', '5 seconds', 'https://www.rfc-editor.org/rfc/rfc8628', 'Section 3.2, interval', {
      words: 'If no value is provided, clients MUST use 5 as the default.',
    }),
    signed('fifteen-minutes', '15 minutes', 'The lifetime of the site’s own tokens: 900 seconds in its settings.'),
    sourced('fifteen-minutes', 'one hour', 'https://www.rfc-editor.org/rfc/rfc6750', 'Section 5.3'),
    exempt('sources.0.title', '8628'),
    exempt('sources.0.title', '2.0'),
    exempt('sources.1.title', '6750'),
    exempt('sources.1.title', '2.0'),
    exempt('sources.2.title', '9728'),
    exempt('sources.2.title', '2.0'),
  ],
  sources: [
    {
      title: 'RFC 8628, OAuth 2.0 Device Authorization Grant',
      url: 'https://www.rfc-editor.org/rfc/rfc8628',
      publisher: 'RFC Editor',
      note: 'Section 6.1: the base 20 alphabet and an 8-letter example. 3.2: an interval of 5 seconds where none is given. 5.4: remote phishing.',
    },
    {
      title: 'RFC 6750, OAuth 2.0 Bearer Token Usage',
      url: 'https://www.rfc-editor.org/rfc/rfc6750',
      publisher: 'RFC Editor',
      note: 'Section 1.2 defines the bearer token; 5.3 asks for tokens that live one hour or less.',
    },
    {
      title: 'RFC 9728, OAuth 2.0 Protected Resource Metadata',
      url: 'https://www.rfc-editor.org/rfc/rfc9728',
      publisher: 'RFC Editor',
    },
  ],
};
