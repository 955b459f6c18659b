// An import in a process of its own, which a test kills: `import-process.ts DATABASE_URL RUN_ID MEDIA_DIR POLICY`.

import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { createDeps, openFiles } from '#runtime/create-deps.ts';
import { isRoute } from '#server/routes.ts';
import { plainReader } from '../../support/exchange/plain-reader.ts';

const [, , url = '', id = '', mediaDir = '', policy = ''] = process.argv;
const db = await openDatabase(url);
const options = { readers: [plainReader], isRoute, baseUrl: 'http://127.0.0.1:3000' };
await runImport(await createDeps(db, openFiles({ mediaDir, mediaBucket: null }), JSON.parse(policy)), CLI, id, {
  options,
  resume: true,
});
await db.close();
