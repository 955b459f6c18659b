import type { SettledCounts } from '../../article/read/count-settled.ts';
import type { Publication } from '../../config.ts';
import { countsWords } from '../settlement-labels.ts';
import type { Prose } from './page-prose.ts';

/** How numbers are settled here; each sentence is something this software does or keeps anybody from doing. */
export function methodProse({ name }: Publication, settled: SettledCounts): Prose {
  return {
    path: '/method',
    title: 'How numbers are settled',
    description: `We do not publish a number we cannot verify. What ${name} does with each of them before it goes out, and how many there are.`,
    sections: [
      {
        id: 'promise',
        title: 'What settled means',
        text: [
          'Before an article goes out, every number in it is found: in headline, text, caption, correction and in the lines made for search engines. Each has to be settled, and while one is open the article cannot be published, by anybody, by any way.',
          'Settled does not mean true. It means that somebody of the masthead looked at where the number comes from, and that you can look at the same place. Where we were wrong all the same, there is a [correction](/corrections).',
        ],
      },
      {
        id: 'ways',
        title: 'The ways',
        text: [
          [
            'Sourced: it stands in one of the article’s sources, at the place that is given, in the words that are quoted. Our own pages are no source.',
            'Computed: it follows from other settled numbers of the article by a formula, which is given and calculated anew each time.',
            'Quoted: somebody said it; who, and when, is given.',
            'Signed: an editor vouches for it, for a reason that is written down and kept.',
            'Dates, names and places in an order are no measurements. A person names them as such; no rule does.',
          ],
          'A program may propose how a number is settled, in every way but a signature. Only an editor confirms it. Who proposed and who confirmed is kept apart.',
          'A number that is changed, or whose sentence is, is open again. Where it changes in a published article, a correction note is asked for.',
        ],
      },
      {
        id: 'places',
        title: 'Where to look',
        text: [
          'In an article a settled number is underlined with dots and leads to the line that says how. The counts stand at its foot. The Markdown has the same as footnotes.',
          'As data it is at `/api/v1/public/articles/{section}/{slug}/evidence`, described in the [API](/api#getEvidence).',
          'A source can go away after we read it. Where the editors have our programs ask the sources, those that went are looked at again; the article stays as it is until somebody has.',
        ],
      },
      { id: 'counts', title: 'As it stands', text: [standing(settled)] },
    ],
  };
}

function standing({ counts, counted, articles }: SettledCounts): string {
  if (counted === 0)
    return articles === 0
      ? 'Nothing is published yet. The numbers of what will be are counted here.'
      : 'What is published went out before numbers were settled one by one. From the next publication on they are counted here.';
  const all =
    counted === articles
      ? `Counted over all ${articles} published articles.`
      : `Counted over ${counted} of ${articles} published articles.`;
  const rest = counted === articles ? '' : ' The others went out before numbers were settled one by one.';
  const said = articles === 1 ? 'Counted over the one published article.' : all;
  return `${said} ${countsWords(counts) || 'No number at all.'}${rest}`;
}
