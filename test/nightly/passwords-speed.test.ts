import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from '#people/sessions.ts';
import { openSite } from '../support/site.ts';

const WHENCE = { address: '127.0.0.1', browser: 'test' };

test('a sign-in takes as long for an unknown account as for a known one', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const atFullStrength = { ...site.deps, policy: site.config.policy };
  const time = async (email: string) => {
    const started = performance.now();
    await assert.rejects(signIn(atFullStrength, email, 'a wrong password', WHENCE));
    return performance.now() - started;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < 7; n++) {
    times.known.push(await time(dana.email));
    times.unknown.push(await time('nobody@magazine.example'));
  }
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[3] ?? 0;
  assert.ok(middle(times.unknown) > middle(times.known) / 3, JSON.stringify(times));
});
