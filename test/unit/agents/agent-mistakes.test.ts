import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, type Told } from '../../support/mcp.ts';
import { openSite } from '../../support/site.ts';
import { MISTAKES } from './mistakes.ts';

// Mistakes language models make: the text of each answer alone is enough to correct the call.

/** The text a model reads in an answer: the words of a refusal, or the gate entries. */
function wordsOf({ isError, data }: Told): string {
  if (!isError) return JSON.stringify(data.gate);
  const { code, error, hint, issues = [], ...more } = data;
  const named = issues.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
  return [code, error, hint, ...named, JSON.stringify(more)].join('\n');
}

test('the answer to each known mistake says how to correct the call, and the mistake stores nothing', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block', RATE_LIMITS: 'off' });
  const token = await site.grantToken(await site.person('editor'));
  const missed: string[] = [];
  for (const [mistake, tool, given, says] of MISTAKES) {
    const words = wordsOf(await call(site, token, tool, given));
    for (const saying of says) if (!saying.test(words)) missed.push(`${mistake}: ${saying} is not in ${words}`);
    assert.doesNotMatch(
      words,
      /openapi\.json/,
      `${mistake}: the answer must not refer to openapi.json, tools/list has the schema`,
    );
  }
  assert.deepEqual(missed, []);
  assert.equal((await site.deps.db.read.selectFrom('article').select('id').execute()).length, 0);
});
