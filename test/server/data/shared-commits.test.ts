import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOnPort } from '../../support/port.ts';
import { bearer, draft, json, openSite } from '../../support/site.ts';

test('simultaneous requests share commits, and each draft is stored when its response is sent', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  if (site.deps.db.kind !== 'sqlite') return t.skip('PostgreSQL groups commits by itself');
  const token = await site.grantToken(await site.person('editor'));
  const post = async (slug: string) => {
    const body = JSON.stringify(draft({ slug }));
    const response = await fetch(`${baseUrl}/api/admin/articles`, { method: 'POST', headers: bearer(token), body });
    const { id } = await json(response);
    const kept = await site.deps.db.read.selectFrom('article').select('id').where('id', '=', id).execute();
    return [response.status, kept.length];
  };
  await Promise.all(Array.from({ length: 16 }, (_, n) => post(`open-the-connection-${n}`)));
  let commits = 0;
  const stop = site.deps.db.watch(() => commits++);
  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => post(`together-${n}`)));
  stop();
  assert.deepEqual(answers, Array(16).fill([201, 1]));
  assert.ok(commits < 16, `${commits} commits`);
});

test('a refusal in a shared commit undoes only its own write', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const slugs = ['one', 'two', 'one', 'three', 'two', 'four'];
  const answers = await Promise.all(
    slugs.map((slug) =>
      site.fetch('/api/admin/articles', {
        method: 'POST',
        headers: bearer(token),
        body: JSON.stringify(draft({ slug })),
      }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 409, 409]);
  const kept = await site.deps.db.read.selectFrom('article').select('slug').orderBy('slug').execute();
  assert.deepEqual(
    kept.map(({ slug }) => slug),
    ['four', 'one', 'three', 'two'],
  );
  const journal = await site.deps.db.read.selectFrom('journal').select('act').execute();
  assert.equal(journal.filter(({ act }) => act === 'draft.created').length, 4);
});
