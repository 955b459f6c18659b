import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { cancelSchedule } from '#editorial/publish/schedule.ts';
import { queueMail } from '#runtime/mail/outbox.ts';
import { runJob } from '../../../src/server/jobs.ts';
import { folderFor, plumbline } from '../../support/data/backups.ts';
import { articleRow, back, HOURS, rounds, scheduled, textOf } from '../../support/scheduled.ts';
import { form, openSite } from '../../support/site.ts';

test('a restored site publishes, sends and starts nothing by itself until a chief releases it', async (t) => {
  const { site, dana, id } = await scheduled(t);
  const email = { about: 'ad.reminder', to: 'mia@builders.example', subject: 'Overdue', text: 'Please pay.' } as const;
  await site.deps.db.write((tx) => queueMail(site.deps, tx, email));
  const chief = await site.person('chief', 'Mia Okafor');
  const file = join(folderFor(t), 'backup.db');
  assert.equal((await plumbline(site, ['backup', file])).code, 0);
  await cancelSchedule(site.deps, dana, id);

  const url = `file:${join(folderFor(t), 'restored.db')}`;
  const printed = await plumbline(site, ['restore', file], url);
  assert.equal(printed.code, 0, printed.error);
  assert.match(
    printed.out,
    /“A layout robot on a live slab” is not published on 2026-09-06 at 15:30 UTC: schedule it again/,
  );
  assert.match(printed.out, /1 email that waited is not sent/);
  assert.match(printed.out, /webhooks wait until a chief releases them at \/newsroom\/export\/restored/);

  const restored = await openSite(t, { DATABASE_URL: url });
  restored.pass(3 * HOURS);
  await rounds(restored);
  const article = await articleRow(restored, id);
  assert.equal(article.live_revision, null, 'the stopped story stays stopped');
  assert.match(article.schedule_trouble ?? '', /^Revision 0 was scheduled for .* Schedule it again/);
  const mails = await restored.deps.db.read.selectFrom('outbox').select('given_up_at').execute();
  assert.deepEqual(
    mails.map(({ given_up_at: at }) => at !== null),
    [true],
  );

  const log = { info() {}, warn() {}, error() {} };
  let runs = 0;
  const job = { name: 'remind', waitsAfterRestore: true as const, run: async () => void runs++ };
  const run = () => runJob(restored.deps, restored.config, log, job);
  await run();
  assert.equal(runs, 0, 'it waits');
  assert.match(await textOf(restored, chief, '/newsroom'), /Emails, ads and webhooks wait/);
  const released = await restored.fetch('/newsroom/export/restored', form(await back(restored, chief), {}));
  assert.equal(released.status, 303);
  await run();
  assert.equal(runs, 1);
  assert.doesNotMatch(await textOf(restored, chief, '/newsroom'), /webhooks wait/);
});
