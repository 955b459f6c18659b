import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import { BASE, openSite } from '../../support/site.ts';

test('300 polls that come too early cause no database write', async (t) => {
  const site = await openSite(t);
  const asker = { loginHint: null, address: '127.0.0.1', program: 'test agent' };
  const { claimToken } = await openClaim(site.deps, asker, 600);
  let writes = 0;
  const { db } = site.deps;
  const write: typeof db.write = (work) => {
    writes++;
    return db.write(work);
  };
  const deps = { ...site.deps, db: { ...db, write } };
  const poll = async () => (await redeemClaim(deps, claimToken, BASE, 5)).state;
  assert.equal(await poll(), 'pending');
  assert.equal(writes, 1);
  const states = await Promise.all(Array.from({ length: 300 }, poll));
  assert.ok(states.every((state) => state === 'slow_down'));
  assert.equal(writes, 1);
  site.pass(5);
  assert.equal(await poll(), 'pending');
  assert.equal(writes, 2);
});
