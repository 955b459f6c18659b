import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

// Slow preparations that are the same in every test run once per test run. scripts/test.ts sets TEST_RUN to an empty folder
// that all processes of the run share. Without it, each process prepares its own.

const made = new Map<string, Promise<unknown>>();

/** Returns the result of `make` for this file name, made by this process or by another process of the run. */
export function oncePerRun<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const known = made.get(name) ?? readOrMake(name, make);
  made.set(name, known);
  return known as Promise<Value>;
}

async function readOrMake<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  if (!process.env.TEST_RUN) return make();
  const path = join(process.env.TEST_RUN, name);
  if (existsSync(path)) return deserialize(readFileSync(path));
  const value = await make();
  writeFileSync(`${path}.${process.pid}`, serialize(value));
  renameSync(`${path}.${process.pid}`, path);
  return value;
}
