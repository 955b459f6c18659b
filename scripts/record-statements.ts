import { writeFileSync } from 'node:fs';
import { DefaultQueryExecutor } from 'kysely';

// Records the SQL statements that the service runs in a test process. Statements that a test itself runs are not recorded.

/** The statements by their text; false for those that only tests have run so far. */
const seen = new Map<string, boolean>();

/** Records from now on, and writes one statement on each line of `file` when the process ends. */
export function recordStatements(file: string): void {
  const { compileQuery } = DefaultQueryExecutor.prototype;
  DefaultQueryExecutor.prototype.compileQuery = function record(...given) {
    const compiled = compileQuery.apply(this, given);
    if (!seen.get(compiled.sql)) seen.set(compiled.sql, isCalledByService(record));
    return compiled;
  };
  process.on('exit', () => {
    const statements = [...seen].filter(([, isOfService]) => isOfService).map(([text]) => shapeOf(text));
    writeFileSync(file, [...new Set(statements)].sort().join('\n'));
  });
}

/** Whether the code that executes the statement is in src/: the first caller that is not in a package. */
function isCalledByService(below: (...given: never[]) => unknown): boolean {
  const trace: { stack?: string } = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 20;
  Error.captureStackTrace(trace, below);
  Error.stackTraceLimit = stackTraceLimit;
  const caller = trace.stack?.split('\n').find((line) => line.includes('file://') && !line.includes('/node_modules/'));
  return caller !== undefined && /\/src\/.*(?<!\.test)\.ts:/.test(caller);
}

/** A statement without its values: lists of values of any length have one shape, on both databases. */
function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '?')
    .replace(/\((?:\?|null)(?:, (?:\?|null))*\)(?:, \((?:\?|null)(?:, (?:\?|null))*\))*/g, '(?)')
    .trim();
}
