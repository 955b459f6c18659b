import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** Claims that OAuth clients open at `/oauth/authorize`: their request, their code and their refresh token; and the app that saved a revision. */
export function oauth(kind: Database['kind']): Migration {
  const columns = ['oauth', 'client_host', 'code_hash', 'code_expires_at', 'refresh_hash'];
  const statements = [
    ...columns.map((name) => `alter table claim add column ${name} text`),
    'alter table revision add column client_host text',
    'create unique index claim_authorization_code on claim (code_hash) where code_hash is not null',
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
