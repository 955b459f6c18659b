import { parseArgs } from 'node:util';
import type { Environment } from '#config/env.ts';
import type { CheckedSource } from '#editorial/sources/check-source.ts';
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
        const line = lineOf(look);
        if (line !== null) console.log(line);
      }
      console.log(`Asked ${counts.asked} cited addresses; ${counts.again} numbers have to be looked at again.`);
    },
    { writesAddresses: true },
  );
}

/** What an editor should know of a source; null when it is as it was. */
function lineOf(look: CheckedSource['look']): string | null {
  if (look.state !== 'here') return `${look.state === 'gone' ? 'GONE' : 'not told'}  ${look.url}  ${look.trouble}`;
  const missing = (look.missing?.length ?? 0) + (look.changed?.length ?? 0);
  if (missing === 0) return null;
  return `CHANGED  ${look.url}  ${missing} quoted ${missing === 1 ? 'passage is' : 'passages are'} not found`;
}
