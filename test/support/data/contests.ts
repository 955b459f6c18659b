import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Deps } from '#runtime/deps.ts';
import { raceAll } from '../race.ts';
import type { TestSite } from '../site.ts';

// Three callers that want the same unique key or lease at the same time.

/** What the three callers do; the second argument of each is its number. */
export type Contest = (deps: Deps, nth: number) => Promise<unknown>;
export const THREE = [0, 1, 2];

/** The act that three callers do, the outcome of two of them, and the table that gets one row. */
export type Row = [
  what: string,
  keys: string[],
  prepare: () => Contest | Promise<Contest>,
  others: unknown,
  table: string | null,
];

/** The act that three callers do, each with the same result, and how many rows the table gets. */
export type Shared = [
  what: string,
  keys: string[],
  prepare: () => Contest | Promise<Contest>,
  table: string,
  added: number,
];

export async function outcomesOf({ deps }: TestSite, contest: Contest): Promise<unknown[]> {
  const { outcomes } = await raceAll(
    deps,
    THREE.map((nth) => (deps: Deps) => contest(deps, nth)),
  );
  return outcomes;
}

async function countRows({ deps }: TestSite, table: string): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)}`.execute(
    deps.db.read,
  );
  return Number(rows[0]?.n);
}

export function testOneWins(site: TestSite, contests: readonly Row[]): void {
  for (const [what, , prepare, others, table] of contests)
    test(`of three who want ${what} at once, one gets it`, async () => {
      const contest = await prepare();
      const rows = table && (await countRows(site, table));
      const outcomes = await outcomesOf(site, contest);
      assert.equal(outcomes.filter((outcome) => outcome === others).length, 2, JSON.stringify(outcomes));
      if (table) assert.equal(await countRows(site, table), Number(rows) + 1);
    });
}

export function testAllGetIt(site: TestSite, contests: readonly Shared[]): void {
  for (const [what, , prepare, table, added] of contests)
    test(`three who want ${what} at once get the same`, async () => {
      const contest = await prepare();
      const rows = await countRows(site, table);
      const outcomes = await outcomesOf(site, contest);
      assert.deepEqual(outcomes, Array(3).fill(outcomes[0]));
      assert.equal(await countRows(site, table), rows + added);
    });
}
