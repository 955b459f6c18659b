import type { Settings } from './env.ts';

// The settings about the database, in the shape that the code uses.

export type DatabaseSettings = {
  databaseUrl: string;
  /** The address of the PostgreSQL server itself, if `databaseUrl` leads to a pooler; otherwise null. */
  directUrl: string | null;
  /** The folder for the backup before an upgrade; null when none is made. */
  upgradeBackups: string | null;
};

const POSTGRES = /^postgres(?:ql)?:/;

/** @throws Error when an address of PostgreSQL is given beside a file */
export function readDatabaseSettings(env: Settings): DatabaseSettings {
  const databaseUrl = env.DATABASE_URL ?? `file:${env.DATA_DIR}/plumbline.db`;
  const directUrl = env.DATABASE_DIRECT_URL ?? null;
  if (directUrl !== null && !POSTGRES.test(directUrl))
    throw new Error('DATABASE_DIRECT_URL must be an address of PostgreSQL: postgres://….');
  if (directUrl !== null && !POSTGRES.test(databaseUrl))
    throw new Error(
      'DATABASE_DIRECT_URL is for PostgreSQL, and DATABASE_URL is not set to postgres://…; set it, or leave DATABASE_DIRECT_URL out.',
    );
  return {
    databaseUrl,
    directUrl,
    upgradeBackups: env.UPGRADE_BACKUP === 'on' ? `${env.DATA_DIR}/backups` : null,
  };
}
