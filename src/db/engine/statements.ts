import { readFileSync } from 'node:fs';

/**
 * The statements that the service sends to PostgreSQL, one in a line, with `$1` for a value. Changes of tables
 * are not in it: the check sends the migrations themselves.
 */
export const STATEMENTS = new URL('../../../docs/engine-statements.txt', import.meta.url);

export function readStatements(): string[] {
  return readFileSync(STATEMENTS, 'utf8').split('\n').filter(Boolean);
}
