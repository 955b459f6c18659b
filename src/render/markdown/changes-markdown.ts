import type { Change } from '../../article/read/changes.ts';
import type { Publication } from '../../config.ts';
import { articleForms, articleUrl } from '../addresses.ts';
import { archiveMarkdown } from '../archive-mark.ts';
import { BESIDE_TEXT } from '../json/changes-json.ts';
import { escapeMarkdown } from './markdown.ts';
import { pageMarkdown } from './page-markdown.ts';

/** The latest changes as a list, newest first. */
export function changesMarkdown(publication: Publication, changes: readonly Change[]): string {
  const { baseUrl } = publication;
  const address = `${baseUrl}/api/v1/public/changes`;
  const lines = changes.map(
    (change) =>
      `- ${change.at.slice(0, 16).replace('T', ' ')} UTC: ${whatChanged(publication, change)}${change.archive ? ` ${archiveMarkdown(change.archive)}` : ''}`,
  );
  return pageMarkdown(publication, {
    path: '/changes',
    title: 'What changed',
    description: 'What was published, corrected, moved and withdrawn, newest first.',
    parts: [
      lines.length > 0 ? lines.join('\n') : 'Nothing has been published yet.',
      [
        `As JSON, oldest first: <${address}?after=0>; go on with \`nextAfter\`.`,
        `With \`wait=50\` the answer waits for a change. With \`Accept: text/event-stream\` every change is sent as it happens; \`Last-Event-ID\` continues.`,
      ].join(' '),
    ],
  });
}

function whatChanged(publication: Publication, change: Change): string {
  const { act, section, slug, moved, revision, correctionNote } = change;
  const link = `[${section}/${slug}](${articleForms(publication, change).markdown})`;
  switch (act) {
    case 'published':
      return `${link} was published, revision ${revision}.`;
    case 'corrected':
      return `${link} was corrected, revision ${revision}. ${escapeMarkdown(correctionNote ?? '')}`.trimEnd();
    case 'recaptioned':
      return `${link}: what stands beside its text changed, such as ${BESIDE_TEXT}.`;
    case 'moved':
      return `${moved ? articleUrl(publication, moved) : 'An article'} moved to ${link}.`;
    case 'withdrawn':
      return `${articleUrl(publication, change)} was withdrawn.`;
  }
}
