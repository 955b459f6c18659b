import { parseArgs } from 'node:util';
import type { Environment } from '#config/env.ts';
import { SITE_TAG } from '#http/cache/tags.ts';
import { listChangedPaths } from '#integrations/cdn/changed-paths.ts';
import { nameOf, sendPurge } from '#integrations/cdn/purge-requests.ts';
import { withDeps } from '#runtime/command-line/command.ts';

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
