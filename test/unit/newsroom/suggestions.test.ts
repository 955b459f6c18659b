import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { acceptSuggestions, suggestChange } from '#editorial/review/suggest.ts';
import { form, openSite, type Person } from '../../support/site.ts';
import { file, readPage, revise } from '../../support/stocked.ts';

const BODY = [
  { id: 'b1', type: 'paragraph', text: 'The crew ran the machine for **six** weeks.' },
  { id: 'b2', type: 'quote', text: 'I would keep one person with a tape.' },
  { id: 'b3', type: 'list', text: '- one\n- two' },
];

async function open(t: Parameters<typeof openSite>[0]) {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const eva = await site.person('editor', 'Eva Lindqvist');
  const token = await site.grantToken(dana);
  const id = await file(site, token, { bodyBlocks: BODY });
  const post = (by: Person, rest: string, fields: Record<string, string> = {}) =>
    site.fetch(`/newsroom/articles/${id}/suggestions${rest}`, form(by, fields));
  const suggest = async (block: string, after: string, revision = '0') => {
    const answer = await post(eva, '', { revision, block, after, note: '' });
    assert.equal(answer.status, 303);
    return /#comment-(.+)$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
  };
  const article = () => readArticle(site.deps.db.read, dana, id, site.deps);
  return { site, dana, eva, token, id, post, suggest, article };
}

test('a suggestion stands beside its block, word by word, and is accepted as a revision or refused', async (t) => {
  const { site, dana, id, post, suggest, article } = await open(t);
  const page = async () => readPage(site, dana, `/newsroom/articles/${id}`);
  assert.ok(
    (await page()).includes('>The crew ran the machine for **six** weeks.</textarea>'),
    'the form has the text',
  );
  const first = await suggest('b1', 'The <b>crew</b> ran the machine for **six** weeks.');
  const second = await suggest('b2', 'I would keep two people with a tape.');
  const shown = await page();
  assert.match(
    shown,
    /<del>one person<\/del><ins>two people<\/ins>|keep <del>one<\/del><ins>two<\/ins> <del>person<\/del><ins>people<\/ins>/,
  );
  assert.match(shown, /&lt;b&gt;/);
  assert.match(shown, /2 suggestions are open/);
  const { gate, revision } = await article();
  assert.equal(revision, 0, 'a suggestion is no revision');
  assert.deepEqual(
    gate.filter(({ code }) => code === 'open_suggestions').map(({ severity, message }) => [severity, message]),
    [['warn', '2 suggestions are open: accept or refuse them.']],
  );
  assert.equal((await post(dana, `/${first}/refuse`)).status, 303);
  assert.equal((await post(dana, `/${first}/refuse`)).status, 409);
  assert.equal((await post(dana, `/${second}/accept`)).status, 303);
  const now = await article();
  assert.equal(now.revision, 1);
  assert.deepEqual(
    now.copy.bodyBlocks.map(({ text }) => text),
    [BODY[0]?.text, 'I would keep two people with a tape.', BODY[2]?.text],
  );
  assert.ok(!now.gate.some(({ code }) => code === 'open_suggestions'));
  const after = await page();
  assert.match(after, /Refused by Dana Whitfield/);
  assert.match(after, /Accepted by Dana Whitfield/);
  const resolve = `/newsroom/articles/${id}/comments/${first}/reopen`;
  assert.equal((await site.fetch(resolve, form(dana, {}))).status, 422, 'a decision stays');
  const { rows } = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('act', 'like', 'suggestion.%')
    .orderBy('seq')
    .execute()
    .then((rows) => ({ rows }));
  assert.deepEqual(
    rows.map(({ act }) => act),
    ['suggestion.refused', 'suggestion.accepted'],
  );
});

test('all are accepted as one revision, but those whose text was changed since; empty text removes the block', async (t) => {
  const { site, dana, token, id, post, suggest, article } = await open(t);
  const stale = await suggest('b1', 'Another text.');
  await revise(site, token, id, {
    bodyBlocks: BODY.map((block) => (block.id === 'b1' ? { ...block, text: 'Changed.' } : block)),
    baseRevision: 0,
  });
  await suggest('b2', '', '1');
  await suggest('b3', '- one\r\n- three', '1');
  assert.equal((await post(dana, `/${stale}/accept`)).status, 409);
  assert.equal((await article()).revision, 1);
  assert.equal((await post(dana, '/accept')).status, 303);
  const { revision, copy, gate } = await article();
  assert.equal(revision, 2);
  assert.deepEqual(
    copy.bodyBlocks.map(({ id: block, text }) => [block, text]),
    [
      ['b1', 'Changed.'],
      ['b3', '- one\n- three'],
    ],
  );
  assert.ok(
    gate.some(({ code }) => code === 'open_suggestions'),
    'the stale one is still open',
  );
  assert.equal((await post(dana, '/accept')).status, 409);
});

test('agents neither suggest by this way nor accept; a writer who does not see the draft finds nothing', async (t) => {
  const { site, dana, id, post } = await open(t);
  const sam = await site.person('writer', 'Sam Weld');
  const scopes = ['article:draft', 'article:edit'] as const;
  const agent = { kind: 'agent', id: 'a', claimId: 'c', editorId: dana.id, editorName: dana.name, scopes } as const;
  const sent = { revision: 0, blockId: 'b1', after: 'x', note: null };
  await assert.rejects(suggestChange(site.deps, agent, id, sent), { kind: 'forbidden' });
  await assert.rejects(acceptSuggestions(site.deps, agent, id, 'all'), { kind: 'forbidden' });
  assert.equal((await post(sam, '', { revision: '0', block: 'b1', after: 'x' })).status, 404);
  assert.equal((await post(sam, '/accept')).status, 404);
  assert.equal((await post(dana, '', { revision: '0', block: 'b9', after: 'x' })).status, 422);
  assert.equal((await post(dana, '', { revision: '0', block: 'b1', after: BODY[0]?.text ?? '' })).status, 422);
});
