import { html } from 'hono/html';
import { articlePath } from '#article/own-page.ts';
import { type Dates, dekOf, factsOf, headlineLink } from '#article/pages/listing-html.ts';
import { openSections, sectionName } from '#article/section.ts';
import { numberHtml } from '#evidence/pages/number-of-the-week-html.ts';
import { dayAndMonth, direction, type Html, longDate, weekday } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { BesideHome } from '#http/placed-ad.ts';
import type { HomeArticles, Strip } from '#reading/home.ts';
import type { Publication } from '#runtime/config/config.ts';
import { adHtml, sponsorHtml } from './ad-html.ts';
import { frontHead } from './front-html.ts';
import { headlineItem, SIZES, secondStories, sectionLink, storyPicture } from './story-html.ts';

/** The data of the home page. */
export type HomePage = HomeArticles & BesideHome;

/** The number of strips above the sign-up. */
const BEFORE_SIGN_UP = 2;

/** The home page: the lead with the number of the week, two stories, four in brief, then a strip for each section. */
export function homeHtml(publication: Publication, home: HomePage): Promise<string> {
  const base = publication.baseUrl;
  const { lead, strips } = home;
  const newest = home.latest[0]?.publishedAt ?? '';
  const at = lead && lead.article.publishedAt > newest ? lead.article.publishedAt : newest;
  const dates: Dates = { timeZone: publication.timeZone, newest: at };
  const strip = (shown: Strip, index: number) => stripHtml(dates, shown, index);
  return pageHtml(publication, {
    title: publication.name,
    description: publication.description,
    canonical: `${base}/`,
    alternates: { markdown: `${base}/index.md`, json: `${base}/api/public/articles` },
    head: frontHead(publication, null),
    isHome: true,
    ...(at && { date: html`${weekday(at, publication.timeZone)}<br>${longDate(at, publication.timeZone)}` }),
    main: html`${lead ? topHtml(dates, home, lead) : nothingYet(home)}
${briefs(home)}
${strips.slice(0, BEFORE_SIGN_UP).map(strip)}
${home.signUp ?? ''}
${strips.slice(BEFORE_SIGN_UP).map((shown, index) => strip(shown, index + BEFORE_SIGN_UP))}
${home.directory ?? ''}
${home.band ? adHtml(home.band) : ''}
${home.sponsor ? html`<p class="fact sponsor">${sponsorHtml(home.sponsor)}</p>` : ''}`,
  });
}

/** The lead with its proof beside it, and two stories with the latest beside them. A lead without a picture is less high than its proof: then each side is one column. */
function topHtml(dates: Dates, home: HomePage, lead: NonNullable<HomePage['lead']>): Html {
  const { article, numbers } = lead;
  const first = html`<article class="first">${storyPicture(lead, { sizes: SIZES.lead, isFirst: true, isOut: true })}${sectionLink(article.section)}
<h2>${headlineLink(article)}</h2>
${dekOf(article)}${factsOf(dates, article, { author: true, numbers })}</article>`;
  const [beside, others] = [proof(dates, home), secondStories(dates, home.seconds, true)];
  const last = home.seconds.length === 0 ? '' : latest(dates, home);
  const margin = (parts: Html | string) => (parts === '' ? '' : html`<div class="margin">${parts}</div>`);
  if (lead.picture === null)
    return html`<div class="hang lead"><div>
${first}
${others}</div>
${margin(beside === '' ? last : html`${beside}${last}`)}</div>`;
  return html`<div class="hang lead">
${first}
${margin(beside)}</div>
${others === '' ? '' : html`<div class="hang second-row">\n${others}\n${margin(last)}</div>`}`;
}

/** What hangs on the left of the lead: the number of the week and the latest correction. */
function proof(dates: Dates, { number, correction }: HomePage): Html | string {
  if (!number && !correction) return '';
  return html`${number ? numberHtml('Number of the week', number) : ''}${
    correction
      ? html`
<div class="corrected"><span class="mark">${correction.seq}</span><p><b>Corrected ${dayAndMonth(correction.at, dates)}.</b> <span${direction(correction.note)}>${correction.note}</span> <a href="${articlePath(correction)}#correction-${correction.seq}">The story</a>, <a href="/corrections">all corrections</a></p></div>`
      : ''
  }`;
}

function latest(dates: Dates, { latest: stories }: HomePage): Html | string {
  if (stories.length === 0) return '';
  return html`<section class="latest" aria-labelledby="latest">
<h2 class="label" id="latest"><a href="/latest">Latest</a></h2>
<ul class="headlines">${stories.map((article) => headlineItem(dates, article))}
</ul>
<p class="fact"><a href="/latest">Every story by date</a></p>
</section>`;
}

function briefs({ briefs: stories }: HomePage): Html | string {
  if (stories.length === 0) return '';
  return html`<section class="hang band" aria-labelledby="in-brief">
<h2 class="label" id="in-brief">In brief</h2>
<ul class="briefs">${stories.map(
    (article) => html`
<li><h3>${headlineLink(article)}</h3><p${direction(article.dek)}>${article.dek}</p></li>`,
  )}
</ul>
</section>`;
}

/** The first story of a section with its picture on one side, or a quotation, or words alone; then the headlines of others. */
function stripHtml(dates: Dates, { slug, first, quotation, others }: Strip, index: number): Html {
  const section = openSections().find((candidate) => candidate.slug === slug);
  const form = quotation ? 'face' : first.picture === null ? 'words' : index % 2 === 1 ? 'flip' : 'pictured';
  const facts = factsOf(dates, first.article, { author: true });
  const words = quotation
    ? html`<p class="pull"${direction(quotation)}>“${quotation}”</p>
<h3 class="small">${headlineLink(first.article)}</h3>${facts}`
    : html`<h3>${headlineLink(first.article)}</h3>
${dekOf(first.article)}${facts}`;
  return html`<section class="hang band strip ${form}" aria-labelledby="section-${slug}">
<div class="label"><h2 id="section-${slug}"><a href="/${slug}">${sectionName(slug)}</a></h2>
<p>${section?.about ?? ''}</p></div>
<div class="parts">${storyPicture(first, { sizes: SIZES.strip })}
<div>${words}</div>
${others.length === 0 ? '' : html`<ul class="headlines">${others.map((article) => headlineItem(dates, article))}</ul>`}</div>
</section>
`;
}

function nothingYet({ isArchiveOnly }: HomeArticles): Html {
  return html`<h2 class="large">Nothing ${isArchiveOnly ? 'new ' : ''}has been published here yet.</h2>
<p class="dek">The first story that an editor publishes will lead this page. ${isArchiveOnly ? html`Earlier stories are in <a href="/archive">the archive</a>.` : 'The sections will list the others.'}</p>`;
}
