import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '#db/database.ts';
import { adTables } from '#db/schema/baseline/ads.ts';
import { agentTables } from '#db/schema/baseline/agents.ts';
import { articleTables } from '#db/schema/baseline/articles.ts';
import { billingTables } from '#db/schema/baseline/billing.ts';
import { briefTables } from '#db/schema/baseline/brief.ts';
import { exchangeTables } from '#db/schema/baseline/exchange.ts';
import { newsroomTables } from '#db/schema/baseline/newsroom.ts';
import { peopleTables } from '#db/schema/baseline/people.ts';
import { publicationTables } from '#db/schema/baseline/publications.ts';
import { searchTables } from '#db/schema/baseline/search.ts';
import { bytewise } from '../dialect.ts';

/** All tables of 1.0.0. A table refers to those before it. After 1.0.0 this never changes: a later migration changes the tables. */
export function baseline(kind: Database['kind']): Migration {
  const statements = [
    ...peopleTables(kind),
    ...articleTables(kind),
    ...publicationTables(kind),
    ...newsroomTables(kind),
    ...agentTables(kind),
    ...adTables(kind),
    ...billingTables(kind),
    ...briefTables(kind),
    ...searchTables(kind),
    ...exchangeTables(kind),
  ];
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
