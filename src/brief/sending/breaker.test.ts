import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tripReason } from './breaker.ts';
import { DELIVERY_STATES, type DeliveryCounts } from './delivery.ts';

test('three complaints in a thousand pause a send, and two refusals of a short list do not', () => {
  const counts = (some: Partial<DeliveryCounts>) =>
    ({ ...Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])), ...some }) as DeliveryCounts;
  assert.equal(tripReason(counts({ accepted: 10, refused: 2 }), 20, 0), null);
  assert.match(tripReason(counts({ accepted: 10, refused: 3 }), 20, 0) ?? '', /3 of the first 13/);
  assert.equal(tripReason(counts({ accepted: 190, refused: 10 }), 5000, 0), null);
  assert.match(tripReason(counts({ accepted: 189, refused: 11 }), 5000, 0) ?? '', /11 of the first 200/);
  assert.equal(tripReason(counts({ accepted: 400, refused: 100 }), 5000, 0), null);
  assert.equal(tripReason(counts({ accepted: 1500 }), 5000, 3), null);
  assert.match(tripReason(counts({ accepted: 1000 }), 5000, 3) ?? '', /3 subscribers/);
});
