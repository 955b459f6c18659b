import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '../src/article/publish.ts';
import { bearer, draft, json, openHouse } from './house.ts';

test('an agent files a draft, revises it, and an editor publishes the exact revision', async (t) => {
  const house = await openHouse(t);
  const editor = await house.person('editor', 'Dana Whitfield');
  const token = await house.letIn(editor);
  const filed = await house.fetch('/api/admin/articles', {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(draft()),
  });
  assert.equal(filed.status, 201);
  const article = await json(filed);
  assert.equal(article.revision, 0);
  assert.equal((await house.fetch('/robotics/layout-robot-pilot')).status, 404);

  const revised = await house.fetch(`/api/admin/articles/${article.id}/revisions`, {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(draft({ headline: 'A layout robot, six weeks on', baseRevision: 0 })),
  });
  assert.equal(revised.status, 201);
  assert.equal((await json(revised)).revision, 1);

  await publish(house.press, editor, article.id, 1);
  const page = await house.fetch('/robotics/layout-robot-pilot');
  assert.equal(page.status, 200);
  assert.match(await page.text(), /A layout robot, six weeks on/);
  const { articles } = await json(await house.fetch('/api/public/articles'));
  assert.equal(articles.length, 1);
});
