/** Tables of moving in and out. */
export type ExchangeTables = {
  /** An export that a chief asked for, and its file in the file store until it is downloaded. */
  export_job: {
    id: string;
    asked_by_id: string;
    asked_by_name: string;
    asked_at: string;
    /** Its contents, as JSON (`ExportOrder`). */
    what: string;
    /** `waiting`, `running`, `ready`, `downloaded`, `ended` (nobody downloaded it in time) or `failed`. */
    state: string;
    /** How much is done: `done` of `whole`. */
    done: number;
    whole: number;
    /** The folder of its parts in the file store. Nobody can guess it. */
    folder: string;
    parts: number;
    bytes: number;
    /** The SHA-256 of the file. */
    hash: string | null;
    /** Until when it can be downloaded. */
    ends_at: string | null;
    trouble: string | null;
  };
};
