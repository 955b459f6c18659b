import type { ImportRun } from './import-runs.ts';

/** What a person should know before the run: otherwise links and pictures of the articles get lost. */
export function linkWarnings({ plan, format }: Pick<ImportRun, 'plan' | 'format'>, baseUrl: string): string[] {
  const warnings: string[] = [];
  if (plan.siteUrl === null && format !== '')
    warnings.push(
      'The file does not name the address of the site that the articles come from. Enter it in the plan (siteUrl): without it, full addresses of that site are taken for another site, and pictures that are not in the file cannot be fetched.',
    );
  if (baseUrl.startsWith('http:'))
    warnings.push(
      `This site has an http address, ${baseUrl}. Links between the imported articles get this host. If the site is to have another address, set BASE_URL before you import.`,
    );
  return warnings;
}
