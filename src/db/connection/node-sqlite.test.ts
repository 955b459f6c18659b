import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { queriesOf } from './node-sqlite.ts';

test('the limit of a query is no parameter, with which SQLite would prepare it again each time', () => {
  const file = new DatabaseSync(':memory:');
  const query = queriesOf(() => file)
    .selectFrom('article')
    .select('id')
    .where('id', '>', 'a');
  const { sql, parameters } = query.limit(3).compile();
  assert.match(sql, / limit 3$/);
  assert.deepEqual(parameters, ['a']);
  file.close();
});
