import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSite } from '../support/site.ts';
import { processorTimeOf } from './processor-time.ts';

test('a form of many fields costs in proportion to their number, at every address that takes each field once', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at.toString(36)}=`).join('&');
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  for (const path of ['/oauth/token', '/oauth/revoke', '/api/agent/token']) {
    const cost = async (body: string) => {
      const send = () => site.fetch(path, { ...sent, body });
      const costs = [];
      for (let turn = 0; turn < 4; turn++) costs.push(await processorTimeOf(send));
      return Math.min(...costs);
    };
    const [few, all] = [await cost(many(3000)), await cost(many(12_000))];
    // The clock of the processor counts in steps of up to 10 ms.
    assert.ok(all < 8 * Math.max(few, 10), `${path}: ${few} ms for 3,000 fields, ${all} ms for 12,000`);
  }
});
