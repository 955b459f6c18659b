import { articleForms } from '#article/addresses.ts';
import { archiveMarkdown } from '#article/archive-words.ts';
import type { Change, LiveName } from '#changes/public-changes.ts';
import { wallTime } from '#core/wall-time.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import { BESIDE_TEXT } from './changes-json.ts';

/** The latest changes as a list, newest first. */
export function changesMarkdown(
  publication: Publication,
  changes: readonly Change[],
  live: ReadonlyMap<string, LiveName>,
): string {
  const { baseUrl, timeZone } = publication;
  const address = `${baseUrl}/api/v1/public/changes`;
  const lines = changes.map(
    (change) =>
      `- ${wallTime(Date.parse(change.at), timeZone).replace('T', ' ')} ${timeZone}: ${whatChanged(publication, change, live.get(change.articleId))}${change.archive ? ` ${archiveMarkdown(change.archive)}` : ''}`,
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

function whatChanged(publication: Publication, change: Change, live: LiveName | undefined): string {
  const { act, section, slug, moved, revision, correctionNote } = change;
  // An article that was withdrawn later has no page to link, only the address that it had.
  const link = live
    ? `[${escapeMarkdown(live.headline)}](${articleForms(publication, live).markdown})`
    : `${section}/${slug}`;
  switch (act) {
    case 'published':
      return `${link} was published, revision ${revision}.`;
    case 'corrected':
      return `${link} was corrected, revision ${revision}. ${escapeMarkdown(correctionNote ?? '')}`.trimEnd();
    case 'recaptioned':
      return `${link}: a part beside its text changed, such as ${BESIDE_TEXT}.`;
    case 'moved':
      return `${moved ? `${moved.section}/${moved.slug}` : 'An article'} moved to ${link}.`;
    case 'withdrawn':
      return `${link} was withdrawn.`;
  }
}
