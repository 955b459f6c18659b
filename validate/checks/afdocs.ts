import type { Check } from '../check.ts';
import { runTool } from '../run.ts';
import { withSpoiled } from '../spoil.ts';

const tool = 'afdocs';
/** Of 100 points. */
const LEAST = 98;

/** How well a program that reads finds its way, as the scorecard for documentation read by agents counts it. */
export const afdocs: readonly Check[] = [
  {
    tool,
    subject: 'the whole magazine',
    run: async ({ baseUrl }) => {
      const { overall, wanting } = await score(baseUrl);
      if (overall < LEAST) throw new Error(`${overall} of 100 points, not ${LEAST}: ${wanting}`);
      return `${overall} of 100`;
    },
  },
  {
    tool,
    subject: 'marks down a magazine that points at nothing',
    run: ({ baseUrl }) =>
      withSpoiled(
        baseUrl,
        (text) => text.replaceAll('llms.txt', 'lms.txt'),
        async (address) => {
          const { overall, wanting } = await score(address);
          if (overall >= LEAST || !/llms-txt-directive-html/.test(wanting))
            throw new Error(`${overall} points, wanting ${wanting}`);
          return `${overall} of 100`;
        },
      ),
  },
];

type Report = { scoring: { overall: number }; results: { id: string; status: string; message: string }[] };

async function score(address: string): Promise<{ overall: number; wanting: string }> {
  const parameters = ['--format=json', '--score', '--sampling=deterministic', '--request-delay=0', '--quiet'];
  const { output } = await runTool('afdocs', ['check', address, ...parameters]);
  const { scoring, results } = JSON.parse(output.slice(output.indexOf('{'))) as Report;
  const wanting = results.filter(({ status }) => status === 'fail' || status === 'warn');
  return { overall: scoring.overall, wanting: wanting.map(({ id, message }) => `\n${id}: ${message}`).join('') };
}
