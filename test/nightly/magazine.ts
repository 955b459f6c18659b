import { deskSlugs } from '#article/desk.ts';
import { CLI } from '#core/actor.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { goLive, goLiveAgain } from '../support/live.ts';
import { addConverted, photo } from '../support/pictures.ts';
import type { TestSite } from '../support/site.ts';

// Fills a site like a magazine: headlines and deks of the usual lengths, every third story with a picture, some corrected.

/** The headlines, from a short one to the longest that the API takes. */
const HEADLINES = [
  'The tape still wins',
  'What a pour-sequence model knows about the weather',
  'Four takeoff programs, one set of drawings, and the doors that three of them missed',
  'Which foot does the robot use?',
  'A crane schedule that argues back, and the superintendent who learned to answer it before the concrete arrived',
  'Eight letters at the gate',
];
const DEKS = [
  'Two hundred points, two crews, and a difference that fits under a thumb.',
  'A model that moved six pours in a wet spring was right about four of them. The other two are the story: nobody had told it that the pump was booked.',
  'What estimators should check before they rely on it.',
];
/** Hours between two publications. */
const APART = 20;

/** Publishes `count` articles, one every twenty hours, and returns their ids, oldest first. */
export async function fillMagazine(site: TestSite, count: number): Promise<string[]> {
  const chief = await site.person('chief');
  const pictures = [
    await addConverted(site, chief, await photo(1800, 1200)),
    await addConverted(site, chief, await photo(1200, 1500)),
  ];
  const author = await addAuthorOrTag(site.deps, CLI, 'author', 'Ines Calloway');
  const tags = [
    await addAuthorOrTag(site.deps, CLI, 'tag', 'Layout'),
    await addAuthorOrTag(site.deps, CLI, 'tag', 'Total stations'),
  ];
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const over = {
      slug: `story-${number}`,
      section: deskSlugs()[number % deskSlugs().length],
      headline: HEADLINES[number % HEADLINES.length],
      dek: DEKS[number % DEKS.length],
      authorId: author.id,
      tagIds: tags.slice(0, 1 + (number % 2)).map(({ id }) => id),
      ...(number % 3 === 1 && { heroAssetId: pictures[number % 2] }),
    };
    const article = await goLive(site, over);
    if (number % 7 === 1)
      await goLiveAgain(site, article, { ...over, correctionNote: 'The machine was rented, not bought.' });
    ids.push(article.id);
    site.pass(APART * 60 * 60);
  }
  return ids;
}
