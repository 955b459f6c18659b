import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, draft, json, openHouse } from '../support/house.ts';
import { openOnPort } from '../support/mcp.ts';

test('requests that come in at the same time share commits, and each draft is there when it is answered', async (t) => {
  const { house, baseUrl } = await openOnPort(t);
  if (house.press.db.kind !== 'sqlite') return t.skip('PostgreSQL shares flushes by itself');
  const token = await house.letIn(await house.person('editor'));
  const post = async (slug: string) => {
    const body = JSON.stringify(draft({ slug }));
    const response = await fetch(`${baseUrl}/api/admin/articles`, { method: 'POST', headers: bearer(token), body });
    const { id } = await json(response);
    const kept = await house.press.db.read.selectFrom('article').select('id').where('id', '=', id).execute();
    return [response.status, kept.length];
  };
  await Promise.all(Array.from({ length: 16 }, (_, n) => post(`open-the-connection-${n}`)));
  let commits = 0;
  const stop = house.press.db.watch(() => commits++);
  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => post(`together-${n}`)));
  stop();
  assert.deepEqual(answers, Array(16).fill([201, 1]));
  assert.ok(commits < 16, `${commits} commits`);
});

test('a refusal in a shared commit undoes one write and no other', async (t) => {
  const house = await openHouse(t);
  const token = await house.letIn(await house.person('editor'));
  const slugs = ['one', 'two', 'one', 'three', 'two', 'four'];
  const answers = await Promise.all(
    slugs.map((slug) =>
      house.fetch('/api/admin/articles', {
        method: 'POST',
        headers: bearer(token),
        body: JSON.stringify(draft({ slug })),
      }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 409, 409]);
  const kept = await house.press.db.read.selectFrom('article').select('slug').orderBy('slug').execute();
  assert.deepEqual(
    kept.map(({ slug }) => slug),
    ['four', 'one', 'three', 'two'],
  );
  const journal = await house.press.db.read.selectFrom('journal').select('act').execute();
  assert.equal(journal.filter(({ act }) => act === 'draft.created').length, 4);
});
