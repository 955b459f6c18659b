import type { Config } from '../config.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/connection/open.ts';
import { createDeps, openFiles } from '../runtime/create-deps.ts';
import type { Deps } from '../runtime/deps.ts';
import type { Environment } from './commands.ts';
import { requireDatabase, sayDatabase } from './which-database.ts';

/**
 * Does `work` on the same data as a running server, and closes the database after it.
 * @throws Error when there is no database, unless the command may make one
 */
export async function withPress<T>(
  environment: Environment,
  work: (deps: Deps, config: Config) => Promise<T>,
  { mayCreate = false } = {},
): Promise<T> {
  const config = readConfig(environment);
  sayDatabase(config.databaseUrl);
  if (!mayCreate) await requireDatabase(config);
  const db = await openDatabase(config.databaseUrl);
  try {
    return await work(await createDeps(db, openFiles(config), config.policy), config);
  } finally {
    await db.close();
  }
}
