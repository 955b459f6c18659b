import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveBrief, holdBrief, scheduleBrief } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { askForBrief } from '#brief/subscribers/subscribe.ts';
import type { Deps } from '#runtime/deps.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, composed, DUE, publishStories, siteOf } from '../support/brief/briefs.ts';
import { openRaced } from '../support/raced-site.ts';

// Two acts on the Field Brief at the same time on PostgreSQL: the second act must see what the first one did.

const { site, race } = await openRaced(BRIEF_SETTINGS);
const { deps } = site;
const ann = await site.person('chief', 'Ann');

test('a brief that two editors hold is held once, and released once', async () => {
  await publishStories(site, 2);
  const { revision } = await composed(site, ann);
  await approveBrief(deps, ann, siteOf(site), { day: BRIEF_DAY, revision });
  await scheduleBrief(deps, ann, siteOf(site), { day: BRIEF_DAY, revision, due: DUE });
  const hold = (deps: Deps) => holdBrief(deps, ann, BRIEF_DAY, 'A story is being checked.');
  assert.equal((await race(hold, hold)).second, 'already_done');
  const release = (deps: Deps) => releaseBrief(deps, ann, siteOf(site), BRIEF_DAY);
  assert.equal((await race(release, release)).second, 'already_done');
});

test('an address that subscribes twice at once gets one email', async () => {
  const brief = { ...siteOf(site), baseUrl: 'https://plumbline.example' };
  const ask = (deps: Deps) =>
    askForBrief(deps, brief as never, 'dana@reader.example', { address: '192.0.2.1', isOneOfFew: true });
  const { waited } = await race(ask, ask);
  assert.ok(waited);
  assert.equal((await deps.db.read.selectFrom('subscriber_email').select('id').execute()).length, 1);
});
