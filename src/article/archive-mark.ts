/**
 * The origin of an article from an archive. Every form of the article names it, until an editor publishes a revision without the mark and
 * with all figures settled.
 */
export type ArchiveMark = {
  /** The name of the site, as people see it. */
  name: string;
  /** Its address, http or https; null when it is unknown. */
  url: string | null;
  /** When the article was first published there: ISO time with the offset of the clocks there, where it is known. */
  publishedAt: string;
};

/** The stored mark; null for an article of this magazine. */
export function readArchiveMark(stored: string | null): ArchiveMark | null {
  if (stored === null) return null;
  const { name, url, publishedAt } = JSON.parse(stored) as ArchiveMark;
  return { name, url, publishedAt };
}
