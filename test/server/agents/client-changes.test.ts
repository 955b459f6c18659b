import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { follow } from '../../../client/changes.mjs';
import { clientFolder, clientOf } from '../../support/agents/agent-client.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { openOnPort } from '../../support/port.ts';

// `plumbline-agent changes`: once, and following.

test('changes lists what was published and corrected since a time, oldest first', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const client = clientOf(clientFolder(t), baseUrl);
  const first = await goLive(site, { slug: 'first', headline: 'The first' });
  site.pass(60);
  await goLive(site, { slug: 'second', headline: 'The second' });
  site.pass(60);
  await goLiveAgain(site, first, { slug: 'first', headline: 'The first', correctionNote: 'It was two robots.' });
  const all = await client('changes', '--since', '2026-09-06T12:00:00Z');
  assert.equal(
    all.out,
    [
      '2026-09-06T13:01:00.000Z  published  robotics/second  The second',
      '2026-09-06T13:02:00.000Z  corrected  robotics/first  The first',
      '  It was two robots.\n',
    ].join('\n'),
    all.error,
  );
  const some = await client('changes', '--since', '2026-09-06T15:02:00+02:00', '--section', 'robotics', '--json');
  assert.equal(JSON.parse(some.out).slug, 'first');
  site.pass(60);
  await unpublish(site.deps, CLI, first.id);
  const gone = await client('changes', '--since', '2026-09-06T13:02:30Z');
  assert.equal(
    gone.out,
    `2026-09-06T13:03:00.000Z  withdrawn  robotics/first  ${baseUrl}/robotics/first\n`,
    gone.error,
  );
  assert.match((await client('changes', '--since', '2026-09-06T13:00:00Z')).out, /second.*\n.*withdrawn/);
  assert.equal((await client('changes')).out, '', 'the last day of this computer has none');
  for (const wrong of [
    ['--since', 'today'],
    ['--every', '1'],
    ['--every', 'x'],
    ['--section', 'x y'],
  ])
    assert.equal((await client('changes', ...wrong)).code, 2, wrong.join(' '));
});

test('changes --follow tells each change once, also when the server was away meanwhile', async (t) => {
  const { site, baseUrl, server } = await openOnPort(t);
  const first = await goLive(site, { slug: 'first' });
  const warned: string[] = [];
  const port = Number(new URL(baseUrl).port);
  const steps = [
    () => goLive(site, { slug: 'second' }),
    async () => {},
    () => new Promise((closed) => server.close(closed)),
    () => new Promise<void>((open) => server.listen(port, '127.0.0.1', open)),
    () => goLiveAgain(site, first, { slug: 'first', correctionNote: 'It was two robots.' }),
    () => unpublish(site.deps, CLI, first.id),
  ];
  const sleep = async () => {
    site.pass(60);
    const step = steps.shift();
    if (!step) throw new Error('nothing more will change');
    await step();
  };
  const warn = (error: Error) => void warned.push(error.message);
  const told: string[][] = [];
  for await (const batch of follow({
    origin: baseUrl,
    since: '2026-09-06T12:00:00.000Z',
    section: {},
    every: 60,
    warn,
    sleep,
  })) {
    told.push(batch.map(({ slug }) => slug));
    if (told.length === 4) break;
  }
  assert.deepEqual(told, [['first'], ['second'], ['first'], ['first']]);
  assert.equal(warned.length, 1);
  assert.match(warned[0] ?? '', /does not answer as it should/);
});
