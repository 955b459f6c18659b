import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign } from '#editorial/review/assign.ts';
import { addComment, replyTo } from '#editorial/review/comment.ts';
import { requestChanges, requestReview } from '#editorial/review/review.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { listEmailed } from '#people/email-preference.ts';
import { inviteMember } from '#people/invitations.ts';
import { setTimeZone } from '#people/profile.ts';
import { cookieOf, NOBODY } from '../../support/entering.ts';
import { form, openSite, PASSWORD } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

test('people get emails about what waits for them, at once, once a day or never', async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
  const { deps } = site;
  const { editor, chief, drafted, stopped } = await stock(site);
  const choose = (person: typeof editor, emails: string) =>
    site.fetch('/newsroom/profile/emails', form(person, { emails }));
  const look = async () => {
    await Promise.all([emailTurns(deps, site.publication), emailTurns(deps, site.publication)]);
    const sent = await deps.db.read
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'text'])
      .where('about', '=', 'turn')
      .execute();
    await deps.db.write((tx) => tx.deleteFrom('outbox').execute());
    return sent;
  };
  await requestChanges(deps, chief, { id: drafted, revision: 0, note: 'Name the source of the 412 points.' });
  assert.deepEqual(await look(), [], 'what waits before the server first looks for a person is not new');
  assert.match(await readPage(site, editor, '/newsroom/profile'), /<option value="at_once" selected>/);

  await requestChanges(deps, chief, { id: stopped, revision: 0, note: 'Which crane?' });
  const [first, ...more] = await look();
  assert.deepEqual(more, [], 'two processes queue one email');
  assert.equal(first?.recipient, editor.email);
  assert.equal(first?.subject, 'Your turn: A crane schedule that argues back');
  assert.match(
    first?.text ?? '',
    /changes requested\nRuth Okafor, 2026-09-06 13:08 UTC: “Which crane\?”\nRevise it: https?:\S+\/newsroom\/articles\/\S+\/edit#request\n/,
  );
  assert.doesNotMatch(first?.text ?? '', /A layout robot/);
  assert.deepEqual(await look(), []);
  const about = { revision: 0, blockId: null, passage: null, occurrence: null };
  const asked = await addComment(deps, editor, stopped, { ...about, text: 'The red one?' });
  await replyTo(deps, chief, { articleId: stopped, commentId: asked, text: 'The tower crane.' });
  assert.match((await look())[0]?.text ?? '', /Ruth Okafor, 2026-09-06 13:08 UTC: “The tower crane\.”/);

  assert.equal((await choose(editor, 'hourly')).status, 422);
  assert.equal((await choose(editor, 'none')).headers.get('location'), '/newsroom/profile?done=emails');
  assert.match(await readPage(site, editor, '/newsroom/profile'), /<option value="none" selected>/);
  await requestReview(deps, chief, stopped, 0);
  await requestChanges(deps, chief, { id: stopped, revision: 0, note: 'And which day?' });
  assert.deepEqual(await look(), [], 'a person who wants none gets none');
  await choose(chief, 'daily');
  await assign(deps, editor, stopped, chief.id);
  const [daily] = await look();
  assert.equal(daily?.recipient, chief.email);
  assert.match(daily?.text ?? '', /changes requested, assigned to you/);
  assert.deepEqual(await look(), [], 'once a day');
  site.pass(24 * 3600);
  assert.equal((await look()).length, 1, 'again on the next day');

  const ruth = { kind: 'editor', id: chief.id, name: chief.name, role: chief.role } as const;
  await setTimeZone(deps, ruth, 'Asia/Tokyo');
  site.pass(6 * 3600); // 19:08 UTC, 04:08 in Tokyo on the next day
  await requestChanges(deps, editor, { id: stopped, revision: 0, note: 'Which slab?' });
  assert.deepEqual(await look(), [], 'not yet morning in Tokyo');
  site.pass(2 * 3600);
  const [morning] = await look();
  assert.match(morning?.text ?? '', /2026-09-08 04:08 \(2026-09-07 19:08 UTC\): “Which slab\?”/);
});

test('an invited person chooses the emails with their password, and gets none before', async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
  const { deps } = site;
  const chief = await site.person('chief', 'Ruth Okafor');
  const invite = async (name: string, role: 'editor' | 'ad sales') =>
    `/newsroom/invitation/${await inviteMember(deps, chief, { name, email: `${name}@magazine.example`, role }, null)}`;
  const link = await invite('ines', 'editor');
  assert.deepEqual(
    (await listEmailed(deps.db.read)).map(({ person }) => person.name),
    ['Ruth Okafor'],
  );
  assert.match(await (await site.fetch(link)).text(), /<select id="emails"[^>]*><option value="at_once" selected>/);
  const passwords = { newPassword: PASSWORD, repeatedPassword: PASSWORD };
  const weekly = await site.fetch(link, form(NOBODY, { ...passwords, emails: 'weekly' }));
  assert.equal(weekly.status, 422);
  const taken = await site.fetch(link, form(NOBODY, { ...passwords, emails: 'daily' }));
  assert.equal(taken.status, 303);
  const profile = await site.fetch('/newsroom/profile', { headers: { Cookie: cookieOf(taken) } });
  assert.match(await profile.text(), /<option value="daily" selected>/);
  assert.doesNotMatch(await (await site.fetch(await invite('adam', 'ad sales'))).text(), /id="emails"/);
});
