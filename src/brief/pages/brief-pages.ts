import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import type { ArchivedBrief, PublishedBrief } from '#brief/issues/archive.ts';
import type { BriefCorrection, BriefStory } from '#brief/issues/brief-record.ts';
import type { Publication } from '#config/config.ts';
import { bodyHtml, type Html, longDate, partsHtml, shortDate } from '#html/html.ts';
import { readLetter } from '#html/inline.ts';
import { pageHtml } from '#html/page-html.ts';
import { renderSubscribeForm } from './subscribe-form.ts';

/** What the Field Brief is. */
export const BRIEF_SUMMARY =
  'One email a week: what was published, every correction, and one sponsor. It does not track whether you open it or what you click.';

/** The archive of the Field Brief, latest first, below the form that subscribes. */
export function briefArchiveHtml(publication: Publication, briefs: readonly ArchivedBrief[]): Promise<string> {
  const { baseUrl } = publication;
  return pageHtml(publication, {
    title: 'Field Brief',
    description: BRIEF_SUMMARY,
    canonical: `${baseUrl}/brief`,
    alternates: { markdown: `${baseUrl}/brief.md`, json: `${baseUrl}/api/v1/public/briefs` },
    head: briefFeedLink(publication),
    main: html`<h1>Field Brief</h1>
<p class="dek">${BRIEF_SUMMARY}</p>
${renderSubscribeForm(publication)}
${
  briefs.length === 0
    ? html`<p>No brief has been sent yet. Every brief will be kept here.</p>`
    : html`<table class="schedule">
<thead><tr><th scope="col">No.</th><th scope="col">Date</th><th scope="col">Brief</th></tr></thead>
<tbody>${briefs.map(
        ({ day, number, subject }) => html`
<tr><td>${number}</td><td><time datetime="${day}">${shortDate(day)}</time></td><td><p class="what"><a href="/brief/${day}">${subject}</a></p></td></tr>`,
      )}
</tbody></table>`
}
<p class="note">As a feed: <a href="/brief/rss.xml">RSS</a>. As data: <a href="/api/v1/public/briefs">JSON</a>.</p>`,
  });
}

function briefFeedLink({ name }: Publication): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${name}: Field Brief" href="/brief/rss.xml">`;
}

/** One brief as it was sent; its sponsor by name only, because the ad was for that day. */
export function briefHtml(publication: Publication, brief: PublishedBrief): Promise<string> {
  const { baseUrl } = publication;
  const { day, number, subject, intro, corrections, stories, withdrawn, sponsor } = brief;
  return pageHtml(publication, {
    title: subject,
    description: `Field Brief ${number} of ${publication.name}, ${longDate(day)}.`,
    canonical: `${baseUrl}/brief/${day}`,
    alternates: { markdown: `${baseUrl}/brief/${day}.md`, json: `${baseUrl}/api/v1/public/briefs/${day}` },
    head: briefFeedLink(publication),
    main: html`<h1>${subject}</h1>
<p class="dek"><a href="/brief">Field Brief</a> ${number}, <time datetime="${day}">${longDate(day)}</time></p>
${intro.length > 0 ? html`<div class="body">${bodyHtml(intro, (text) => partsHtml(readLetter(text)))}</div>` : ''}
${corrections.length > 0 ? correctionList(corrections) : ''}
<ul class="entries">${stories.map(storyItem)}
</ul>
${withdrawn > 0 ? html`<p class="note">${withdrawn === 1 ? 'One story of this brief was' : `${withdrawn} stories of this brief were`} taken back since.</p>` : ''}
${sponsor ? html`<p class="note">Advertisement: ${sponsor.name} sponsored this brief. <a href="/standards#sponsors">What that buys</a></p>` : ''}
${renderSubscribeForm(publication)}`,
  });
}

function correctionList(corrections: readonly BriefCorrection[]): Html {
  return html`<section class="hang" aria-labelledby="corrections">
<h2 class="label" id="corrections">Corrections</h2>
<div>${corrections.map(
    ({ seq, at, note, headline, section, slug }) => html`
<p><span class="mark">${seq}</span> <time datetime="${at}">${shortDate(at)}</time>: ${note} <a href="/${section}/${slug}">${headline}</a></p>`,
  )}</div>
</section>`;
}

function storyItem({ headline, section, slug, sentence, dek, disclosure }: BriefStory): Html {
  return html`
<li><p class="fact">${deskName(section)}</p>
<div class="brief-story"><h2><a href="/${section}/${slug}">${headline}</a></h2>
<p>${sentence || dek}</p>${disclosure ? html`<p class="fact">Sponsorship: ${disclosure}</p>` : ''}</div></li>`;
}
