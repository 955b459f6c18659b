import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRevisions } from '../src/article/on-file.ts';
import { publish } from '../src/article/publish.ts';
import { bearer, draft, form, fromPage, json, openHouse, type Person, type TestHouse } from './house.ts';
import { file, revise, stock } from './stocked.ts';

async function read(house: TestHouse, person: Person, path: string): Promise<string> {
  const response = await house.fetch(path, { headers: { Cookie: person.cookie } });
  assert.equal(response.status, 200, path);
  return response.text();
}

function publishForm(house: TestHouse, person: Person, id: string, revision: string | number): Promise<Response> {
  return house.fetch(`/newsroom/articles/${id}/publish`, form(person, { revision: String(revision) }));
}

test('the board shows articles by stage, what asks for somebody first', async (t) => {
  const house = await openHouse(t);
  const { editor } = await stock(house);
  const page = await read(house, editor, '/newsroom');
  const order = [
    'Newer copy waiting',
    'Four takeoff programs',
    'Drafts',
    'A layout robot on a live slab',
    'A crane schedule that argues back',
    'Published',
    'What a pour-sequence model',
    'Unpublished',
    'Drone stockpile counts',
  ].map((words) => page.indexOf(words, page.indexOf('<tbody>')));
  assert.ok(order.every((at) => at > 0));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.match(page, /2 things stop it/);
});

test('an empty board says what will appear', async (t) => {
  const house = await openHouse(t);
  const page = await read(house, await house.person('chief'), '/newsroom');
  assert.match(page, /One appears here as soon as it is filed/);
});

test('the board narrows to a stage, a desk and words', async (t) => {
  const house = await openHouse(t);
  const { editor } = await stock(house);
  const drafts = await read(house, editor, '/newsroom?status=draft');
  assert.match(drafts, /A crane schedule/);
  assert.doesNotMatch(drafts, /Drone stockpile|Four takeoff/);
  const robotics = await read(house, editor, '/newsroom?desk=robotics');
  assert.match(robotics, /A layout robot/);
  assert.doesNotMatch(robotics, /A crane schedule/);
  assert.match(await read(house, editor, '/newsroom?desk=logistics'), /A crane schedule/);
  const words = await read(house, editor, '/newsroom?q=TAKEOFF%00');
  assert.match(words, /Four takeoff/);
  assert.doesNotMatch(words, /A layout robot/);
  assert.match(await read(house, editor, '/newsroom?q=100%25'), /Nothing here fits/);
});

test('a long stage has a page of its own and goes on by cursor', async (t) => {
  const house = await openHouse(t);
  const editor = await house.person('editor');
  const token = await house.letIn(editor);
  for (let n = 0; n < 53; n++) await file(house, token, { slug: `draft-${n}`, headline: `Draft number ${n}.` });
  const board = await read(house, editor, '/newsroom');
  const more = /href="(\/newsroom\?status=draft[^"]*)"/.exec(board)?.[1] ?? '';
  const first = await read(house, editor, more.replaceAll('&amp;', '&'));
  assert.equal(first.match(/Draft number/g)?.length, 50);
  const next = /href="(\/newsroom\?status=draft&amp;cursor=[^"]*)"/.exec(first)?.[1] ?? '';
  const second = await read(house, editor, next.replaceAll('&amp;', '&'));
  assert.equal(second.match(/Draft number/g)?.length, 3);
  const wrong = await house.fetch('/newsroom?status=draft&cursor=made-up', { headers: { Cookie: editor.cookie } });
  assert.equal(wrong.status, 400);
});

test('a writer sees drafts of their own and nobody else’s', async (t) => {
  const house = await openHouse(t);
  const { writer, drafted, changed } = await stock(house);
  const own = await house.fetch('/api/admin/articles', {
    method: 'POST',
    headers: fromPage(writer, { 'Content-Type': 'application/json' }),
    body: JSON.stringify(draft({ slug: 'own-draft', headline: 'A draft of my own' })),
  });
  const { id } = await json(own);
  const board = await read(house, writer, '/newsroom');
  assert.match(board, /A draft of my own/);
  assert.doesNotMatch(board, /A layout robot|Four takeoff/);
  for (const other of [drafted, changed]) {
    for (const path of [
      `/newsroom/articles/${other}`,
      `/newsroom/articles/${other}/revisions/0`,
      `/newsroom/articles/${other}/revisions/0/preview`,
    ]) {
      assert.equal((await house.fetch(path, { headers: { Cookie: writer.cookie } })).status, 404, path);
    }
  }
  const page = await read(house, writer, `/newsroom/articles/${id}`);
  assert.doesNotMatch(page, /<button>Publish/);
  assert.match(page, /An editor publishes/);
});

test('a writer who posts the publish form is refused, and so are the other editors’ pages', async (t) => {
  const house = await openHouse(t);
  const { writer, drafted, published } = await stock(house);
  assert.equal((await publishForm(house, writer, drafted, 0)).status, 403);
  assert.equal((await house.fetch(`/newsroom/articles/${published}/unpublish`, form(writer, {}))).status, 403);
  assert.equal((await house.fetch('/newsroom/agents', { headers: { Cookie: writer.cookie } })).status, 403);
  assert.equal((await house.fetch('/robotics/layout-robot-pilot')).status, 404);
});

test('an agent’s token opens no page of the newsroom', async (t) => {
  const house = await openHouse(t);
  const { token, drafted } = await stock(house);
  const response = await house.fetch(`/newsroom/articles/${drafted}/publish`, {
    method: 'POST',
    headers: bearer(token),
  });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), '/newsroom/sign-in');
  assert.equal((await house.fetch('/robotics/layout-robot-pilot')).status, 404);
});

test('an article’s page names the exact revision its button publishes', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted, token } = await stock(house);
  await revise(house, token, drafted, { headline: 'Second thoughts', baseRevision: 0 });
  const page = await read(house, editor, `/newsroom/articles/${drafted}`);
  assert.match(page, /<button>Publish revision 1<\/button>/);
  assert.match(page, /name="revision" value="1"/);
  assert.match(
    page,
    new RegExp(`<iframe sandbox src="/newsroom/articles/${drafted}/revisions/1/preview" title="[^"]+">`),
  );
  assert.doesNotMatch(page, /allow-scripts|allow-same-origin/);
});

test('publishing sends the editor back to the article, which says what readers see', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted } = await stock(house);
  const answer = await publishForm(house, editor, drafted, 0);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('location'), `/newsroom/articles/${drafted}?done=published`);
  const page = await read(house, editor, answer.headers.get('location') ?? '');
  assert.match(page, /role="status">Published. Readers see revision 0/);
  assert.match(page, /href="\/robotics\/layout-robot-pilot"/);
  assert.equal((await house.fetch('/robotics/layout-robot-pilot')).status, 200);
});

test('what is published is the revision that was seen, also when a newer one came meanwhile', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted, token } = await stock(house);
  await revise(house, token, drafted, { headline: 'Slipped in while the editor was reading', baseRevision: 0 });
  await publishForm(house, editor, drafted, 0);
  const live = await (await house.fetch('/robotics/layout-robot-pilot')).text();
  assert.match(live, /A layout robot on a live slab/);
  assert.doesNotMatch(live, /Slipped in/);
  assert.match(await read(house, editor, `/newsroom/articles/${drafted}`), /revision 1 is waiting/);
});

test('an earlier revision can be published from its own page', async (t) => {
  const house = await openHouse(t);
  const { editor, changed } = await stock(house);
  await publish(house.press, editor, changed, 1);
  const page = await read(house, editor, `/newsroom/articles/${changed}/revisions/0`);
  assert.match(page, /<button>Publish revision 0<\/button>/);
  assert.match(page, /leaves revision 1, which is newer, waiting/);
  assert.equal((await publishForm(house, editor, changed, 0)).status, 303);
});

test('before publishing, the page says what it will replace, move and record', async (t) => {
  const house = await openHouse(t);
  const { editor, changed, drafted } = await stock(house);
  const page = await read(house, editor, `/newsroom/articles/${changed}`);
  assert.match(page, /replaces revision 0, which readers see now/);
  assert.match(
    page,
    /<code>\/benchmarks\/takeoff-benchmark<\/code> to <code>\/benchmarks\/takeoff-benchmark-drawings<\/code>/,
  );
  assert.match(page, /records a correction, for good: “The second program missed 14 doors/);
  assert.match(await read(house, editor, `/newsroom/articles/${drafted}`), /readers for the first time/);
});

test('a shut gate offers no button, says why, and refuses the form as a page', async (t) => {
  const house = await openHouse(t);
  const { editor, stopped } = await stock(house);
  const page = await read(house, editor, `/newsroom/articles/${stopped}`);
  assert.doesNotMatch(page, /<button>Publish/);
  assert.match(page, /<strong>Stops it<\/strong> <span>There is no desk/);
  assert.ok(page.indexOf('Stops it') < page.indexOf('Look at'));
  const refused = await publishForm(house, editor, stopped, 0);
  assert.equal(refused.status, 409);
  const why = await refused.text();
  assert.match(why, /2 things stand in the way of publication/);
  assert.match(why, /There is no desk/);
  assert.match(why, /Nothing was changed/);
  assert.match(why, new RegExp(`href="/newsroom/articles/${stopped}"`));
});

test('a revision that is none, or is live already, is not published', async (t) => {
  const house = await openHouse(t);
  const { editor, published } = await stock(house);
  assert.equal((await publishForm(house, editor, published, 0)).status, 409);
  for (const none of ['1', '-1', '0.5', '', '99999999999', 'x']) {
    assert.equal((await publishForm(house, editor, published, none)).status, 404, none);
  }
});

test('unpublishing takes the article from readers and keeps its revisions', async (t) => {
  const house = await openHouse(t);
  const { editor, published } = await stock(house);
  const answer = await house.fetch(`/newsroom/articles/${published}/unpublish`, form(editor, {}));
  assert.equal(answer.headers.get('location'), `/newsroom/articles/${published}?done=unpublished`);
  assert.equal((await house.fetch('/software/pour-sequence-model')).status, 404);
  assert.match(await read(house, editor, answer.headers.get('location') ?? ''), /<button>Publish revision 0<\/button>/);
  assert.equal((await listRevisions(house.press.db.read, editor, published)).length, 1);
  assert.equal((await house.fetch(`/newsroom/articles/${published}/unpublish`, form(editor, {}))).status, 409);
});

test('publishing and unpublishing cannot be posted from another site', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted, published } = await stock(house);
  const foreign = {
    Cookie: editor.cookie,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Site': 'cross-site',
    Origin: 'https://evil.example',
  };
  for (const path of [`/newsroom/articles/${drafted}/publish`, `/newsroom/articles/${published}/unpublish`]) {
    const response = await house.fetch(path, { method: 'POST', headers: foreign, body: 'revision=0' });
    assert.equal(response.status, 403, path);
  }
  assert.equal((await house.fetch('/robotics/layout-robot-pilot')).status, 404);
  assert.equal((await house.fetch('/software/pour-sequence-model')).status, 200);
});

test('the address alone cannot make a page claim that something was published', async (t) => {
  const house = await openHouse(t);
  const { editor, drafted } = await stock(house);
  assert.doesNotMatch(await read(house, editor, `/newsroom/articles/${drafted}?done=published`), /role="status"/);
});

test('a revision’s page shows its copy word for word, with its sources and the editors’ notes', async (t) => {
  const house = await openHouse(t);
  const { editor, changed } = await stock(house);
  const page = await read(house, editor, `/newsroom/articles/${changed}/revisions/1`);
  assert.match(page, /The crew ran the machine on a \*live\* slab/);
  assert.match(
    page,
    /<a href="https:\/\/example.org\/pilot-record" rel="noreferrer">https:\/\/example.org\/pilot-record<\/a>/,
  );
  assert.match(page, /Nobody measured the second pour/);
  assert.match(page, /Beside revision 0, which readers see/);
  const before = await read(house, editor, `/newsroom/articles/${changed}/revisions/0`);
  assert.match(before, /Readers see this revision/);
  const missing = await house.fetch(`/newsroom/articles/${changed}/revisions/2`, {
    headers: { Cookie: editor.cookie },
  });
  assert.equal(missing.status, 404);
});

test('a preview is the article’s page, sandboxed by its own headers and framed by us alone', async (t) => {
  const house = await openHouse(t);
  const { editor, changed } = await stock(house);
  const response = await house.fetch(`/newsroom/articles/${changed}/revisions/1/preview`, {
    headers: { Cookie: editor.cookie },
  });
  assert.equal(
    response.headers.get('content-security-policy'),
    "sandbox; default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  );
  assert.equal(response.headers.get('x-frame-options'), 'SAMEORIGIN');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-robots-tag'), 'noindex');
  const page = await response.text();
  assert.match(page, /By Ines Calloway/);
  assert.match(page, /Correction, at publication/);
  assert.doesNotMatch(page, /<script|Nobody measured/);
});

test('a preview and the page readers get have the same article', async (t) => {
  const house = await openHouse(t);
  const { editor, changed } = await stock(house);
  const article = (page: string) => /<article[\s\S]*<\/article>/.exec(page)?.[0];
  await publish(house.press, editor, changed, 1);
  const preview = await read(house, editor, `/newsroom/articles/${changed}/revisions/1/preview`);
  const page = await (await house.fetch('/benchmarks/takeoff-benchmark-drawings')).text();
  assert.ok(article(page));
  assert.equal(article(preview), article(page));
});

test('editors see which programs were let in, by whom and with what right, and can end one', async (t) => {
  const house = await openHouse(t);
  const { editor, token } = await stock(house);
  const page = await read(house, editor, '/newsroom/agents');
  for (const words of ['test agent', '127.0.0.1', 'by Dana Whitfield', 'file drafts, save revisions', 'May act']) {
    assert.ok(page.includes(words), words);
  }
  assert.doesNotMatch(page, /pl_at_|clm_/);
  const revoke = /action="(\/newsroom\/agents\/[^"]+\/revoke)"/.exec(page)?.[1] ?? '';
  assert.equal((await house.fetch(revoke, form(editor, {}))).status, 303);
  const write = await house.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body: '{}' });
  assert.equal(write.status, 401);
  assert.match(await read(house, editor, '/newsroom/agents'), /Revoked/);
  assert.equal((await house.fetch(revoke, form(editor, {}))).status, 409);
});

test('a token that has run out is shown as ended', async (t) => {
  const house = await openHouse(t);
  const { editor } = await stock(house);
  house.pass(900);
  const page = await read(house, editor, '/newsroom/agents');
  assert.match(page, /Ended <time/);
  assert.doesNotMatch(page, /Revoke/);
});
