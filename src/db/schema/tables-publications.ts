import type { Generated } from 'kysely';

/** Tables of publications, and of the records that prove them. */
export type PublicationTables = {
  /** A revision that was live, with the texts that its copy does not have, as they were when it was first published. */
  public_revision: {
    article_id: string;
    revision: number;
    /** Its permanent address. */
    section: string;
    slug: string;
    at: string;
    /** The latest correction of the article then. */
    correction_seq: number | null;
    /** JSON: name and slug of the byline, the tags, the picture, and the names of the site. */
    author: string | null;
    tags: string;
    hero: string | null;
    /** Null for revisions that were published before the names of the site were stored. */
    site: string | null;
    /** JSON: `ArchiveMark`. */
    archive: Generated<string | null>;
    /** When the article was last changed elsewhere before it came here; null where `at` says when it changed. */
    modified_at: Generated<string | null>;
  };
  publication_log: {
    seq: Generated<number>;
    at: string;
    act: string;
    article_id: string;
    section: string;
    slug: string;
    revision: number | null;
    /** 1 where nobody gets a message: the article was published elsewhere before. */
    is_silent: Generated<number>;
  };
  /** The signed record of each published revision, as readers saw it. Rows are only added. */
  signed_record: {
    /** Records count from 1, in the order of the publication log. */
    number: number;
    log_seq: number;
    article_id: string;
    revision: number;
    at: string;
    /** The record as it is sent, compressed. */
    document: string;
    /** SHA-256 of the record. */
    hash: string;
  };
  /** The keys that sign records. `sealed` is the encrypted private part of the last one; null in the others. */
  record_key: {
    number: number;
    kid: string;
    x: string;
    made_at: string;
    statement: string;
    sealed: string | null;
  };
};
