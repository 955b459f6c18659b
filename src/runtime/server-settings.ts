import type { Tx } from '#db/database.ts';
import type { Deps } from './deps.ts';

/** Settings by the names of their environment variables. */
type Named = Record<string, string | undefined>;

/** The row of the server's settings. */
const ROW = 'server_settings';

/**
 * Settings that decide what a command writes, and how it decides: addresses, senders, names and rules. None is a secret or a place on
 * one machine.
 */
const SHARED = [
  'BASE_URL',
  'AD_DESK_EMAIL',
  'BOUNCE_HOST',
  'BRIEF_DKIM',
  'BRIEF_FROM',
  'BRIEF_POSTAL_ADDRESS',
  'CONTENT_LICENCE',
  'FIGURES_GATE',
  'GATE_LEVELS',
  'IMPORT_ARCHIVE',
  'MAIL_FROM',
  'NAMES',
  'PUBLICATION_CONTACT',
  'PUBLICATION_LANGUAGE',
  'PUBLICATION_NAME',
  'PUBLICATION_TIME_ZONE',
  'QUOTATIONS',
  'REVIEW_BY',
  'SECOND_FACTOR',
] as const;

/** Stores the settings with which a server serves, for commands that run without them. `baseUrl` may come from its port. */
export async function keepServerSettings({ db }: Deps, environment: Named, baseUrl: string): Promise<void> {
  const given = SHARED.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []));
  const value = JSON.stringify({ ...Object.fromEntries(given), BASE_URL: baseUrl });
  const kept = await db.read.selectFrom('setting').select('value').where('name', '=', ROW).executeTakeFirst();
  if (kept?.value === value) return;
  await db.write((tx) =>
    tx
      .insertInto('setting')
      .values({ name: ROW, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );
}

/** The settings of the server that started last; none before the first start. */
export async function readServerSettings(tx: Tx): Promise<Named> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', ROW).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Named) : {};
}

/** The environment of a command, completed with the server's settings. */
export function withServerSettings(environment: Named, server: Named): Named {
  const added = SHARED.filter((name) => !environment[name] && server[name]);
  return { ...environment, ...Object.fromEntries(added.map((name) => [name, server[name]])) };
}
