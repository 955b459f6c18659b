import { html } from 'hono/html';
import type { MayPass } from '#article/gate-codes.ts';
import type { Promises } from '#article/promises.ts';
import { openSections } from '#article/section.ts';
import type { ProseSection } from '#core/prose.ts';
import type { SettledCounts } from '#evidence/count-settled.ts';
import { countsWords } from '#evidence/settlement-labels.ts';
import { direction } from '#html/html.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import type { ProsePage } from '#html/page-prose.ts';
import { isDeclared } from '#http/declared.ts';
import { licenceWords } from '#http/licence.ts';
import type { Publication } from '#runtime/config/config.ts';
import { profileName } from '#site/look/identity.ts';

/** The section that lists the bylines. */
const WRITERS = 'writers';
type Writer = { slug: string; name: string };

/** The bylines of published articles, as markup and as Markdown for their section. */
export function writersLists({ baseUrl }: Publication, writers: readonly Writer[]) {
  const items = writers.map(
    ({ slug, name }) => html`
<li${direction(name)}><a href="/authors/${slug}">${name}</a></li>`,
  );
  const lines = writers.map(({ slug, name }) => `- [${escapeMarkdown(name)}](${baseUrl}/authors/${slug}.md)`);
  return { html: { [WRITERS]: html`<ul>${items}</ul>` }, markdown: { [WRITERS]: lines.join('\n') } };
}

const COUNTS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];

function countSections(count: number): string {
  return `${COUNTS[count] ?? count} ${count === 1 ? 'section' : 'sections'}`;
}

/** The line about a section after a colon: it begins with a small letter, unless its first word is a name such as AI. */
function aboutIn(about: string): string {
  const words = about.replace(/^AI on the site: /, '');
  return /^[A-Z][a-z ]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Whether the service sells ads. */
function sellsAds(): boolean {
  return isDeclared('/advertise');
}

const MONEY: ProseSection = {
  id: 'money',
  title: 'Who pays',
  text: [
    'Advertisers pay, by a [public rate card](/advertise). Each ad is in a ruled box under a label that the magazine sets. Editorial copy, bylines and newsroom headlines are not for sale.',
  ],
};

const SPONSORS: ProseSection = {
  id: 'sponsors',
  title: 'Sponsors',
  text: [
    'A sponsor of an issue buys places at [list prices](/advertise): the band on the home page, an ad in each article, one ad in the Field Brief and a logo in the supplier directory, for one quarter, as the only sponsor in its product category. It buys no story, no byline and no influence on what is published, and sees nothing before readers do.',
    'If somebody with an interest helped with a story, by money, material or access, a notice above its text states this. An ad carries the label that the magazine sets, outside the picture, and does not run until an editor accepts it. [List prices, sizes and terms](/advertise) are public.',
  ],
};

/** What the magazine is, for whom, and by whom. */
export function aboutProse(
  { name, description, contact, adDesk, social }: Publication,
  hasWriters: boolean,
): ProsePage {
  return {
    path: '/about',
    title: 'About',
    description,
    sections: [
      {
        id: 'readers',
        title: 'For whom',
        text: [
          `${escapeMarkdown(name)} is read by estimators, project managers, superintendents, trade principals and construction companies: people who sign for what they build. AI agents that research and brief for them read it too.`,
          'Reading needs no account and no key. No page for readers runs a script, sets a cookie or asks another site for anything.',
        ],
      },
      {
        id: 'sections',
        title: 'The sections',
        text: [
          `${countSections(openSections().length)}, each with its own page:`,
          openSections().map(
            ({ slug, name: section, about }) =>
              `[${escapeMarkdown(section)}](/${slug}): ${escapeMarkdown(aboutIn(about))}`,
          ),
        ],
      },
      {
        id: 'forms',
        title: 'Three forms',
        text: [
          'Every article is published as a page, as Markdown and as JSON at the same moment. The page and the Markdown have the whole text. The JSON describes the article; its `Link` header leads to the Markdown, to how each number was settled and to the permanent revision. Add `.md` to the address of an article, or begin at [llms.txt](/llms.txt). The [API reference](/api) describes the API; the [RSS feed](/rss.xml) has the full text of articles.',
        ],
      },
      ...(hasWriters ? [{ id: WRITERS, title: 'Who writes', text: ['Each name leads to its articles.'] }] : []),
      ...(sellsAds() ? [MONEY] : []),
      {
        id: 'write',
        title: 'Write to us',
        text: [
          ...(contact ? [`The newsroom: [${contact}](mailto:${contact}).`] : []),
          ...(social.length > 0 ? [`Elsewhere: ${social.map((at) => `[${profileName(at)}](${at})`).join(', ')}.`] : []),
          `The ad desk: [${adDesk}](mailto:${adDesk}).`,
          'How we work: [standards](/standards). Our mistakes: [corrections](/corrections).',
        ],
      },
    ],
  };
}

/** How the magazine works. Each sentence states something that this software does or prevents. */
export function standardsProse(publication: Publication, promises: Promises): ProsePage {
  const { name } = publication;
  return {
    path: '/standards',
    title: 'Standards',
    description: `How ${name} works: who publishes, what agents may do, how numbers are verified and how mistakes are corrected.`,
    sections: [
      {
        id: 'publication',
        title: 'Who publishes',
        text: [
          `Only an editor publishes: one exact revision, which they name by its number, never “the latest”. ${promises.isByTwo ? 'Another editor, who did not save that revision, has to approve it first. ' : ''}Saving changes nothing that readers see. Before publication, a checklist shows what still prevents it; the list is the same for people and for agents. The operator of the server can publish by a command that makes the same checks; the journal then says so, and the article names no editor. The articles that this software brings along are published at its first start.`,
          'The journal records who published what, and when, in the same transaction. Journal entries, revisions and corrections can be added but never changed, in the database too.',
        ],
      },
      {
        id: 'agents',
        title: 'What agents may do',
        text: [
          'An agent may draft an article and revise a draft. It cannot publish, approve, schedule or unpublish: there is no route, no tool and no permission for it, and the function that publishes refuses every agent.',
          'An editor grants an agent access by hand, with a code, for fifteen minutes, or for up to eight hours if the editor chooses that. The agent’s drafts belong to that editor, and each revision records that an agent saved it.',
          'If an agent wrote the first draft, the article says at its end who granted the agent access and who edited. How to request access: [auth.md](/auth.md).',
        ],
      },
      {
        id: 'numbers',
        title: 'How numbers are verified',
        text: [
          `${promises.openNumber === 'nobody' ? 'We do not publish a number we cannot verify. Each number is settled before publication' : 'A number is settled before publication'}: by a source and the place in it, by a formula over other numbers, by the person who said it, or by an editor who signs for it. ${openNumbers(promises)} [How numbers are settled](/method) has the details and the counts.`,
          'The sources are at the end of the article, numbered, with addresses that anyone can open. Every source is an `https` address; an article has at most thirty. The same list is in the Markdown and in the JSON.',
        ],
      },
      {
        id: 'corrections',
        title: 'Corrections',
        text: [
          'To correct a mistake in a published article, an editor publishes a new revision with a note that says what was wrong. The note is above the article, with its number and its date, in every form: page, Markdown and JSON.',
          'Later revisions do not remove it. All of them are on the [schedule of corrections](/corrections). An article that moves leaves a redirect at its old address.',
        ],
      },
      ...(sellsAds() ? [SPONSORS] : []),
      {
        id: 'reuse',
        title: 'Readers and agents',
        text: [
          `Pages run no script and set no cookie. ${licenceWords(publication)} [robots.txt](/robots.txt) and [license.xml](/license.xml) say the same to crawlers.`,
        ],
      },
    ],
  };
}

/** How numbers are settled; `more` has the sections that capabilities add. Each sentence states something that this software does or prevents. */
export function methodProse(
  publication: Publication,
  settled: SettledCounts,
  promises: Promises,
  more: readonly ProseSection[],
): ProsePage {
  const { name } = publication;
  return {
    path: '/method',
    title: 'How numbers are settled',
    description: `${promises.openNumber === 'nobody' ? 'We do not publish a number we cannot verify. ' : ''}How ${name} settles each number before publication, and how many numbers there are.`,
    sections: [
      {
        id: 'promise',
        title: 'What settled means',
        text: [
          `Before publication, the server finds the numbers of an article: in its headline, text, caption and corrections, in the titles, publishers and notes of its sources, and in the lines for search engines. ${openNumbers(promises)}`,
          'Settled does not mean true. It means that somebody of the newsroom checked where the number comes from, and that you can check the same place. If we were wrong anyway, there is a [correction](/corrections).',
        ],
      },
      {
        id: 'ways',
        title: 'The ways',
        text: [
          [
            'Sourced: an editor names one of the article’s sources and the place in it. Where the editor copied the words of the source, the line quotes them. Where the line says “found there”, the server opened the source on that day, found the number there, and a person saw the passage. Where it says “named by an editor, source not opened”, nobody but an editor has looked there. Our own pages are not accepted as sources.',
            'Computed: the number follows from other settled numbers of the article by a formula, which is shown and calculated again each time.',
            'Quoted: somebody said the number; the article names the person and the time.',
            'Signed: an editor vouches for the number and writes down why. The editor decides whether you see the reason.',
            'Dates, names, positions in a list and small counts, such as the two of “two reasons”, are not measurements. Names of standards and laws, such as “RFC 8628”, and the names on a list of the magazine are recognised, also in the titles of sources. A person marks everything else.',
          ],
          'An agent may propose how a number is settled, in every way but a signature. Only an editor confirms it. The record names who proposed and who confirmed.',
          `When a number or its sentence changes, the number is open again. ${CHANGED_NUMBERS[promises.changedNumber]}`,
        ],
      },
      {
        id: 'places',
        title: 'Where to look',
        text: [
          'In an article, each settled number is a button: it opens a note that says how the number was settled. The counts are at the end. The Markdown has the same as footnotes.',
          'As data it is at `/api/v1/public/articles/{section}/{slug}/evidence`, described in the [API](/api#getEvidence).',
          'A source can disappear after we read it. If the editors let the server check the sources, somebody looks again at those that disappeared; until then the article stays as it is. An editor can store the address of an archived copy beside a source; its lines then link to it.',
        ],
      },
      { id: 'counts', title: 'The counts today', text: [standing(settled)] },
      ...more,
    ],
  };
}

/** What is sure about numbers that are not settled. */
function openNumbers({ openNumber, hasArchive }: Promises): string {
  const archive = hasArchive
    ? ' Articles from the archive of another site are the exception: a line above their text says that their numbers were not settled here.'
    : '';
  return `${OPEN_NUMBERS[openNumber]}${archive}`;
}

const OPEN_NUMBERS: Record<MayPass, string> = {
  nobody:
    'Each number must be settled. While one is open, nobody can publish the article: not by hand, not at a set time, not by a command, and not a chief.',
  chief: 'While one is open, only a chief can publish the article; its end says which numbers are not settled.',
  editor: 'An editor can publish an article with an open number; its end says which numbers are not settled.',
};

const CHANGED_NUMBERS: Record<MayPass, string> = {
  nobody: 'If it changes in a published article, a correction note is required.',
  chief:
    'If it changes in a published article, a correction note is required; only a chief can do without one, and the journal keeps the reason.',
  editor: 'If it changes in a published article, the editor is asked for a correction note.',
};

/** Articles whose numbers are not counted, where some come from an archive. */
function archiveRest(others: number, archived: number): string {
  const older = others > archived ? ' The rest were published before numbers were settled one by one.' : '';
  return ` ${archived} come${archived === 1 ? 's' : ''} from the archive of another site, with numbers that were not settled here; each says so.${older}`;
}

function standing({ counts, counted, articles, archived }: SettledCounts): string {
  if (counted === 0)
    return articles === 0
      ? 'Nothing is published yet. The numbers of published articles will be counted here.'
      : `All articles ${archived === 0 ? '' : 'come from an archive, or '}were published before numbers were settled one by one. From the next publication on, numbers are counted here.`;
  const all =
    counted === articles
      ? `Counted over all ${articles} published articles.`
      : `Counted over ${counted} of ${articles} published articles.`;
  const before = ' The others were published before numbers were settled one by one.';
  const rest = counted === articles ? '' : archived === 0 ? before : archiveRest(articles - counted, archived);
  const said = articles === 1 ? 'Counted over the one published article.' : all;
  return `${said} ${countsWords(counts) || 'No number at all.'}${rest}`;
}
