import type { PublishedPacketName, PublishedTextName } from '#article/article-fields.ts';
import type { BodyBlock, Source } from '#article/copy.ts';

/** What a reader finds in a file of another system: one article, before anything is decided. */
export type ImportArticle = {
  /** The key in the source, unique within the file: id, GUID or path. */
  sourceId: string;
  /** A page of the site there, such as an imprint, and no article. */
  isPage?: true;
  title: string;
  /** Excerpt or subtitle, plain text; null without one. */
  excerpt: string | null;
  /** The body: HTML, or Markdown. */
  body: { kind: 'html' | 'markdown'; text: string };
  /** What a system of the same kind says exactly; it is taken as it is, in place of the body. */
  exact?: ExactCopy;
  slug: string | null;
  status: 'published' | 'draft' | 'scheduled' | 'private' | 'members' | 'paid' | 'email' | 'unclear';
  /** The field or the mark of the file that says who could read it, where that was not everybody. */
  limit?: string;
  /** ISO 8601, with the offset of the clocks there, where the file says it; null when unknown. */
  publishedAt: string | null;
  updatedAt: string | null;
  authors: readonly string[];
  tags: readonly string[];
  /** Categories or Ghost's primary tag, used to guess the section. */
  categories: readonly string[];
  hero: FoundPicture | null;
  /** Texts for search engines and shared links; empty where there is none. */
  search?: FoundSearch;
  /** Old paths such as `/2020/05/slug/`, `/p/slug` or `/?p=123`, without host. */
  oldPaths: readonly string[];
};

/** The parts of an article that only Plumbline writes. */
export type ExactCopy = {
  blocks: readonly BodyBlock[];
  sources: readonly Source[];
} & Record<PublishedTextName | PublishedPacketName, string | null>;

export type FoundSearch = { title: string; description: string; excerpt: string };

/** A picture as it was found. `file` is its path inside the ZIP or folder, where it lies there. */
export type FoundPicture = {
  address: string;
  alt: string;
  caption: string;
  credit: string;
  file?: string;
  /** Its path on the previous site, where that had the picture at its own address. */
  oldPath?: string;
  /** The facts about it in the library of another Plumbline. */
  details?: FoundPictureDetails;
};

export type FoundPictureDetails = {
  title: string;
  licence: string;
  source: string;
  endsOn: string | null;
  isAiMade: boolean;
  focalX: number;
  focalY: number;
};

/** What a reader met that is not an article; counted by kind: page, comment, member, menu, attachment, theme, revision, other. */
export type FoundOther = { kind: string; sourceId: string; title: string };

export type ImportItem =
  | { article: ImportArticle }
  | { other: FoundOther }
  | { refused: { sourceId: string; title: string; why: string } };

export type ImportFormat = 'ghost' | 'wordpress' | 'markdown' | 'substack' | 'medium' | 'plumbline';

/** The name of the site that the file comes from, its address, and the hosts of its pictures. */
export type FoundSite = { name: string | null; url: string | null; hosts: readonly string[] };

/** A page of the previous site that lists articles: its path, and the name of its tag, category or author in the articles. */
export type FoundList = { kind: 'tag' | 'category' | 'author'; name: string; path: string };

/** A reader of one format: streams, never holds the file in memory. */
export type Reader = {
  format: ImportFormat;
  /** Whether the file is of this format, from its first bytes or its entries. */
  matches(source: ImportSource): Promise<boolean>;
  site(source: ImportSource): Promise<FoundSite>;
  read(source: ImportSource): AsyncGenerator<ImportItem>;
  /** The lists of the site, where the file names their addresses. */
  lists?(source: ImportSource): Promise<readonly FoundList[]>;
};

/** A file, a folder or a ZIP, read entry by entry within the limits (2 GB, 50,000 entries, 50 MB an entry, ratio 200; `..`, absolute and NUL paths refused). */
export type ImportSource = {
  /** The name of the file or folder, without its folders. */
  name: string;
  entries(): AsyncGenerator<{ path: string; size: number }>;
  open(path: string): Promise<NodeJS.ReadableStream>;
  /** SHA-256 of the whole file or of the list of entries, hex. */
  hash: string;
  close(): Promise<void>;
};
