import type { BriefEmail } from '#brief/emails/brief-html.ts';
import type { BriefContent } from '#brief/issues/brief-record.ts';
import { loadParts } from '../part.ts';
import type { TestSite } from '../site.ts';
import { BRIEF_DAY, composed, correctStory, publishStories } from './briefs.ts';

/** A brief with everything that an email can have: all kinds of blocks, a correction, a sponsor where ads are sold, five stories, a sentence. */
export async function composeFullBrief(site: TestSite): Promise<BriefContent> {
  const editor = await site.person('editor', 'Dana Whitfield');
  for (const { sponsorBrief } of await loadParts()) await sponsorBrief?.(site, editor, BRIEF_DAY);
  const [first = '', second = '', third = '', corrected = '', fifth = ''] = await publishStories(site);
  await correctStory(site, corrected);
  const story = (articleId: string, sentence = '') => ({ articleId, sentence });
  return composed(site, editor, {
    intro: [
      {
        id: 'i1',
        type: 'paragraph',
        text: 'The week on *one* page, with **the** method and [who checks](https://plumbline.example/method).',
      },
      { id: 'i2', type: 'heading', text: 'What we counted' },
      { id: 'i3', type: 'list', text: 'what a robot marks\nwhat a person checks, with `a tape`' },
      { id: 'i4', type: 'subheading', text: 'Who says so' },
      { id: 'i5', type: 'quote', text: 'Keep one person with a tape.' },
    ],
    stories: [
      story(first, 'We stood next to it for a shift.'),
      story(second),
      story(third),
      story(corrected),
      story(fifth),
    ],
  });
}

/** The email of a content, as the site sends it. */
export function emailOf({ publication }: TestSite, content: BriefContent): BriefEmail {
  return { publication, postalAddress: publication.postalAddress, content };
}
