import { html } from 'hono/html';
import type { ArchivedBrief, BriefParts, PublishedBrief } from '#brief/issues/archive.ts';
import { wallTime } from '#core/wall-time.ts';
import { dayAndMonth, direction, type Html, isolated, longDate, weekday } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { sheetHtml } from './brief-sheet-html.ts';
import { renderSubscribeForm } from './subscribe-form.ts';

/** What the Field Brief is. */
export const BRIEF_SUMMARY =
  'One email, on Tuesdays: what we published, every correction, one checked number, one sponsor. It does not track whether you open it or what you click.';

export const NO_BRIEF = 'No brief has been sent yet. Every brief will be kept here.';
/** Why a specimen is shown. */
export const ABOUT_SPECIMEN =
  'No brief has been sent yet. This one is made from our newest stories, as every brief is.';

/** The page of the brief: all sent briefs, and the last of them whole, or a specimen before the first send. */
export type BriefArchive = {
  briefs: readonly ArchivedBrief[];
  last: PublishedBrief | null;
  /** Null after the first send, and while nothing is published. */
  specimen: BriefParts | null;
  /** When the next brief is sent, if one is scheduled. */
  nextAt: string | null;
};

/** The form that subscribes, the last brief or a specimen, and the earlier briefs, latest first. */
export function briefArchiveHtml(publication: Publication, archive: BriefArchive): Promise<string> {
  const { baseUrl } = publication;
  const { briefs, last, specimen } = archive;
  const next = nextWords(publication, archive);
  return pageHtml(publication, {
    title: 'Field Brief',
    description: BRIEF_SUMMARY,
    canonical: `${baseUrl}/brief`,
    alternates: { markdown: `${baseUrl}/brief.md`, json: `${baseUrl}/api/v1/public/briefs` },
    head: briefFeedLink(publication),
    main: html`<header class="brief-head"><h1>Field Brief</h1>
<p class="dek">${BRIEF_SUMMARY}${next ? ` ${next}` : ''}</p>
${renderSubscribeForm(publication, { heading: null })}</header>
${last ? lastHtml(publication, last) : specimen ? specimenHtml(publication, specimen) : html`<p>${NO_BRIEF}</p>`}
${earlierHtml(briefs)}`,
  });
}

/** When the next brief comes, by the clocks of the magazine; empty while none is scheduled, or no email is sent. */
export function nextWords({ sendsEmail, timeZone }: Publication, { nextAt }: Pick<BriefArchive, 'nextAt'>): string {
  if (nextAt === null || !sendsEmail) return '';
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const clock = wallTime(Date.parse(nextAt), timeZone).slice(-5);
  return `The next one comes on ${weekday(nextAt, timeZone)} ${longDate(nextAt, timeZone)} at ${clock} (${city}).`;
}

function specimenHtml(publication: Publication, parts: BriefParts): Html {
  return html`<section class="hang sheet" aria-labelledby="sheet">
<div class="label"><h2 id="sheet">A specimen</h2><p>${ABOUT_SPECIMEN}${withoutPicture(parts)}</p></div>
${sheetHtml(publication, {
  date: 'On Tuesdays',
  subject: 'A specimen',
  title: 'Field Brief',
  isPage: false,
  parts,
  sponsor: html`<aside aria-label="Advertisement"><p class="label">Advertisement</p>
<p class="place"><span>One sponsor, text and link</span></p></aside>`,
})}
</section>`;
}

function lastHtml(publication: Publication, brief: PublishedBrief): Html {
  return html`<section class="hang sheet" aria-labelledby="sheet">
<div class="label"><h2 id="sheet">The last brief</h2><p>As it was sent.${withoutPicture(brief)}</p></div>
${sentHtml(publication, brief, false)}
</section>`;
}

function earlierHtml([last, ...earlier]: readonly ArchivedBrief[]): Html | string {
  if (!last || earlier.length === 0) return '';
  return html`<section class="hang band" aria-labelledby="earlier">
<div class="label"><h2 id="earlier">Earlier briefs</h2><p>Also as <a href="/brief/rss.xml">RSS</a> and <a href="/api/v1/public/briefs">JSON</a>.</p></div>
<ul class="past">${earlier.map(
    ({ day, subject }) => html`
<li><time class="fact" datetime="${day}">${dayAndMonth(day, { timeZone: 'UTC', newest: last.day })}</time><h3><a href="/brief/${day}"${direction(subject)}>${subject}</a></h3></li>`,
  )}
</ul>
</section>`;
}

function briefFeedLink({ name }: Publication): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${name}: Field Brief" href="/brief/rss.xml">`;
}

/** One brief as it was sent. */
export function briefHtml(publication: Publication, brief: PublishedBrief): Promise<string> {
  const { baseUrl } = publication;
  const { day, number, subject } = brief;
  return pageHtml(publication, {
    title: subject,
    description: `Field Brief ${number} of ${publication.name}, ${longDate(day)}.`,
    canonical: `${baseUrl}/brief/${day}`,
    alternates: { markdown: `${baseUrl}/brief/${day}.md`, json: `${baseUrl}/api/v1/public/briefs/${day}` },
    head: briefFeedLink(publication),
    main: html`<div class="hang sheet">
<div class="label"><a href="/brief">Field Brief</a> ${number}<p>As it was sent.${withoutPicture(brief)}</p></div>
${sentHtml(publication, brief, true)}
</div>
${renderSubscribeForm(publication)}`,
  });
}

/** A sent brief; its sponsor by name only, because the ad was for that day. */
function sentHtml(publication: Publication, brief: PublishedBrief, isPage: boolean): Html {
  const { day, subject, withdrawn, sponsor } = brief;
  const title = isPage ? isolated(subject) : html`<a href="/brief/${day}"${direction(subject)}>${subject}</a>`;
  return sheetHtml(publication, {
    date: html`<time datetime="${day}">${weekday(day)} ${longDate(day)}</time>`,
    subject: isolated(subject),
    title,
    isPage,
    parts: brief,
    sponsor: html`${withdrawn > 0 ? html`<p class="fact">${withdrawn === 1 ? 'One story of this brief was' : `${withdrawn} stories of this brief were`} taken back since.</p>` : ''}
${sponsor ? html`<p class="fact">Advertisement: ${sponsor.name} sponsored this brief. <a href="/standards#sponsors">What that buys</a></p>` : ''}`,
  });
}

/** What this page has and the email has not, or the other way round. */
function withoutPicture({ picture }: BriefParts): string {
  return picture ? ' The email has no picture of the story.' : ' Plain text comes with it.';
}
