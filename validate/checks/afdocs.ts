import type { Check } from '../check.ts';
import { withDefect } from '../defect.ts';
import { runTool } from '../run.ts';

const tool = 'afdocs';
/** The lowest accepted score, of 100. */
const LEAST = 98;

/** How well agents find their way around the site, by the scorecard for agent-friendly documentation. */
export const afdocs: readonly Check[] = [
  {
    tool,
    subject: 'the whole site',
    run: async ({ baseUrl }) => {
      const { overall, missing } = await score(baseUrl);
      if (overall < LEAST) throw new Error(`${overall} of 100 points, less than ${LEAST}: ${missing}`);
      return `${overall} of 100`;
    },
  },
  {
    tool,
    subject: 'marks down a site with a wrong link to llms.txt',
    run: ({ baseUrl }) =>
      withDefect(
        baseUrl,
        (text) => text.replaceAll('llms.txt', 'lms.txt'),
        async (address) => {
          const { overall, missing } = await score(address);
          if (overall >= LEAST || !/llms-txt-directive-html/.test(missing))
            throw new Error(`${overall} points, missing ${missing}`);
          return `${overall} of 100`;
        },
      ),
  },
];

type Report = { scoring: { overall: number }; results: { id: string; status: string; message: string }[] };

async function score(address: string): Promise<{ overall: number; missing: string }> {
  const parameters = ['--format=json', '--score', '--sampling=deterministic', '--request-delay=0', '--quiet'];
  const { output } = await runTool('afdocs', ['check', address, ...parameters]);
  const { scoring, results } = JSON.parse(output.slice(output.indexOf('{'))) as Report;
  const missing = results.filter(({ status }) => status === 'fail' || status === 'warn');
  return { overall: scoring.overall, missing: missing.map(({ id, message }) => `\n${id}: ${message}`).join('') };
}
