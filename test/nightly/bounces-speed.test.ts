import { test } from 'node:test';
import { bounceAddress } from '#brief/bounces/bounce-address.ts';
import { countEmail } from '#brief/bounces/count-email.ts';
import { importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { CLI } from '#core/actor.ts';
import { openSite } from '../support/site.ts';
import { assertTook, processorTimeOf } from './processor-time.ts';

const HOST = 'bounce.magazine.example';

test('an email of 262 KB of line ends costs the main thread no more than 50 ms, whoever it names', async (t) => {
  const { deps } = await openSite(t, { BOUNCE_HOST: HOST });
  const terms = { vouchedBy: 'Ruth Okafor', consent: 'On paper', asConfirmedBecause: 'Papers in the office' };
  await importSubscribers(deps, CLI, 'reader@a.example', terms);
  const { id } = await deps.db.read.selectFrom('subscriber').select('id').executeTakeFirstOrThrow();
  const to = (token: string) => `To: ${bounceAddress('2026-09-08', token, HOST)}\r\n`;
  const costOf = (headers: string) => {
    const readSource = async () => Buffer.from(`${headers}${'\r\n'.repeat(131_072)}`);
    const email = { id: '1', readHeaders: async () => Buffer.from(headers), readSource };
    return processorTimeOf(() => countEmail(deps, email, HOST));
  };
  for (const headers of ['', to('f'.repeat(32)), 'To: bounce+'.repeat(700), 'To: bounce+'.repeat(24_000)]) {
    const cost = await costOf(headers);
    assertTook(cost, 50, `${cost} ms for ${headers.slice(0, 80)}`);
  }
  // The first child loads what starts one.
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 4; turn++) least = Math.min(least, await costOf(to(tokenOf(deps, id))));
  assertTook(least, 50, `${least} ms`);
});
