import { parseArgs } from 'node:util';
import { makeDkimKey } from '#brief/domain/dkim-key.ts';
import { mailDomain } from '#brief/domain/sign-message.ts';
import { CLI } from '#core/actor.ts';
import { withDeps } from '#runtime/command-line/command.ts';
import type { Environment } from '#runtime/config/env.ts';

/** `brief key` */
export async function makeKey(args: string[], environment: Environment): Promise<void> {
  const { values } = parseArgs({ args, options: { replace: { type: 'boolean' } } });
  await withDeps(
    environment,
    async (deps, { brief }) => {
      const { selector, record, isNew, madeAt } = await makeDkimKey(deps, CLI, values);
      const made = isNew ? 'Made a DKIM key' : `The site has a DKIM key since ${madeAt}; --replace makes another one`;
      console.log(`${made}. Put this TXT record into the DNS of ${mailDomain(brief.from)}:\n`);
      console.log(`${selector}._domainkey.${mailDomain(brief.from)}\n${record}`);
    },
    { writesAddresses: true },
  );
}
