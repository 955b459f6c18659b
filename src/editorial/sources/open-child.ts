import { hash } from 'node:crypto';
import { type ClaimedNumber, findNumber, type Lookup } from '#evidence/lookup/find-number.ts';
import { indexSource } from '#evidence/lookup/index-source.ts';
import type { SourceText } from '#evidence/lookup/source-text.ts';
import { readSource, Unreadable } from '#evidence/open/read-source.ts';
import { type SoughtWording, searchWordings, type WordingLookup } from '#evidence/wordings/search-wordings.ts';
import { serveChild } from '#runtime/child-process.ts';
import { type FetchOptions, fetchPage, Unreached } from '#runtime/fetch-page.ts';
import { isAllowed } from './check-source.ts';

// A child process that opens one source, fetched or given, and looks numbers, quotations and names up in its text. Only the passages
// that may hold them leave it.

/** The source: its address, or what a person gave in its place. */
export type SourceGiven = { address: string; options: FetchOptions } | { bytes: Buffer; type: string; name: string };
export type LookupJob = { given: SourceGiven; claims: readonly ClaimedNumber[]; wordings: readonly SoughtWording[] };

/** The opened source. `digest`: SHA-256 of its bytes, in hexadecimal. */
export type OpenedSource = { digest: string; finalUrl: string | null; title: string | null; isWhole: boolean };
export type LookupResult = { opened: OpenedSource; lookups: Lookup[]; wordings: WordingLookup[] } | { trouble: string };

serveChild<LookupJob, LookupResult>(async ({ given, claims, wordings }) => {
  try {
    const { bytes, type, name, finalUrl, isWhole } = await open(given);
    const source = await readSource(bytes, type, name);
    return {
      opened: { digest: hash('sha256', bytes), finalUrl, title: source.title, isWhole: isWhole && source.isWhole },
      lookups: lookUpNumbers(source, claims),
      wordings: searchWordings(source, wordings),
    };
  } catch (error) {
    if (error instanceof Unreached || error instanceof Unreadable) return { trouble: error.message };
    throw error;
  }
});

function lookUpNumbers(source: SourceText, claims: readonly ClaimedNumber[]): Lookup[] {
  if (claims.length === 0) return [];
  const index = indexSource(source);
  return claims.map((claim) => findNumber(index, claim));
}

type Bytes = { bytes: Buffer; type: string; name: string; finalUrl: string | null; isWhole: boolean };

/** @throws Unreached, Unreadable */
async function open(given: SourceGiven): Promise<Bytes> {
  if ('bytes' in given) return { ...given, bytes: Buffer.from(given.bytes), finalUrl: null, isWhole: true };
  const { address, options } = given;
  if (!(await isAllowed(address, options))) throw new Unreached('Its robots.txt asks programs to stay away.');
  const { status, body, type, isWhole, url } = await fetchPage(address, options);
  if (status < 200 || status > 299) throw new Unreached(`It answers ${status}.`);
  return { bytes: body, type, name: new URL(url).pathname, finalUrl: url, isWhole };
}
