import type { Check } from '../check.ts';
import { type Ran, requirePassed, requireRefused, runTool } from '../run.ts';
import { withSpoiled } from '../spoil.ts';

const tool = 'linkinator';

/** Every link of the magazine, with the place on the page it leads to; nothing outside it is asked for. */
export const links: readonly Check[] = [
  {
    tool,
    subject: 'every link within the magazine',
    run: async ({ baseUrl }) => {
      const ran = await follow(baseUrl);
      return requirePassed(ran, `${/scanned (\d+) links/.exec(ran.output)?.[1] ?? 'no'} links`);
    },
  },
  {
    tool,
    subject: 'refuses a link that leads nowhere',
    run: ({ baseUrl }) =>
      withSpoiled(
        baseUrl,
        (text) => text.replaceAll('href="/about"', 'href="/abouts"'),
        async (address) => requireRefused(await follow(address), /\[404\] http\S+\/abouts/),
      ),
  },
  {
    tool,
    subject: 'refuses a link to a place no page has',
    run: ({ baseUrl }) =>
      withSpoiled(
        baseUrl,
        (text) => text.replace('id="agents"', 'id="programs"'),
        async (address) => requireRefused(await follow(address), /\/standards#agents/),
      ),
  },
];

function follow(address: string): Promise<Ran> {
  const outside = `^(?!${RegExp.escape(address)})`;
  return runTool('linkinator', [
    address,
    '--recurse',
    '--check-fragments',
    '--check-css',
    '--concurrency=4',
    '--skip',
    outside,
    '--verbosity=error',
  ]);
}
