import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBroken } from '../broken.ts';
import type { Check, Target } from '../check.ts';
import { type Ran, requirePassed, requireRefused, runTool } from '../run.ts';

const tool = 'spectral spectral:oas';

/** Spectral's rules for OpenAPI; a warning counts as an error. */
export const spectral: readonly Check[] = [
  { tool, subject: '/openapi.json', run: async (target) => requirePassed(await lint(target, target.description)) },
  {
    tool,
    subject: 'refuses an invalid example',
    run: async (target) => {
      const media = ['components', 'responses', 'Error', 'content', 'application/json'];
      const file = writeBroken(target, [...media, 'example'], { code: 1 });
      return requireRefused(await lint(target, file), /oas3-valid-media-example/);
    },
  },
  {
    tool,
    subject: 'refuses an operation without a description',
    run: async (target) => {
      const file = writeBroken(target, ['paths', '/api', 'get', 'description']);
      return requireRefused(await lint(target, file), /operation-description/);
    },
  },
];

function lint({ out }: Target, file: string): Promise<Ran> {
  const ruleset = join(out, 'spectral.json');
  writeFileSync(ruleset, '{ "extends": ["spectral:oas"] }\n');
  return runTool('spectral', ['lint', '--fail-severity=warn', `--ruleset=${ruleset}`, file]);
}
