import { articleUrl, recordPath, revisionUrl } from '#article/addresses.ts';
import type { PublicHistory, PublicRevision } from '#article/public-revisions.ts';
import type { Publication } from '#config/config.ts';

// Permanent revisions as mementos of their article (RFC 7089): the header fields of a revision, and the TimeMap.

type Place = { section: string; slug: string };

/** The addresses of the TimeGate and the TimeMap of an article. */
export function timeAddresses(publication: Publication, article: Place) {
  const base = `${articleUrl(publication, article)}/r`;
  return { timegate: `${base}/timegate`, timemap: `${base}/timemap` };
}

/** The time of a revision as Memento writes it. */
export function mementoTime({ at }: { at: string }): string {
  return new Date(at).toUTCString();
}

/** The links of a form that never changes: none of them depends on later revisions. */
export function permanentLinks(publication: Publication, { revision, revisions }: Among): string {
  const [first] = revisions;
  return [
    ...originalLinks(publication, revision),
    ...(first ? [mementoLink(publication, first, ['first'])] : []),
    recordLink(publication, revision),
  ].join(', ');
}

export type Among = { revision: PublicRevision; revisions: readonly PublicRevision[] };

/** The links of the page of a revision, to the revisions around it too. */
export function revisionLinks(publication: Publication, history: PublicHistory, revision: PublicRevision): string {
  const { revisions, live } = history;
  const at = revisions.findIndex((other) => other.revision === revision.revision);
  const around = revisions.flatMap((other, index) => {
    const roles = [
      ...(index === 0 ? ['first'] : []),
      ...(index === revisions.length - 1 ? ['last'] : []),
      ...(index === at - 1 ? ['prev'] : []),
      ...(index === at + 1 ? ['next'] : []),
    ];
    return roles.length > 0 ? [mementoLink(publication, other, roles)] : [];
  });
  const permalink = revisionUrl(publication, revision);
  return [
    ...originalLinks(publication, live),
    ...around,
    `<${permalink}.md>; rel="alternate"; type="text/markdown"`,
    `<${permalink}.json>; rel="alternate"; type="application/json"`,
    recordLink(publication, revision),
  ].join(', ');
}

function originalLinks(publication: Publication, article: Place): string[] {
  const { timegate, timemap } = timeAddresses(publication, article);
  return [
    `<${articleUrl(publication, article)}>; rel="canonical original"`,
    `<${timegate}>; rel="timegate"`,
    `<${timemap}>; rel="timemap"; type="application/link-format"`,
  ];
}

/** The signed record of a revision. */
function recordLink(publication: Publication, revision: PublicRevision): string {
  return `<${publication.baseUrl}${recordPath(revision)}>; rel="describedby"; type="application/json"`;
}

function mementoLink(publication: Publication, revision: PublicRevision, roles: readonly string[]): string {
  return `<${revisionUrl(publication, revision)}>; rel="${[...roles, 'memento'].join(' ')}"; datetime="${mementoTime(revision)}"`;
}

/** All revisions of an article, in link format (RFC 7089, 5). */
export function timeMap(publication: Publication, { revisions, live }: PublicHistory): string {
  const { timegate, timemap } = timeAddresses(publication, live);
  const [first, last] = [revisions[0], revisions.at(-1)];
  const span = first && last ? `; from="${mementoTime(first)}"; until="${mementoTime(last)}"` : '';
  const lines = [
    `<${articleUrl(publication, live)}>; rel="original"`,
    `<${timemap}>; rel="self"; type="application/link-format"${span}`,
    `<${timegate}>; rel="timegate"`,
    ...revisions.map((revision, at) =>
      mementoLink(publication, revision, [
        ...(at === 0 ? ['first'] : []),
        ...(at === revisions.length - 1 ? ['last'] : []),
      ]),
    ),
  ];
  return `${lines.join(',\n')}\n`;
}

/** The revision that readers saw at a time, in milliseconds; the first one at an earlier time. */
export function revisionAt(revisions: readonly PublicRevision[], time: number): PublicRevision | undefined {
  const seconds = (at: string) => Math.floor(Date.parse(at) / 1000);
  return revisions.findLast(({ at }) => seconds(at) * 1000 <= time) ?? revisions[0];
}
