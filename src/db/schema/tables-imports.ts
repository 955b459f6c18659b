import type { Generated } from 'kysely';

/** Tables of imports from other systems, and of the old addresses that lead to articles. */
export type ImportTables = {
  /** One file that was looked at, and perhaps imported. */
  import_run: {
    id: string;
    /** Names the site that the file comes from: two files of one source hold the same items. */
    source: string;
    /** The name of the file, without its folder. */
    file_name: string;
    /** Where the file is. */
    path: string;
    format: string;
    file_hash: string;
    /** `waits to look`, `looks`, `looked`, `waits to run`, `runs`, `done` or `failed`. */
    state: string;
    /** JSON: `ImportPlan` without its items. */
    plan: string;
    /** Items found by the look, and items that the run has finished. */
    found: number;
    done: number;
    trouble: string | null;
    made_at: string;
    made_by_kind: string;
    made_by_id: string;
    made_by_name: string;
    started_at: string | null;
    ended_at: string | null;
    /** Why its articles go live as archive, and who chose that; null while they become drafts. */
    archive_reason: Generated<string | null>;
    archive_by: Generated<string | null>;
  };
  /** One item of a run. */
  import_item: {
    run_id: string;
    source_id: string;
    /** Its place in the file. */
    place: number;
    source: string;
    kind: string;
    title: string;
    /** SHA-256 of the item that was found, hex. */
    hash: string;
    /** `import` or `leave out`, as the plan says. */
    decision: string;
    /** The section and the slug that the plan gives it; null to follow the rules. */
    section: string | null;
    slug: string | null;
    /** The result that the look expects, and the result of the run: `imported`, `changed`, `left out` or `refused`. */
    expected: string;
    outcome: string | null;
    why: string | null;
    /** JSON: `ItemReport`. */
    report: string;
    article_id: string | null;
  };
  /** A place in an imported article where something of the original is missing. */
  lost_place: {
    run_id: string;
    source_id: string;
    number: number;
    kind: string;
    address: string;
    article_id: string;
    block_id: string | null;
  };
  /** A path at which a previous system had an article or a page. It redirects. */
  old_address: {
    /** The path with the query where that names the page: `/2020/05/slug`, `/?p=12`. */
    path: string;
    /** The article it leads to; null where it leads to `target`. */
    article_id: string | null;
    /** A picture of that article, if the path was that of a picture; the path then leads to the file of the picture. */
    picture_id: string | null;
    /** Another path of this site. */
    target: string | null;
    run_id: string | null;
    added_at: string;
  };
};
