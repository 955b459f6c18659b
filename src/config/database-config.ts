import type { Settings } from './env.ts';

// The settings about the database, in the shape that the code uses.

export type DatabaseSettings = {
  databaseUrl: string;
  /** The address of the PostgreSQL server itself, where `databaseUrl` leads to a pooler; null where it does not. */
  directUrl: string | null;
  /** The address of a replica for public reads; null when there is none. */
  readUrl: string | null;
  /** The folder for the backup before an upgrade; null when none is made. */
  upgradeBackups: string | null;
};

const POSTGRES = /^postgres(?:ql)?:/;

/** @throws Error when an address of PostgreSQL is given beside a file */
export function readDatabaseSettings(env: Settings): DatabaseSettings {
  const databaseUrl = env.DATABASE_URL ?? `file:${env.DATA_DIR}/plumbline.db`;
  for (const name of ['DATABASE_DIRECT_URL', 'READ_URL'] as const) {
    if (env[name] === undefined) continue;
    if (!POSTGRES.test(env[name])) throw new Error(`${name} must be an address of PostgreSQL: postgres://….`);
    if (!POSTGRES.test(databaseUrl))
      throw new Error(
        `${name} is for PostgreSQL, and DATABASE_URL is not set to postgres://…; set it, or leave ${name} out.`,
      );
  }
  return {
    databaseUrl,
    directUrl: env.DATABASE_DIRECT_URL ?? null,
    readUrl: env.READ_URL ?? null,
    upgradeBackups: env.UPGRADE_BACKUP === 'on' ? `${env.DATA_DIR}/backups` : null,
  };
}
