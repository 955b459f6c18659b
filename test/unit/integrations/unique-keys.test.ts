import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWebhook, rotateSecret } from '#changes/webhooks/webhooks.ts';
import { type Act, raceAll } from '../../support/race.ts';
import { openSite } from '../../support/site.ts';

// What three callers want at the same time: one gets it, or each counts.

const OTHER = { address: 'https://receiver.example/hook', note: '', hasKey: false };

test('of three who want a webhook with one address at once, one gets it', async (t) => {
  const { deps, publication, person } = await openSite(t);
  const chief = await person('chief');
  const add: Act = (deps) => addWebhook(deps, chief, publication, OTHER);
  const { outcomes } = await raceAll(deps, [add, add, add]);
  assert.equal(outcomes.filter((outcome) => outcome === 'already_exists').length, 2, JSON.stringify(outcomes));
  assert.equal((await deps.db.read.selectFrom('integration').select('id').execute()).length, 1);
});

test('each secret of a webhook that three chiefs rotate at once signs', async (t) => {
  const { deps, publication, person } = await openSite(t);
  const chief = await person('chief');
  const { id } = await addWebhook(deps, chief, publication, OTHER);
  const rotate: Act = (deps) => rotateSecret(deps, chief, id);
  await raceAll(deps, [rotate, rotate, rotate]);
  const row = deps.db.read.selectFrom('integration').select('secrets').where('id', '=', id);
  assert.equal(JSON.parse((await row.executeTakeFirstOrThrow()).secrets).length, 4);
});
