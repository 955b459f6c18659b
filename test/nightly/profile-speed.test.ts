import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOBODY } from '../support/entering.ts';
import { form, openSite } from '../support/site.ts';

test('a reset request takes as long for an unknown address as for a known one', async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:9', RATE_LIMITS: 'off' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const time = async (email: string) => {
    const started = performance.now();
    await (await site.fetch('/newsroom/reset', form(NOBODY, { email }))).text();
    return performance.now() - started;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < 21; n++) {
    times.known.push(await time(dana.email));
    times.unknown.push(await time(`nobody${n}@magazine.example`));
  }
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[10] ?? 0;
  assert.ok(middle(times.unknown) > middle(times.known) / 2, JSON.stringify(times));
});
