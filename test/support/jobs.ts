import { CAPABILITIES } from '#app.ts';
import { inSite } from '#runtime/site-snapshot.ts';
import { QUIET } from './quiet.ts';
import type { TestSite } from './site.ts';

/** Runs a background job of a capability once. Nothing happens where no capability has the job. */
export async function runJobOnce({ deps, config }: TestSite, jobName: string): Promise<void> {
  const loaded = await Promise.all(CAPABILITIES.flatMap(({ jobs }) => (jobs ? [jobs()] : [])));
  const host = { config, log: QUIET };
  await inSite(deps.site, async () => {
    const all = loaded.flatMap(({ createJobs }) => createJobs(deps, host));
    await all.find(({ name }) => name === jobName)?.run(new AbortController().signal);
  });
}
