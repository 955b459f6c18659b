// @ts-check
import { readFileSync } from 'node:fs';

/** The site that served this package: it adds `site.json`. A package from a checkout has none. @returns {string | undefined} */
export function servedBy() {
  try {
    return JSON.parse(readFileSync(new URL('site.json', import.meta.url), 'utf8')).origin;
  } catch {
    return undefined;
  }
}
