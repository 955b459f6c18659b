import { writeFileSync } from 'node:fs';
import { readStatements, STATEMENTS } from '#db/engine/statements.ts';
import { shapeOf, shortestOf } from './record-statements.ts';

// The list of statements that `plumbline engine-check` sends, compared with what tests sent.

/** The statements that were sent, and that the list does not have. */
export function missingStatements(sent: readonly string[], listed = readStatements()): string[] {
  const known = new Set(listed.map(shapeOf));
  return shortestOf(sent).filter((text) => !known.has(shapeOf(text)));
}

/** Replaces the list, or adds to it. Returns the number of statements that it has then. */
export function writeStatements(sent: readonly string[], { adds }: { adds: boolean }): number {
  const all = shortestOf(adds ? [...readStatements(), ...sent] : sent);
  writeFileSync(STATEMENTS, `${all.join('\n')}\n`);
  return all.length;
}
