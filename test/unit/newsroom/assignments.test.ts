import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAssignment } from '#editorial/review/assign.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { form, openSite } from '../../support/site.ts';
import { file, readPage } from '../../support/stocked.ts';

const EMPTY = { assignee: '', day: '', words: '', note: '' };

test('an assignment has a person, a length, a due day and a note: on Today, in Articles, and in one email', async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const sam = await site.person('writer', 'Sam Weld');
  await emailTurns(site.deps, site.publication);
  const pitch = {
    ...{ headline: 'Who owns the scan', dek: 'A contract question.', section: 'robotics', slug: '' },
    ...{ assignee: sam.id, day: '2026-10-20', words: '900', note: 'Ask the <surveyor>.\r\nTwo sites.' },
  };
  const made = await site.fetch('/newsroom/new', form(dana, pitch));
  assert.equal(made.status, 303);
  const id = made.headers.get('location')?.split('/')[3] ?? '';
  assert.equal(
    made.headers.get('location'),
    `/newsroom/articles/${id}`,
    'it is not opened for writing by who gives it',
  );
  const given = await readAssignment(site.deps.db.read, dana, id);
  assert.deepEqual(
    { ...given, ownerId: null },
    { ownerId: null, assigneeId: sam.id, dueOn: '2026-10-20', words: 900, note: 'Ask the <surveyor>.\nTwo sites.' },
  );
  const today = await readPage(site, sam, '/newsroom');
  const facts =
    /assigned to you · 900 words · “Ask the &lt;surveyor&gt;\.\nTwo sites\.” · due <time datetime="2026-10-20">/;
  assert.match(today.replaceAll('<span aria-hidden="true"> · </span>', ' · '), facts);
  for (const q of ['by:me', 'due:2026-10-20'])
    assert.match(await readPage(site, sam, `/newsroom/articles?q=${q}`), /Who owns the scan[\s\S]*900 words asked for/);

  await emailTurns(site.deps, site.publication);
  await emailTurns(site.deps, site.publication);
  const mails = await site.deps.db.read.selectFrom('outbox').select(['recipient', 'text']).execute();
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [sam.email],
  );
  assert.match(
    mails[0]?.text ?? '',
    /assigned to you; due on 2026-10-20\nLength: 900 words\nNote: “Ask the <surveyor>\.\nTwo sites\.”/,
  );
  assert.doesNotMatch(await readPage(site, dana, `/newsroom/journal?article=${id}`), /surveyor/);
});

test('an assignment changes as a whole; a wrong value changes nothing, and agents cannot give one', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const sam = await site.person('writer', 'Sam Weld');
  const id = await file(site, await site.grantToken(dana));
  const give = async (by: typeof dana, fields: Record<string, string>) =>
    (await site.fetch(`/newsroom/articles/${id}/assignment`, form(by, { ...EMPTY, ...fields }))).status;
  assert.equal(await give(dana, { words: '700' }), 303);
  assert.equal(await give(dana, { words: '700' }), 409, 'nothing is different');
  for (const wrong of [
    { words: '0' },
    { words: 'many' },
    { words: '1.5' },
    { day: '2026-02-30' },
    { note: 'x'.repeat(2001) },
  ])
    assert.equal(await give(dana, { assignee: sam.id, ...wrong }), 422);
  assert.equal(await give(dana, { assignee: crypto.randomUUID(), words: '800' }), 404);
  assert.equal((await readAssignment(site.deps.db.read, dana, id)).words, 700, 'all or nothing');
  assert.equal(await give(sam, { words: '100' }), 404);
  assert.equal(await give(dana, { assignee: sam.id, words: '700' }), 303);
  assert.equal(await give(sam, { assignee: dana.id, words: '700' }), 403, 'a writer gives it to nobody else');
  assert.equal(await give(sam, { assignee: sam.id, words: '650' }), 303);
  const acts = await site.deps.db.read
    .selectFrom('journal')
    .select(['act', 'detail'])
    .where('act', 'in', ['article.assigned', 'article.ordered', 'article.due'])
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    acts.map(({ act, detail }) => [act, JSON.parse(detail ?? '')]),
    [
      ['article.ordered', { words: 700, note: null }],
      ['article.assigned', { to: sam.id, name: 'Sam Weld' }],
      ['article.ordered', { words: 650, note: null }],
    ],
  );
});
