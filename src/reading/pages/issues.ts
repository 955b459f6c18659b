import { issuePath } from '#article/addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listOwnMonths } from '#article/publication-months.ts';
import { listPublished } from '#article/published.ts';
import { issueOf, issueSpan } from '#core/issue.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, isTwin, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { sponsorOfIssue } from '#reading/placements.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { issueHtml, issuesHtml, type ListedIssue } from './issues-html.ts';
import { issueMarkdown, issuesMarkdown } from './issues-markdown.ts';

/** The most stories that the page of an issue lists. */
const IN_ISSUE = 500;
const ISSUE = /^(\d{4})-q([1-4])$/;

/** `/issues` and `/issues.md`: every issue with stories, latest first. */
export async function readIssues(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const issues = issuesFrom(await readPublished(c, listOwnMonths));
  const modifiedAt = await lastChange(c);
  const form = formOf(c);
  const headers = linksOf(c, '/issues');
  const kept = { about: ['edition'], form, choice: isTwin(c) ? 'only' : 'page' } as const;
  if (form === 'markdown') {
    const text = issuesMarkdown(publication, issues);
    return sendPublic(c, { ...markdownResponse(text, '/issues.md', modifiedAt, headers), ...kept });
  }
  const body = await issuesHtml(publication, issues);
  return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
}

/** `/issues/{issue}` and `/issues/{issue}.md`. An issue without stories gets 404. */
export async function readIssue(c: Context): Promise<Response> {
  const [, year, quarter] = ISSUE.exec((c.req.param('issue') ?? '').replace(/\.md$/, '')) ?? [];
  const form = formOf(c);
  if (!year || !quarter) return notFound(c, form);
  const issue = `${year}-Q${quarter}`;
  const asked = { days: issueSpan(issue), isOwn: true, limit: IN_ISSUE } as const;
  const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, asked));
  if (articles.length === 0) return notFound(c, form);
  const sponsor = await sponsorOfIssue(c, issue);
  const shown = { issue, articles, hasMore: nextCursor !== null, sponsor };
  const { publication } = siteSnapshot();
  const modifiedAt = await lastChange(c);
  const headers = linksOf(c, issuePath(issue));
  const kept = { about: ['edition', 'placed:ads'], form, choice: isTwin(c) ? 'only' : 'page' } as const;
  if (form === 'markdown') {
    const text = issueMarkdown(publication, shown);
    return sendPublic(c, { ...markdownResponse(text, `${issuePath(issue)}.md`, modifiedAt, headers), ...kept });
  }
  const body = await issueHtml(publication, shown);
  return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
}

/** Months as issues, in the same order, with their numbers of stories added up. */
export function issuesFrom(months: readonly { month: string; articles: number }[]): ListedIssue[] {
  const issues = Map.groupBy(months, ({ month }) => issueOf(`${month}-01`));
  return [...issues].map(([issue, some]) => ({
    issue,
    articles: some.reduce((sum, { articles }) => sum + articles, 0),
  }));
}
