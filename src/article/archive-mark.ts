/**
 * Where an article of an archive comes from. Every form of such an article says so, until an editor publishes a revision without
 * the mark, all of whose figures are settled.
 */
export type ArchiveMark = {
  /** The name of the site, as people see it. */
  name: string;
  /** Its address, http or https; null when nobody knows it. */
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
