import { parseArgs } from 'node:util';
import type { Environment } from '#config/env.ts';
import { checkSources } from '#editorial/sources/watch-sources.ts';
import { withDeps } from '#runtime/command-line/command.ts';

/** `sources check` */
export async function checkCitedSources(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(
    environment,
    async (deps, { publication }) => {
      const counts = { asked: 0, again: 0 };
      for await (const { look, again } of checkSources(deps, publication)) {
        counts.asked++;
        counts.again += again;
        const missing = look.state === 'here' ? (look.missing?.length ?? 0) : 0;
        if (look.state !== 'here')
          console.log(`${look.state === 'gone' ? 'GONE' : 'not told'}  ${look.url}  ${look.trouble}`);
        if (missing > 0)
          console.log(
            `CHANGED  ${look.url}  ${missing} quoted ${missing === 1 ? 'passage is' : 'passages are'} not found`,
          );
      }
      console.log(`Asked ${counts.asked} cited addresses; ${counts.again} figures have to be looked at again.`);
    },
    { writesAddresses: true },
  );
}
