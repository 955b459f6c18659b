import { issuePath } from '#article/addresses.ts';
import { listingLine } from '#article/pages/listing-markdown.ts';
import { readableSectionSlugs, sectionName } from '#article/section.ts';
import { escapeHeading, escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import { countStories, ISSUES_SUMMARY, type Issue, issueName, issueSummary, type ListedIssue } from './issues-html.ts';

/** Every issue with stories, latest first. */
export function issuesMarkdown(publication: Publication, issues: readonly ListedIssue[]): string {
  const lines = issues.map(
    ({ issue, articles }) =>
      `- [${issueName(issue)}](${publication.baseUrl}${issuePath(issue)}.md): ${issue}, ${countStories(articles)}`,
  );
  const parts = [lines.length === 0 ? 'No issue yet: nothing has been published.' : lines.join('\n')];
  return pageMarkdown(publication, { path: '/issues', title: 'Issues', description: ISSUES_SUMMARY, parts });
}

/** The stories of an issue by section, newest first, below its sponsor. */
export function issueMarkdown(publication: Publication, { issue, articles, hasMore, sponsor }: Issue): string {
  const { baseUrl } = publication;
  const sections = readableSectionSlugs().flatMap((section) => {
    const own = articles.filter((article) => article.section === section);
    const lines = own.map((article) => listingLine(publication, article));
    return own.length === 0 ? [] : [`## ${escapeHeading(sectionName(section))}\n\n${lines.join('\n')}`];
  });
  return pageMarkdown(publication, {
    path: issuePath(issue),
    title: issueName(issue),
    description: issueSummary(publication, issue),
    parts: [
      sponsor ? `${escapeMarkdown(sponsor)} sponsors this issue. [What that buys](${baseUrl}/standards.md)` : '',
      ...sections,
      hasMore ? `Only the latest ${articles.length} stories are listed.` : '',
      `[All issues](${baseUrl}/issues.md)`,
    ],
  });
}
