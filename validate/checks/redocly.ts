import { writeBroken } from '../broken.ts';
import type { Check } from '../check.ts';
import { requirePassed, requireRefused, runTool } from '../run.ts';

const tool = 'redocly recommended-strict';
const lint = (file: string) => runTool('redocly', ['lint', '--extends=recommended-strict', '--format=stylish', file]);

/** Redocly's strictest rules, where a warning is an error. */
export const redocly: readonly Check[] = [
  { tool, subject: '/openapi.json', run: async ({ description }) => requirePassed(await lint(description)) },
  {
    tool,
    subject: 'refuses an invalid example',
    run: async (target) => {
      const wrong = [{ title: 'x', url: 'http://example.org/' }];
      const file = writeBroken(target, ['components', 'schemas', 'IdentityRequest', 'examples'], wrong);
      return requireRefused(await lint(file), /no-invalid-schema-examples/);
    },
  },
  {
    tool,
    subject: 'refuses a broken reference',
    run: async (target) => {
      const file = writeBroken(target, ['components', 'schemas', 'Source']);
      return requireRefused(await lint(file), /no-unresolved-refs/);
    },
  },
];
