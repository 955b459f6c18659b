import type { Publication } from '../../config.ts';
import type { Prose } from './page-prose.ts';

/** How the magazine works; each sentence is something this software does or keeps anybody from doing. */
export function standardsProse({ name }: Publication): Prose {
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
