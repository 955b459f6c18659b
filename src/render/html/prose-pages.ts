import type { SettledCounts } from '../../article/read/count-settled.ts';
import type { Publication } from '../../config.ts';
import { countsWords } from '../settlement-labels.ts';
import type { ProsePage } from './page-prose.ts';

/** What the magazine is and for whom. */
export function aboutProse({ name, description, contact, adDesk }: Publication): ProsePage {
  return {
    path: '/about',
    title: 'About',
    description,
    sections: [
      {
        id: 'readers',
        title: 'For whom',
        text: [
          `${name} is read by estimators, project managers, superintendents, trade principals and construction companies: people who sign for what they build. It is also read by the programs that research and brief for them.`,
          'Reading needs no account and no key. No page for readers runs a script, sets a cookie or asks another site for anything.',
        ],
      },
      {
        id: 'desks',
        title: 'The desks',
        text: [
          'Five desks, each with a page of its own:',
          [
            '[Field operations](/field-operations): planning, safety, quantities, the daily log.',
            '[Robotics](/robotics): machines that lay out, lift, drill, print and inspect.',
            '[Software](/software): estimating, scheduling, document and agent software in daily use.',
            '[Benchmarks](/benchmarks): what was measured, how, and what the measurement does not say.',
            '[People](/people): the trades, crews and offices that the tools are meant for.',
          ],
        ],
      },
      {
        id: 'forms',
        title: 'Three forms',
        text: [
          'Every article is published as a page, as Markdown and as JSON, from the same words at the same moment. Add `.md` to the address of an article, or begin at [llms.txt](/llms.txt). The [API reference](/api) describes every route; [RSS](/rss.xml) carries whole articles.',
        ],
      },
      {
        id: 'money',
        title: 'Who pays',
        text: [
          'Advertisers do, from an [open price list](/advertise). Ads stand in a ruled box under a label that the magazine sets. Editorial copy, bylines and newsroom headlines are not for sale.',
        ],
      },
      {
        id: 'write',
        title: 'Write to us',
        text: [
          ...(contact ? [`The newsroom: [${contact}](mailto:${contact}).`] : []),
          `The ad desk: [${adDesk}](mailto:${adDesk}).`,
          'How we work, and what we hold ourselves to: [standards](/standards). What we got wrong: [corrections](/corrections).',
        ],
      },
    ],
  };
}

/** How the magazine works; each sentence is something this software does or keeps anybody from doing. */
export function standardsProse({ name }: Publication): ProsePage {
  return {
    path: '/standards',
    title: 'Standards',
    description: `How ${name} works: who publishes, what agents may do, how numbers are verified and how mistakes are put right.`,
    sections: [
      {
        id: 'publication',
        title: 'Who publishes',
        text: [
          'An editor does, and only an editor: one exact revision that they have seen, never “the latest”. Saving changes nothing that readers see. Before publication one list is gone through of what still stands in the way; it is the same for people and for programs.',
          'Who published what, and when, is written to a journal in the same moment. Lines of the journal, revisions and corrections can be added and not altered, in the database too.',
        ],
      },
      {
        id: 'agents',
        title: 'What agents may do',
        text: [
          'A program may draft an article and revise a draft. It cannot publish, approve, schedule or withdraw: there is no route, no tool and no right for it, and the function that publishes refuses a program whatever it holds.',
          'An editor lets a program in by hand, with a code, for fifteen minutes, or for up to eight hours where the editor chooses that. What it files stands in that editor’s name, and each revision keeps that a program filed it.',
          'Where a program wrote the first draft, the article says so at its end: who let it in, and who edited. How to ask: [auth.md](/auth.md).',
        ],
      },
      {
        id: 'numbers',
        title: 'How numbers are verified',
        text: [
          'We do not publish a number we cannot verify. Each is settled before an article goes out: by a source and the place in it, by a formula over other numbers, by who said it, or by an editor who signs for it. While one is open the article cannot be published. [How numbers are settled](/method), and how many there are.',
          'Sources stand at the foot of the article, numbered, with addresses that anyone can open. Every source is an `https` address; an article holds at most thirty. The same list is in the Markdown and in the JSON.',
        ],
      },
      {
        id: 'corrections',
        title: 'Corrections',
        text: [
          'A mistake in a published article is put right by publishing a new revision with a note that says what was wrong. The note stands above the article, with its number and its date, in every form: page, Markdown and JSON.',
          'Later revisions do not erase it. All of them are on the [schedule of corrections](/corrections). An article that moves leaves a redirect at its old address.',
        ],
      },
      {
        id: 'sponsors',
        title: 'Sponsors',
        text: [
          'A sponsor of an issue buys places at [list prices](/advertise): the band on the home page, an ad in each article, one ad in the Field Brief and a logo in the supplier directory, for one quarter, alone in its product category. It buys no story, no byline and no say in what is published, and sees nothing before readers do.',
          'Where somebody with an interest helped with a story, by money, material or access, the article says so above its text. An ad carries the label that the magazine sets, outside the picture, and does not run until an editor accepts it. [List prices, sizes and terms](/advertise) are public.',
        ],
      },
      {
        id: 'reuse',
        title: 'Readers and programs',
        text: [
          'Pages run no script and set no cookie. What is published may be indexed for search and used to answer a reader’s question; it is not offered for training. The same is said to programs in [robots.txt](/robots.txt).',
        ],
      },
    ],
  };
}

/** How numbers are settled here; each sentence is something this software does or keeps anybody from doing. */
export function methodProse({ name }: Publication, settled: SettledCounts): ProsePage {
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
