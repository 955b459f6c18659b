import { parseArgs } from 'node:util';
import { checkEngine, EngineUnusable } from '#db/engine/check-engine.ts';
import { onlyArgument, printDatabase } from '#runtime/command-line/command.ts';

/**
 * `engine-check`: exits with 0 when the engine takes every statement, with 1 when it refuses some, with 2 when it could not be
 * asked.
 */
export async function runEngineCheck(args: string[]): Promise<void> {
  const url = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'URL');
  if (!URL.canParse(url) || !/^postgres(?:ql)?:/.test(url))
    throw new EngineUnusable('Give the address of an engine that speaks the language of PostgreSQL: postgres://….');
  printDatabase(url, 'Engine');
  const { version, sent, refused } = await checkEngine(url);
  console.log(version);
  for (const { statement, why } of refused) console.log(`REFUSED: ${why}\n  ${statement}`);
  if (refused.length > 0) throw new Error(`The engine refuses ${refused.length} of ${sent} statements.`);
  console.log(
    `It takes all ${sent} statements. Whether the service runs well on it is another question: docs/databases.md.`,
  );
}
