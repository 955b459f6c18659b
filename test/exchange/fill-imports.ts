import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDesks } from '#article/desk.ts';
import { addRun } from '#import/import-runs.ts';
import { lookAt } from '#import/look.ts';
import { runImport } from '#import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { BASE, type Person, type TestSite } from '../support/site.ts';
import { plainReader } from './plain-reader.ts';

/** One import that was looked at, and one that is done. */
export async function fillImports(site: TestSite, chief: Person): Promise<string[]> {
  const folder = join(site.config.dataDir, 'imports', 'old-site');
  mkdirSync(folder, { recursive: true });
  const head = 'title: The crane that waited\nauthors: Dana Whitfield\ncategories: Machines\nold: /about';
  writeFileSync(join(folder, 'a.md'), `${head}\n\nIt stood.\n\n![A crane](https://old.example/crane.png)\n`);
  writeFileSync(join(folder, 'b.md'), 'title: Empty\n\n');
  const ids: string[] = [];
  for (const isRun of [false, true]) {
    const id = await addRun(site.deps, chief, { path: folder, fileName: 'old-site' });
    await lookAt(site.deps, chief, id, { readers: [plainReader], sections: openDesks() });
    if (isRun) await runImport(site.deps, chief, id, { readers: [plainReader], isRoute, baseUrl: BASE });
    ids.push(id);
  }
  return ids;
}
