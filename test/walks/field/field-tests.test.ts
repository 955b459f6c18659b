import { test } from 'node:test';
import { copyWithField, runIn } from './made-up-field.ts';

/** The tests that know the fields of an article. */
const TESTS = [
  ...['agents/client-package', 'agents/client-drafts', 'agents/agent-dead-ends', 'api/openapi-limits', 'api/payload'],
  ...[
    'exchange/restore',
    'mcp/mcp-tools',
    'newsroom/pictures',
    'public/reading',
    'public/reading-forms',
    'public/revisions',
  ],
  ...['public/search-words', 'rules/hostile-text', 'search/quote', 'search/search'],
].map((name) => `test/${name}.test.ts`);

test('types and tests hold when the recipe adds a field, and no test has to change', (t) => {
  const copy = copyWithField(t);
  runIn(copy, process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.');
  runIn(copy, process.execPath, '--test', ...TESTS);
});
