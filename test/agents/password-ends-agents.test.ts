import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changePassword, givePassword } from '../../src/accounts/change-password.ts';
import { openResetFor, resetPassword } from '../../src/accounts/reset-password.ts';
import { findSession } from '../../src/accounts/sessions.ts';
import { findAgent } from '../../src/agents/tokens.ts';
import { ask, poll, polled, review } from '../support/ceremony.ts';
import { form, fromPage, json, openHouse, PASSWORD, type Person, type TestHouse } from '../support/house.ts';

// A new password ends what its owner granted to agents: whoever knew the old one may have let them in.

const OTHER = 'another four unrelated words';

async function letIn(house: TestHouse, editor: Person) {
  const { claim_token, user_code } = await ask(house);
  const fields = await review(house, editor, user_code);
  const body = new URLSearchParams({ ...fields, renewal: 'day' }).toString();
  assert.equal((await house.fetch('/agent/claim/approval', { ...form(editor, {}), body })).status, 303);
  const { access_token } = await json(await poll(house, claim_token));
  return { claim_token, token: access_token as string };
}

const WAYS: Record<string, (house: TestHouse, dana: Person, chief: Person) => Promise<void>> = {
  'password.changed': async (house, dana) => {
    const session = await findSession(house.press, dana.cookie.split('=')[1] ?? '');
    assert.ok(session);
    await changePassword(house.press, session, PASSWORD, OTHER);
  },
  'password.given': (house, dana, chief) => givePassword(house.press, chief, dana.id, OTHER),
  'password.reset': async (house, dana, chief) =>
    resetPassword(house.press, await openResetFor(house.press, chief, dana.id, null), OTHER),
};

for (const [act, change] of Object.entries(WAYS)) {
  test(`${act}: the tokens and grants of agents end, are counted in the journal, and new ones work`, async (t) => {
    const house = await openHouse(t);
    const [dana, chief] = [await house.person('editor', 'Dana'), await house.person('chief', 'Ruth')];
    const [mine, other] = [await letIn(house, dana), await letIn(house, chief)];
    const waiting = await ask(house);
    const works = async (token: string) =>
      (await findAgent(house.press, token, house.config.publication.baseUrl)) !== null;
    assert.deepEqual([await works(mine.token), await works(other.token)], [true, true]);
    house.pass(60);
    await change(house, dana, chief);
    assert.deepEqual([await works(mine.token), await works(other.token)], [false, true]);
    house.pass(60);
    assert.deepEqual(await polled(house, mine.claim_token), [400, 'access_denied']);
    assert.equal((await poll(house, other.claim_token)).status, 200);
    assert.deepEqual(await polled(house, waiting.claim_token), [400, 'authorization_pending']);
    const line = await house.press.db.read
      .selectFrom('journal')
      .select('detail')
      .where('act', '=', act)
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(line.detail ?? ''), { agentsEnded: 1 });

    const again = await letIn(house, chief);
    assert.equal(await works(again.token), true);
  });
}

test('after a new password its owner can let agents in again', async (t) => {
  const house = await openHouse(t);
  const dana = await house.person('editor', 'Dana');
  await letIn(house, dana);
  house.pass(60);
  await WAYS['password.changed']?.(house, dana, dana);
  house.pass(1);
  const again = await letIn(house, dana);
  assert.ok(await findAgent(house.press, again.token, house.config.publication.baseUrl));
});

test('the pages say what a new password ends, and for how long an approval lasts', async (t) => {
  const house = await openHouse(t);
  const dana = await house.person('editor', 'Dana');
  const page = async (path: string) => (await house.fetch(path, { headers: fromPage(dana) })).text();
  assert.match(
    await page('/newsroom/password'),
    /Your other sessions end with it\. So does the access of every agent you let in/,
  );
  assert.match(
    await page('/newsroom/sessions?done=password'),
    /other sessions have ended, and the access of agents you let in/,
  );
  const { user_code } = await ask(house);
  const body = new URLSearchParams({ ...(await review(house, dana, user_code)), renewal: 'hour' }).toString();
  const approved = await house.fetch('/agent/claim/approval', { ...form(dana, {}), body });
  const outcome = await page(approved.headers.get('location') ?? '');
  assert.match(outcome, /good for 15 minutes\. It may fetch more until/);
});
