/** The one thing a command takes. @throws Error that says what is missing */
export function onlyArgument(given: string[], name: string): string {
  const [value, ...more] = given;
  if (value && more.length === 0) return value;
  throw new Error(`Give exactly one ${name}.`);
}

/** Rows of text in columns as wide as their widest cell. */
export function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
