import { PACKET_TEXTS, PUBLISHED_PACKET_NAMES, type PublishedPacketName, valuesOf } from './article-fields.ts';

type SearchName = (typeof PACKET_TEXTS)[PublishedPacketName]['search'];
/** Each is null when no editor wrote it; headline and dek are used then. */
export type SearchWords = Record<SearchName, string | null>;

export const SEARCH_NAMES = PUBLISHED_PACKET_NAMES.map((name) => PACKET_TEXTS[name].search);

/** The texts that editors wrote for search engines and for shared links, from a stored packet. */
export function searchWords(packet: string | null): SearchWords {
  const words = publicPacket(packet) ?? {};
  return Object.fromEntries(
    PUBLISHED_PACKET_NAMES.map((name) => [PACKET_TEXTS[name].search, words[name] ?? null]),
  ) as SearchWords;
}

/** The texts of a packet by what search engines and shared links show. */
export function packetTextsOf(search: Partial<Record<SearchName, string | null | undefined>>) {
  return valuesOf(PUBLISHED_PACKET_NAMES, (name) => search[PACKET_TEXTS[name].search] ?? null);
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
