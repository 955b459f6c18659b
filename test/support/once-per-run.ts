import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

// What takes long to make and is the same in every test is made once for a run: scripts/check.ts sets TEST_RUN to an empty
// folder, through which the processes of the run share it. Without that folder each process makes its own.

const made = new Map<string, Promise<unknown>>();

/** Returns what `make` made under this name, which is a file name, in this process or in another one of the run. */
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
