/** A log that nobody reads. */
export const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
