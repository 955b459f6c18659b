import { declared } from '#http/declared.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { TestSite } from './site.ts';

/** Lets the capabilities write what an export has to contain, such as signed records. */
export async function finishForExport({ deps }: TestSite): Promise<void> {
  for (const load of declared().beforeExport) await (await load()).beforeExport(deps, siteSnapshot().publication);
}
