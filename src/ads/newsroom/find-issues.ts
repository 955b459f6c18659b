import type { Tx } from '#db/database.ts';
import { declared, type NewsletterIssue } from '#http/declared.ts';

/** The issues of the newsletter by day, from the capability that has one. */
export async function findIssues(tx: Tx, days: readonly string[]): Promise<Map<string, NewsletterIssue>> {
  const issues = new Map<string, NewsletterIssue>();
  for (const load of declared().newsletters)
    for (const issue of await (await load()).findIssues(tx, days)) issues.set(issue.day, issue);
  return issues;
}
