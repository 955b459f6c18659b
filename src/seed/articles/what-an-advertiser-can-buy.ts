import { exempt, type SampleArticle, signed } from '../sample-article.ts';

export const whatAnAdvertiserCanBuy: SampleArticle = {
  section: 'people',
  slug: 'what-an-advertiser-can-buy',
  headline: 'What an advertiser can buy here, and what has no price',
  dek: 'Six lines on a public price list, a label outside the picture, and three things that are not for sale at any rate.',
  byline: 'newsroom',
  tags: ['How this magazine works', 'Advertising'],
  publishedAt: '2026-10-08T13:00:00.000Z',
  sponsorshipDisclosure:
    'Nobody paid for this article. It describes the magazine’s own price list, in which the magazine has an interest.',
  bodyBlocks: [
    {
      id: 'lede',
      type: 'paragraph',
      text: 'Trade magazines live on the companies they write about. That is no secret and no scandal, as long as a reader can tell in one glance which page was bought. This is how the line is drawn here.',
    },
    { id: 'list', type: 'heading', text: 'The list is public' },
    {
      id: 'list-where',
      type: 'paragraph',
      text: 'The price list stands at `/api/v1/advertise`, for anyone and for any program, without a key. It gives list prices in U.S. dollars, the sizes of the pictures, the terms, and the day from which it holds. A signed order can set another rate.',
    },
    {
      id: 'units',
      type: 'list',
      text: [
        '- **Homepage band**, four weeks at a time: one advertiser, below the supplier directory.',
        '- **In-article**, for as long: one labeled picture inside each published story, again from one advertiser at a time.',
        '- **Field Brief**, by the weekly send: a picture, up to 40 words and one `https` link.',
        '- **Directory listing**, by the quarter: a logo in the supplier directory, listed as a paid row.',
        '- **Issue sponsorship**, by the quarterly issue: all of the above together, and nobody else from the same product category in that issue.',
        '- **Custom programs**, on request.',
      ].join('\n'),
    },
    {
      id: 'buying',
      type: 'paragraph',
      text: 'Buying is done by people. An editor has to accept an advertisement before it runs; the invoice comes after that, and the run is scheduled after the invoice. There is no checkout, and an agent with a credit card finds no place to put it. Whoever changes their mind says so in writing, 14 days before the start.',
    },
    { id: 'label', type: 'heading', text: 'The label is ours' },
    {
      id: 'label-where',
      type: 'paragraph',
      text: 'An advertisement in the band or in a story carries the word ADVERTISEMENT, outside the picture, in the magazine’s own type. The advertiser does not supply it and may not imitate it. A picture that carries something like it is not accepted.',
    },
    {
      id: 'ftc',
      type: 'paragraph',
      text: 'We did not think this up. The Federal Trade Commission has held for decades that an advertisement dressed as a story [deceives](https://www.federalregister.gov/d/2016-08813) when it leads readers to take it for something independent. Its [guide for businesses](https://www.ftc.gov/business-guidance/resources/native-advertising-guide-businesses) says what a label must do: be clear, be prominent, stand where the reader looks, in words the reader knows.',
    },
    {
      id: 'static',
      type: 'paragraph',
      text: 'The picture itself stands still. No animation, no HTML, no tags from third parties, no tracking pixels: a PNG or a JPEG, within the bytes on the list. A reader on a phone in a basement gets the story first, and nobody follows them out of it.',
    },
    { id: 'not-sold', type: 'heading', text: 'What is not for sale' },
    {
      id: 'three',
      type: 'list',
      text: ['- The copy of a story.', '- The byline over it.', '- The headlines the newsroom writes.'].join('\n'),
    },
    { id: 'rule', type: 'quote', text: 'You can buy the space beside the story. You cannot buy the story.' },
    {
      id: 'spj',
      type: 'paragraph',
      text: 'The journalists’ [code](https://www.spj.org/spj-code-of-ethics/) asks for news and advertising to be kept apart, for hybrids to be shunned, and for sponsored content to be labeled prominently. Where money or a favor did touch a story, there is a field for it: the sponsorship disclosure. It is printed above the first paragraph of the page and of the Markdown. Look up from here and you see one, so that you know what it looks like before you need it.',
    },
    { id: 'buyer', type: 'subheading', text: 'If you are the one buying' },
    {
      id: 'buyer-text',
      type: 'paragraph',
      text: 'Send one picture per size, type and logo well inside the edge, and the words you want beside it. If your claim has a number in it, have the test at hand. The Commission expects [a reasonable basis](https://www.ftc.gov/legal-library/browse/ftc-policy-statement-regarding-advertising-substantiation) for an objective claim before it is made, and our readers price work for a living. They will ask.',
    },
  ],
  figures: [
    signed('dek', 'Six', 'The lines of the price list at /api/v1/advertise.'),
    signed('dek', 'three', 'Copy, bylines and headlines: told in the article.'),
    exempt('list-where', 'v1'),
    signed('units', 'four weeks', 'The term of the unit on the house’s own price list.'),
    signed('units', '40', 'The limit of words on the house’s own price list.'),
    signed('buying', '14 days', 'The house’s own terms for cancelling an advertisement.'),
  ],
  sources: [
    {
      title: 'Native Advertising: A Guide for Businesses',
      url: 'https://www.ftc.gov/business-guidance/resources/native-advertising-guide-businesses',
      publisher: 'Federal Trade Commission',
    },
    {
      title: 'Enforcement Policy Statement on Deceptively Formatted Advertisements',
      url: 'https://www.federalregister.gov/d/2016-08813',
      publisher: 'Federal Register',
    },
    {
      title: 'FTC Policy Statement Regarding Advertising Substantiation',
      url: 'https://www.ftc.gov/legal-library/browse/ftc-policy-statement-regarding-advertising-substantiation',
      publisher: 'Federal Trade Commission',
    },
    {
      title: 'SPJ Code of Ethics: Act Independently',
      url: 'https://www.spj.org/spj-code-of-ethics/',
      publisher: 'Society of Professional Journalists',
      note: 'Distinguish news from advertising; prominently label sponsored content.',
    },
  ],
};
