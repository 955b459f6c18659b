import { html } from 'hono/html';
import { issuePath } from '#article/addresses.ts';
import { datesOf, storyList } from '#article/pages/listing-html.ts';
import type { PublishedListing } from '#article/published.ts';
import { readableSectionSlugs, sectionName } from '#article/section.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { sponsorHtml } from './ad-html.ts';

/** An issue in the list of issues: `2026-Q4`, and how many stories it has. */
export type ListedIssue = { issue: string; articles: number };

/** An issue with its stories, newest first; `hasMore`: it has more than are listed. */
export type Issue = { issue: string; articles: readonly PublishedListing[]; hasMore: boolean; sponsor: string | null };

export const ISSUES_SUMMARY =
  'An issue is a calendar quarter (UTC): the stories first published in it, by section, and its sponsor if it has one.';

const QUARTERS = ['January to March', 'April to June', 'July to September', 'October to December'];

/** The name of an issue for readers: `October to December 2026`. */
export function issueName(issue: string): string {
  const [year = '', quarter = ''] = issue.split('-Q');
  return `${QUARTERS[Number(quarter) - 1]} ${year}`;
}

export function countStories(count: number): string {
  return count === 1 ? 'one story' : `${count} stories`;
}

/** What the page of an issue is, in a sentence. */
export function issueSummary({ name }: Publication, issue: string): string {
  return `What ${name} published from ${issueName(issue)}, by section.`;
}

/** Every issue with stories, latest first. */
export function issuesHtml(publication: Publication, issues: readonly ListedIssue[]): Promise<string> {
  const { baseUrl } = publication;
  return pageHtml(publication, {
    title: 'Issues',
    description: ISSUES_SUMMARY,
    canonical: `${baseUrl}/issues`,
    alternates: { markdown: `${baseUrl}/issues.md` },
    main: html`<h1>Issues</h1>
<p class="dek">${ISSUES_SUMMARY}</p>
${
  issues.length === 0
    ? html`<p>No issue yet: nothing has been published.</p>`
    : html`<table class="schedule">
<thead><tr><th scope="col">Issue</th><th scope="col">Quarter</th><th scope="col">Stories</th></tr></thead>
<tbody>${issues.map(
        ({ issue, articles }) => html`
<tr><td>${issue}</td><td><p class="what"><a href="${issuePath(issue)}">${issueName(issue)}</a></p></td><td>${articles}</td></tr>`,
      )}
</tbody></table>`
}`,
  });
}

/** The stories of an issue by section, newest first, below its sponsor. */
export function issueHtml(publication: Publication, { issue, articles, hasMore, sponsor }: Issue): Promise<string> {
  const url = publication.baseUrl + issuePath(issue);
  return pageHtml(publication, {
    title: `${issueName(issue)}`,
    description: issueSummary(publication, issue),
    canonical: url,
    alternates: { markdown: `${url}.md` },
    main: html`<h1>${issueName(issue)}</h1>
<p class="dek">${issueSummary(publication, issue)}</p>
${sponsor ? html`<p class="hang sponsor">${sponsorHtml(sponsor)}</p>` : ''}
${readableSectionSlugs().map((section) => {
  const own = articles.filter((article) => article.section === section);
  return own.length === 0
    ? ''
    : html`<section class="hang" aria-labelledby="section-${section}">
<h2 class="label" id="section-${section}"><a href="/${section}">${sectionName(section)}</a></h2>
${storyList(datesOf(publication, articles), own, { author: true })}
</section>
`;
})}
${hasMore ? html`<p class="note">Only the latest ${articles.length} stories are listed.</p>` : ''}
<p class="onward"><a href="/issues">All issues</a></p>`,
  });
}
