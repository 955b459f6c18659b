import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAgent } from '#agents/tokens.ts';
import { changePassword, setPasswordFor } from '#people/change-password.ts';
import { createResetLinkFor, resetPassword } from '#people/reset-password.ts';
import { findSession } from '#people/sessions.ts';
import { ask, poll, polled, review } from '../../support/ceremony.ts';
import { form, fromPage, json, openSite, PASSWORD, type Person, type TestSite } from '../../support/site.ts';

// A new password ends all grants of the account: a person who stole the old password may have approved them.

const OTHER = 'another four unrelated words';

async function grantToken(site: TestSite, editor: Person) {
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  const body = new URLSearchParams({ ...fields, renewal: 'day' }).toString();
  assert.equal((await site.fetch('/agent/claim/approval', { ...form(editor, {}), body })).status, 303);
  const { access_token } = await json(await poll(site, claim_token));
  return { claim_token, token: access_token as string };
}

const WAYS: Record<string, (site: TestSite, dana: Person, chief: Person) => Promise<void>> = {
  'password.changed': async (site, dana) => {
    const session = await findSession(site.deps, dana.cookie.split('=')[1] ?? '');
    assert.ok(session);
    await changePassword(site.deps, session, PASSWORD, OTHER);
  },
  'password.given': (site, dana, chief) => setPasswordFor(site.deps, chief, dana.id, OTHER),
  'password.reset': async (site, dana, chief) =>
    resetPassword(site.deps, await createResetLinkFor(site.deps, chief, dana.id, null), OTHER),
};

for (const [act, change] of Object.entries(WAYS)) {
  test(`${act}: the account’s agent tokens and grants end, the journal counts them, and new grants work`, async (t) => {
    const site = await openSite(t);
    const [dana, chief] = [await site.person('editor', 'Dana'), await site.person('chief', 'Ruth')];
    const [mine, other] = [await grantToken(site, dana), await grantToken(site, chief)];
    const waiting = await ask(site);
    const works = async (token: string) =>
      (await findAgent(site.deps, token, site.config.publication.baseUrl)) !== null;
    assert.deepEqual([await works(mine.token), await works(other.token)], [true, true]);
    site.pass(60);
    await change(site, dana, chief);
    assert.deepEqual([await works(mine.token), await works(other.token)], [false, true]);
    site.pass(60);
    assert.deepEqual(await polled(site, mine.claim_token), [400, 'access_denied']);
    assert.equal((await poll(site, other.claim_token)).status, 200);
    assert.deepEqual(await polled(site, waiting.claim_token), [400, 'authorization_pending']);
    const line = await site.deps.db.read
      .selectFrom('journal')
      .select('detail')
      .where('act', '=', act)
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(line.detail ?? ''), { agentsEnded: 1 });

    const again = await grantToken(site, chief);
    assert.equal(await works(again.token), true);
  });
}

test('an editor can approve agents again after a password change', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana');
  await grantToken(site, dana);
  site.pass(60);
  await WAYS['password.changed']?.(site, dana, dana);
  site.pass(1);
  const again = await grantToken(site, dana);
  assert.ok(await findAgent(site.deps, again.token, site.config.publication.baseUrl));
});

test('the password pages say that a new password ends agent access; the claim page says how long a token works', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana');
  const page = async (path: string) => (await site.fetch(path, { headers: fromPage(dana) })).text();
  assert.match(
    await page('/newsroom/password'),
    /Your other sessions end too\. So does the access of every agent you approved/,
  );
  assert.match(
    await page('/newsroom/sessions?done=password'),
    /other sessions and the access of the agents you approved have ended/,
  );
  const { user_code } = await ask(site);
  const body = new URLSearchParams({ ...(await review(site, dana, user_code)), renewal: 'hour' }).toString();
  const approved = await site.fetch('/agent/claim/approval', { ...form(dana, {}), body });
  const outcome = await page(approved.headers.get('location') ?? '');
  assert.match(outcome, /works for 15 minutes\. It may fetch new tokens until/);
});
