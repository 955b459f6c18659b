import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The number of journal entries in one read. */
const AT_ONCE = 500;

/** Stores with a settlement why an editor refused or reopened it; until now only the journal had the reason. */
export function reasonsOfRefusals(kind: Database['kind']): Migration {
  const statements = [
    ...['undone_at', 'undone_by_role', 'undone_because'].map(
      (name) => `alter table settlement add column ${name} text`,
    ),
    `create index settlement_undone on settlement (article_id, undone_at) where undone_at is not null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
      for (let after = 0, read = AT_ONCE; read === AT_ONCE; ) {
        const { rows } = await sql<Told>`select seq, at, actor_id, detail from journal
          where act in ('figure.refused', 'figure.opened') and seq > ${after} order by seq limit ${AT_ONCE}`.execute(
          db,
        );
        for (const row of rows) await bring(db, row);
        [after, read] = [Number(rows.at(-1)?.seq ?? 0), rows.length];
      }
    },
  };
}

type Told = { seq: number; at: string; actor_id: string; detail: string | null };

async function bring(db: Tx, { at, actor_id, detail }: Told): Promise<void> {
  const { id, because = null } = JSON.parse(detail ?? '{}') as { id?: string; because?: string };
  if (id === undefined) return;
  await sql`update settlement set undone_at = ${at}, undone_because = ${because},
    undone_by_role = (select role from editor where editor.id = ${actor_id}) where settlement.id = ${id}`.execute(db);
}
