// `node scripts/complete-lock.ts`: adds to both lockfiles the packages for other systems that the configured registry lacks.
// npm omits them from the lockfile it writes, and then refuses that lockfile as out of sync (`npm ci`).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Entry = { version?: string; dev?: boolean; optional?: boolean; optionalDependencies?: Record<string, string> };

for (const folder of ['.', 'validate']) {
  const added = complete(join(import.meta.dirname, '..', folder, 'package-lock.json'));
  console.log(`${folder}: ${added.length > 0 ? `added ${added.join(', ')}` : 'nothing was missing'}.`);
}

/** Adds the missing packages to the lockfile, and returns them. */
function complete(file: string): string[] {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
  const names = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)));
  const added: string[] = [];
  for (const entry of Object.values({ ...lock.packages })) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (names.has(name)) continue;
      lock.packages[`node_modules/${name}`] = {
        version,
        ...forSystem(name),
        ...(entry.dev && { dev: true }),
        optional: true,
      };
      added.push(`${name}@${version}`);
    }
  }
  if (added.length === 0) return [];
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  return added;
}

/** The system that a package is for, from its name: `…-linux-x64-musl`. */
function forSystem(name: string) {
  const [, os = '', cpu = '', libc] =
    /(android|darwin|linux|win32|windows|freebsd|openbsd|netbsd)-([a-z0-9]+)(?:-(musl|gnu))?$/.exec(name) ?? [];
  if (!os) throw new Error(`${name} does not say which system it is for; add it by hand.`);
  return { cpu: [cpu], os: [os === 'windows' ? 'win32' : os], ...(libc && { libc: [libc] }) };
}
