import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedExhibits, readClaim, readForm } from '#evidence/figures/claims-form.ts';

test('null in the form of claimsReview is the same as leaving the key out', () => {
  const claim = { path: 'dek', figure: '412', settlement: 'exempt', class: 'name' };
  const sent = { ...claim, occurrence: null, name: null, source: null, locator: null, formula: null };
  const review = JSON.stringify({ figures: [sent, null], exhibits: null, notes: null });
  const form = readForm(review);
  assert.ok(Array.isArray(form), JSON.stringify(form));
  assert.deepEqual(readClaim(form[0]), claim);
  assert.match(JSON.stringify(readClaim(form[1])), /An entry is an object/);
  assert.equal(proposedExhibits(review), null);
});
