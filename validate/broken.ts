import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './check.ts';

type Json = { [key: string]: unknown };

/**
 * Writes the API description with the member at `path` replaced by `value`, or removed without one, and returns the file.
 * @throws Error when there is no such member
 */
export function writeBroken({ description, out }: Target, path: string[], value?: unknown): string {
  const api: Json = JSON.parse(readFileSync(description, 'utf8'));
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce((node, key) => (node[key] ?? {}) as Json, api);
  if (!(last in parent)) throw new Error(`the API description has no ${path.join(' → ')}`);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  const file = join(out, `broken-${last}.json`);
  writeFileSync(file, JSON.stringify(api, null, 2));
  return file;
}
