import type { Check } from '../check.ts';
import { withDefect } from '../defect.ts';
import { type Ran, requirePassed, requireRefused, runTool } from '../run.ts';

const tool = 'linkinator';

/** Every link within the site and its fragment; links to other sites are not requested. */
export const links: readonly Check[] = [
  {
    tool,
    subject: 'every link within the site',
    run: async ({ baseUrl }) => {
      const ran = await follow(baseUrl);
      return requirePassed(ran, `${/scanned (\d+) links/.exec(ran.output)?.[1] ?? 'no'} links`);
    },
  },
  {
    tool,
    subject: 'refuses a link to a missing page',
    run: ({ baseUrl }) =>
      withDefect(
        baseUrl,
        (text) => text.replaceAll('href="/about"', 'href="/abouts"'),
        async (address) => requireRefused(await follow(address), /\[404\] http\S+\/abouts/),
      ),
  },
  {
    tool,
    subject: 'refuses a link to a missing fragment',
    run: ({ baseUrl }) =>
      withDefect(
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
