import { declared } from '#http/declared.ts';
import type { TestSite } from './site.ts';

/** Lets the capabilities write what an export has to contain, such as signed records. */
export async function finishForExport({ deps, config }: TestSite): Promise<void> {
  for (const load of declared().beforeExport) await (await load()).beforeExport(deps, config.publication);
}
