import { writeFileSync } from 'node:fs';
import { DefaultQueryExecutor, PostgresAdapter, type QueryResult } from 'kysely';

// Records the SQL statements that the service runs in a test process. Statements that a test itself runs are not recorded.

/** What makes tables, and changes their rows at an upgrade: the check of an engine runs the migrations themselves. */
const OF_MIGRATIONS = /\/src\/db\/(?:schema\/migrations|engine)\//;

/**
 * Records statements as they are sent to PostgreSQL, of each shape the shortest, and writes them when the process ends. Statements
 * of migrations are left out.
 */
export function recordSentStatements(file: string): void {
  const { executeQuery } = DefaultQueryExecutor.prototype;
  const sent: string[] = [];
  const known = new Set<string>();
  DefaultQueryExecutor.prototype.executeQuery = function record<Row>(
    ...[query, options]: Parameters<typeof executeQuery>
  ) {
    if (!known.has(query.sql) && this.adapter instanceof PostgresAdapter) {
      const caller = callerOf(record);
      if (OF_SERVICE.test(caller) && !OF_MIGRATIONS.test(caller)) {
        known.add(query.sql);
        sent.push(query.sql);
      }
    }
    return executeQuery.call(this, query, options) as Promise<QueryResult<Row>>;
  };
  process.on('exit', () => writeFileSync(file, shortestOf(sent).join('\n')));
}

/** The shortest statement of each shape, sorted. */
export function shortestOf(statements: readonly string[]): string[] {
  const shortest = new Map<string, string>();
  for (const statement of statements) {
    const text = statement.replace(/\s+/g, ' ').trim();
    const known = shortest.get(shapeOf(text));
    if (known === undefined || text.length < known.length || (text.length === known.length && text < known))
      shortest.set(shapeOf(text), text);
  }
  return [...shortest.values()].sort();
}

const OF_SERVICE = /\/src\/.*(?<!\.test)\.ts:/;

/** The first caller that is not in a package, with its place; empty when there is none. */
function callerOf(below: (...given: never[]) => unknown): string {
  const trace: { stack?: string } = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 20;
  Error.captureStackTrace(trace, below);
  Error.stackTraceLimit = stackTraceLimit;
  return trace.stack?.split('\n').find((line) => line.includes('file://') && !line.includes('/node_modules/')) ?? '';
}

/** A statement without its values: lists of values of any length have one shape, on both databases. */
export function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '?')
    .replace(/\((?:\?|null)(?:, (?:\?|null))*\)(?:, \((?:\?|null)(?:, (?:\?|null))*\))*/g, '(?)')
    .trim();
}
