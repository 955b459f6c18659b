import { parseArgs } from 'node:util';
import { measureBrief } from '#brief/emails/brief-text.ts';
import { holdBrief, sendBriefNow } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { briefSiteOf } from '#brief/issues/site.ts';
import { sendRefusedAgain } from '#brief/sending/send-again.ts';
import type { Config } from '#config/config.ts';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import { onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** `brief send` */
export async function sendNow(args: string[], environment: Environment): Promise<void> {
  const day = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'DAY');
  await withDeps(
    environment,
    async (deps, config) => {
      await sendBriefNow(deps, CLI, siteOf(config), day);
      console.log(
        `The brief of ${day} is due now; the first email goes out in ${config.brief.stopSeconds} s. brief hold stops it.`,
      );
    },
    { writesAddresses: true },
  );
}

/** `brief hold` */
export async function hold(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { because: { type: 'string' } } });
  const day = onlyArgument(positionals, 'DAY');
  await withDeps(environment, async (deps) => {
    await holdBrief(deps, CLI, day, values.because ?? '');
    console.log(`The brief of ${day} is held: nothing more of it is sent.`);
  });
}

/** `brief release` */
export async function release(args: string[], environment: Environment): Promise<void> {
  const options = { refused: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const day = onlyArgument(positionals, 'DAY');
  await withDeps(
    environment,
    async (deps, config) => {
      if (values.refused) {
        const count = await sendRefusedAgain(deps, CLI, siteOf(config), day);
        console.log(`The brief of ${day} is sent again to ${count} subscribers whose mail server refused it.`);
        return;
      }
      const { state, due } = await releaseBrief(deps, CLI, siteOf(config), day);
      console.log(`The brief of ${day} is released; it is ${state}${due ? `, due at ${due.at}` : ''}.`);
    },
    { writesAddresses: true },
  );
}

function siteOf({ brief }: Config) {
  const { publication } = siteSnapshot();
  const { postalAddress } = publication;
  return briefSiteOf({ publication, brief }, measureBrief({ publication, postalAddress }));
}
