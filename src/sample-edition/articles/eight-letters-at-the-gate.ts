import type { SampleArticle } from '../sample-article.ts';
import { computed, exempt, signed, sourced } from '../sample-figures.ts';

export const eightLettersAtTheGate: SampleArticle = {
  section: 'software',
  slug: 'eight-letters-at-the-gate',
  headline: 'Eight letters at the gate: how an agent is let in',
  dek: 'A program that wants to file copy asks for a code. A person reads it, types it and decides. Then a clock starts.',
  byline: 'pressRoom',
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
      text: 'It sends one request, `POST /api/agent/identity`, and gets two secrets back. One is long and is kept by the agent alone: the claim token. The other is short and is meant for a person: 8 letters, shown as two groups with a dash, and the address of the page to type them into.',
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
      text: 'An editor signs in, opens `/agent/claim` and types the code. The page then says who is asking: when the request was made, from which network address, which program it says it is, and what it would be allowed to do, in words. Two buttons, *approve* and *refuse*. Neither is pressed in advance.',
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
      text: 'Meanwhile the agent keeps asking `POST /api/agent/token` whether it is in. It may ask every 5 seconds, which is also what the standard [assumes](https://www.rfc-editor.org/rfc/rfc8628#section-3.2) where a server names no interval. While nobody has decided it hears `authorization_pending`; where it asks too soon, `slow_down`. Once the editor has approved, exactly one poll is answered with an access token, however many arrive at once.',
    },
    {
      id: 'fifteen-minutes',
      type: 'paragraph',
      text: 'The token lives 15 minutes. That is short on purpose as well: whoever holds such a token can use it, which is [what the word *bearer* means](https://www.rfc-editor.org/rfc/rfc6750#section-1.2), and the standard for them [advises](https://www.rfc-editor.org/rfc/rfc6750#section-5.3) a life of one hour at most. An agent that needs longer asks again, and a person decides again.',
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
    signed('polling', 'one', 'How the service is made: a claim is redeemed in one conditional write.'),
    computed('headline', 'Eight', 'letters', { letters: ['identity', '8'] }),
    signed('identity', 'two', 'The claim token and the user code: both are named in the paragraph.'),
    signed('identity', '8', 'The length of the house’s own user codes, as the service makes them.'),
    signed('identity', 'two', 'The house shows its user codes in two groups of letters.', 2),
    exempt('letters', '8628'),
    sourced(
      'letters',
      '20',
      'https://www.rfc-editor.org/rfc/rfc8628',
      'Section 6.1',
      'Further removing vowels to avoid randomly creating words results in the base 20 character set',
    ),
    signed('claim-page', 'Two', 'The buttons of the house’s own page, both named in the sentence.'),
    sourced(
      'polling',
      '5 seconds',
      'https://www.rfc-editor.org/rfc/rfc8628',
      'Section 3.2, interval',
      'If no value is provided, clients MUST use 5 as the default.',
    ),
    signed('fifteen-minutes', '15 minutes', 'The lifetime of the house’s own tokens: 900 seconds in its settings.'),
    sourced('fifteen-minutes', 'one hour', 'https://www.rfc-editor.org/rfc/rfc6750', 'Section 5.3'),
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
