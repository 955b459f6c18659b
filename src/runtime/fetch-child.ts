import { serveChild } from './child-process.ts';
import { type FetchOptions, fetchPage, type Page } from './fetch-page.ts';

// A child process that fetches one address of another site, so that a hostile answer cannot harm the server.

/** An address to fetch. */
export type FetchJob = { address: string; options: FetchOptions };
/** The page, or why it was not fetched. */
export type FetchResult = Page | { trouble: string };

serveChild<FetchJob, FetchResult>(({ address, options }) =>
  fetchPage(address, options).catch((error: Error) => ({ trouble: error.message })),
);
