import { PUBLISHED_PACKET_NAMES, type PublishedPacketName } from './article-fields.ts';

/** Each is null when no editor wrote it; headline and dek are used then. */
export type SearchWords = { title: string | null; description: string | null; excerpt: string | null };

/** What editors wrote for search engines and for shared links, from a stored packet. */
export function searchWords(packet: string | null): SearchWords {
  const { seoTitle, seoDescription, socialExcerpt } = publicPacket(packet) ?? {};
  return { title: seoTitle ?? null, description: seoDescription ?? null, excerpt: socialExcerpt ?? null };
}

/** The texts of an editorial packet that are published; null when all are empty. The other texts stay in the newsroom. */
export function publicPacket(packet: string | null): Partial<Record<PublishedPacketName, string>> | null {
  const all: Record<string, string> = packet === null ? {} : JSON.parse(packet);
  const written = PUBLISHED_PACKET_NAMES.flatMap((name) => {
    const value = all[name]?.replace(/\s+/g, ' ').trim();
    return value ? [[name, value]] : [];
  });
  return written.length > 0 ? Object.fromEntries(written) : null;
}
