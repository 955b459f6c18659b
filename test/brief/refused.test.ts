import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSending } from './faulty-mail-server.ts';
import { sendRound, statesOf } from './sends.ts';

// Mail servers that refuse: every email, the sender, or addresses that do not exist.

const POLICY = { code: 550, message: '5.7.1 not authorized' };
const NO_SUCH = { code: 550, message: '5.1.1 no such mailbox' };

test('an address that the mail server does not know is suppressed at once, and is not sent the brief again', async (t) => {
  const { site } = await openSending(t, 6, undefined, (to) => {
    if (to.startsWith('reader0@') || to.startsWith('reader1@')) return NO_SUCH;
    return to.startsWith('reader2@') ? POLICY : to.startsWith('reader3@') ? { code: 552, message: '5.2.2 full' } : null;
  });
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 2, refused: 4 });
  const rows = await site.deps.db.read
    .selectFrom('subscriber')
    .select(['address', 'state'])
    .where('state', '<>', 'confirmed')
    .orderBy('address')
    .execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { address: 'reader0@mail0.example', state: 'suppressed' },
      { address: 'reader1@mail1.example', state: 'suppressed' },
    ],
  );
  const reports = await site.deps.db.read
    .selectFrom('bounce')
    .select(['kind', 'code', 'source'])
    .orderBy('kind')
    .execute();
  assert.deepEqual(
    reports.map((row) => ({ ...row })),
    [
      { kind: 'hard', code: '5.1.1', source: 'smtp' },
      { kind: 'hard', code: '5.1.1', source: 'smtp' },
      { kind: 'soft', code: '5.2.2', source: 'smtp' },
    ],
  );
});
