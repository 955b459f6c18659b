import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseBrief } from '#brief/issues/release.ts';
import { CLI } from '#core/actor.ts';
import { BRIEF_DAY, siteOf } from '../../support/brief/briefs.ts';
import { openSending } from '../../support/brief/faulty-mail-server.ts';
import { sendRound, stateOf, statesOf } from '../../support/brief/sends.ts';
import { form, type TestSite } from '../../support/site.ts';

// Mail servers that refuse: every email, the sender, or addresses that do not exist.

const POLICY = { code: 550, message: '5.7.1 not authorized' };
const NO_SUCH = { code: 550, message: '5.1.1 no such mailbox' };

test('a brief that no mail server accepted is held, is not in the archive, and its chiefs get an email', async (t) => {
  const { site } = await openSending(t, 12, undefined, () => ({ code: 550, message: 'no' }));
  await sendRound(site);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { refused: 12 });
  const { state, problem } = await stateOf(site);
  assert.equal(state, 'held');
  assert.match(problem ?? '', /^No mail server accepted an email: 12 of 12 were refused\./);
  assert.equal((await site.fetch(`/brief/${BRIEF_DAY}`)).status, 404);
  assert.equal(await pausedEmails(site), 1);
  const page = await briefPage(site);
  assert.match(page, /Send again to 12 subscribers/);
  assert.doesNotMatch(page, /Send the other 0/);
  await assert.rejects(releaseBrief(site.deps, CLI, siteOf(site), BRIEF_DAY), {
    kind: 'already_done',
    message: 'Nothing of this brief waits to be sent.',
  });
});

test('each release of a send that the mail server refuses tries a few emails and holds again', async (t) => {
  let isBlocked = true;
  const { site, got } = await openSending(t, 60, undefined, () => (isBlocked ? POLICY : null));
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { waiting: 40, refused: 20 });
  for (const refused of [23, 26]) {
    site.pass(60);
    await releaseBrief(site.deps, CLI, siteOf(site), BRIEF_DAY);
    await sendRound(site);
    assert.deepEqual(await statesOf(site), { waiting: 60 - refused, refused });
    assert.equal((await stateOf(site)).state, 'held');
    assert.match((await stateOf(site)).problem ?? '', /3 of the 3 emails since its release were refused/);
  }
  assert.equal(await pausedEmails(site), 3);
  isBlocked = false;
  site.pass(60);
  await releaseBrief(site.deps, CLI, siteOf(site), BRIEF_DAY);
  assert.doesNotMatch(await briefPage(site, 'Ada Lund'), /since its release/, 'a released send shows no old trouble');
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 34, refused: 26 });
  assert.equal((await stateOf(site)).state, 'sent');
  assert.equal(got.length, 34);

  isBlocked = true;
  const chief = await site.person('chief', 'Nora Diaz');
  const again = () => {
    site.pass(60);
    return site.fetch(`/newsroom/briefs/${BRIEF_DAY}/refused`, form(chief, {}));
  };
  assert.equal((await again()).headers.get('location'), `/newsroom/briefs/${BRIEF_DAY}/send?done=refused-again`);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 34, refused: 26 }, 'after three refusals the others stay refused');
  assert.equal((await site.fetch(`/brief/${BRIEF_DAY}`)).status, 200, 'some subscribers have it');
  isBlocked = false;
  await again();
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 60 });
  assert.equal(new Set(got).size, 60);
  assert.equal(got.length, 60, 'nobody got it twice');
});

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
  assert.match(await briefPage(site), /Send again to 2 subscribers/);
});

async function briefPage(site: TestSite, name = 'Nora Diaz'): Promise<string> {
  const chief = await site.person('chief', name);
  return (await site.fetch(`/newsroom/briefs/${BRIEF_DAY}/send`, { headers: { Cookie: chief.cookie } })).text();
}

async function pausedEmails(site: TestSite): Promise<number> {
  return (await site.deps.db.read.selectFrom('outbox').select('id').where('about', '=', 'brief.paused').execute())
    .length;
}
