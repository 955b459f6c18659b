import type { Publication } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import type { BesideHome, PlacedAd } from './placed-ad.ts';

/** The parts that a capability shows on pages of readers, in addition to their articles. */
export type Placements = {
  /** The ad inside each article. */
  adInArticle?: (page: PageInput) => Promise<PlacedAd | null>;
  besideHome?: (page: PageInput) => Promise<BesideHome>;
  /** The sponsor of an issue such as `2026-Q4`, by name. */
  sponsorOfIssue?: (page: PageInput, issue: string) => Promise<string | null>;
};

/** The page that asks. */
export type PageInput = {
  publication: Publication;
  /** Reads published data. What a key names is read once for each state of the database. */
  read: Deps['db']['readCached'];
};
