import { parseArgs } from 'node:util';
import { SITE_TAG } from '../cache/tags.ts';
import { listChangedPaths } from '../cdn/changed-paths.ts';
import { nameOf, sendPurge } from '../cdn/purge-requests.ts';
import type { Environment } from '../env.ts';
import { withDeps } from './command.ts';

/** Removes every stored response from every cache of the settings. @throws Error that names the caches that refused */
export async function purgeAll(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(
    environment,
    async (deps, { cdn, publication }) => {
      if (cdn.purgers.length === 0)
        throw new Error('No cache is set up: see the PURGE_ settings in docs/operations.md.');
      const purge = { tags: [SITE_TAG], paths: await listChangedPaths(deps.db.read, 'all') };
      const refused: string[] = [];
      for (const purger of cdn.purgers) {
        const name = nameOf(purger);
        const error = await sendPurge(purger, purge, new URL(publication.baseUrl).host).then(
          () => null,
          (reason: Error) => reason.message,
        );
        if (error === null) console.log(`${name}: purged.`);
        else refused.push(`${name}: ${error}`);
      }
      if (refused.length > 0) throw new Error(`Not purged:\n${refused.join('\n')}`);
    },
    { writesAddresses: true },
  );
}
