/**
 * The number of a revision as people read it, on pages and in emails. People count from 1; the API, the tools, addresses and the
 * command line count from 0.
 */
export function shownRevision(number: number | null | undefined): number | 'none' {
  return number === null || number === undefined ? 'none' : number + 1;
}
