import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { plumbline } from '../../support/command.ts';
import { until } from '../../support/faults/server.ts';
import { copy, openSite } from '../../support/site.ts';

test('editor add, list and disable change the data of a running server', async (t) => {
  const site = await openSite(t);
  const chief = ['editor', 'add', '--email', 'Chief@magazine.example', '--name', 'First Chief', '--role', 'chief'];
  const added = await plumbline(site, chief, {}, 'four unrelated words here\n');
  assert.deepEqual([added.code, added.out], [0, 'Added First Chief <chief@magazine.example> as a chief.\n']);

  const again = await plumbline(site, [...chief, '--password', 'four unrelated words here']);
  assert.equal(again.code, 1);
  assert.match(again.error, /already/);

  const writer = ['editor', 'add', '--email', 'w@magazine.example', '--name', 'W', '--role', 'writer', '--password'];
  assert.equal((await plumbline(site, [...writer, 'too short'])).code, 1);
  assert.equal((await plumbline(site, [...writer, 'long enough for a writer'])).code, 0);
  assert.equal((await plumbline(site, ['editor', 'disable', 'w@magazine.example'])).code, 0);

  const list = await plumbline(site, ['editor', 'list']);
  assert.match(list.out, /chief@magazine\.example +First Chief +chief\n/);
  assert.match(list.out, /w@magazine\.example +W +writer +disabled/);
  const lastChief = await plumbline(site, ['editor', 'disable', 'chief@magazine.example']);
  assert.equal(lastChief.code, 1);
  assert.match(lastChief.error, /last chief/);
});

test('publish, unpublish and articles print what they did, or fail', async (t) => {
  const site = await openSite(t);
  const { email } = await site.person('editor', 'Dana');
  const { email: writer } = await site.person('writer');
  const { id } = await createDraft(site.deps, CLI, copy());
  const first = ['publish', id, '--revision', '0', '--by'];
  for (const nobody of [writer, 'none@magazine.example'])
    assert.match((await plumbline(site, [...first, nobody])).error, /No editor or chief has the email address/);
  const published = await plumbline(site, [...first, email]);
  assert.equal(published.code, 0);
  assert.match(published.out, /^Published revision 0: http:\/\/127\.0\.0\.1:3000\/robotics\/layout-robot-pilot\n$/);
  const served = async () => (await site.fetch('/robotics/layout-robot-pilot')).status;
  assert.equal(await served(), 200);
  assert.match(
    (await plumbline(site, ['articles'])).out,
    new RegExp(`^${id} +published +revision 0, live 0 +robotics/layout-robot-pilot`),
  );

  assert.equal((await plumbline(site, [...first, email])).code, 1);
  assert.equal((await plumbline(site, ['unpublish', id])).code, 0);
  // The server sees commits of another process within a second.
  await until(async () => (await served()) === 404, 1000);
  assert.equal((await plumbline(site, ['unpublish', id])).code, 1);
  assert.match((await plumbline(site, ['publish', id])).out, /^Published revision 0: /, 'the latest, by no editor');
  for (const wrong of [['none-such'], [id, '--revision', '1'], [id, '--revision', 'x']])
    assert.equal((await plumbline(site, ['publish', ...wrong])).code, 1, wrong.join(' '));
  const acts = site.deps.db.read.selectFrom('journal').select('actor_name').where('act', '=', 'article.published');
  const names = (await acts.orderBy('seq').execute()).map(({ actor_name }) => actor_name);
  assert.deepEqual(names, ['Dana', 'The command line']);
});

test('readers see the notice of an unpublication by the command line', async (t) => {
  const site = await openSite(t);
  const { email } = await site.person('editor');
  const { id } = await createDraft(site.deps, CLI, copy());
  assert.equal((await plumbline(site, ['publish', id, '--revision', '0', '--by', email])).code, 0);
  const short = await plumbline(site, ['unpublish', id, '--notice', 'Too short.']);
  assert.match(short.error, /--notice/);
  const notice = 'We withdrew this article because its figures could not be confirmed.';
  assert.equal((await plumbline(site, ['unpublish', id, '--notice', notice])).code, 0);
  await until(async () => (await (await site.fetch('/robotics/layout-robot-pilot')).text()).includes(notice), 1000);
});

test('the journal stores reasons given on the command line', async (t) => {
  const site = await openSite(t);
  const { email } = await site.person('editor', 'Dana');
  const { id } = await createDraft(site.deps, CLI, copy());
  const run = (revision: string, ...more: string[]) =>
    plumbline(site, ['publish', id, '--by', email, '--revision', revision, ...more]);
  assert.equal((await run('0')).code, 0);
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ headline: 'Shorter' }), baseRevision: 0 } });
  assert.equal((await run('1', '--no-correction-because', ' ')).code, 1);
  assert.equal((await run('1', '--no-correction-because', 'Only shorter.')).code, 0);
  assert.equal((await plumbline(site, ['unpublish', id, '--because', 'A number is disputed.'])).code, 0);
  const lines = await site.deps.db.read
    .selectFrom('journal')
    .select(['actor_name', 'detail'])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  const [withdrawn, published] = lines.map(({ detail }) => JSON.parse(detail ?? '{}'));
  assert.deepEqual([lines[1]?.actor_name, published.through], ['Dana', 'the command line']);
  assert.equal(published.noCorrectionBecause, 'Only shorter.');
  assert.equal(withdrawn.because, 'A number is disputed.');
});

test('the gate also blocks the command line', async (t) => {
  const site = await openSite(t);
  const { email } = await site.person('chief');
  const { id } = await createDraft(site.deps, CLI, copy({ section: 'no-such-section' }));
  const refused = await plumbline(site, ['publish', id, '--revision', '0', '--by', email]);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /There is no section "no-such-section"/);
});

test('an unknown command and wrong arguments fail and print the usage', async (t) => {
  const site = await openSite(t);
  const unknown = await plumbline(site, ['frobnicate']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.error, /plumbline editor add --email/);
  const incomplete = await plumbline(site, ['editor', 'add', '--email', 'x']);
  assert.equal(incomplete.code, 1);
  assert.match(incomplete.error, /--email: must be an email address/);
  const none = await plumbline(site, ['editor', 'add', '--email', 'a@b.example', '--name', 'A', '--role', 'chief']);
  assert.equal(none.code, 1);
  assert.match(none.error, /No password was given/);
  assert.equal((await plumbline(site, ['help'])).code, 0);
});
