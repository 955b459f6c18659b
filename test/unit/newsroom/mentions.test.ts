import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addComment, replyTo, resolve } from '#editorial/review/comment.ts';
import { findMentions } from '#editorial/review/mention-words.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { form, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage } from '../../support/stocked.ts';

async function open(t: Parameters<typeof openSite>[0]) {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const ruth = await site.person('chief', 'Ruth Okafor');
  const sam = await site.person('writer', 'Sam Weld');
  const id = await file(site, await site.grantToken(dana));
  return { site, dana, ruth, sam, id };
}

const mails = async ({ deps }: TestSite) => {
  const rows = await deps.db.read.selectFrom('outbox').select(['about', 'recipient', 'subject', 'text']).execute();
  await deps.db.write((tx) => tx.deleteFrom('outbox').execute());
  return rows;
};
const say = (site: TestSite, by: Person, id: string, text: string) =>
  addComment(site.deps, by, id, { revision: 0, blockId: null, passage: null, occurrence: null, text });

test('a comment that names a colleague emails that person a link to it, and waits on their Today', async (t) => {
  const { site, dana, ruth, id } = await open(t);
  await emailTurns(site.deps, site.publication);
  await mails(site);
  const comment = await say(
    site,
    dana,
    id,
    '@Ruth Okafor, <b>is</b> 412 right? I asked @dana and nobody@Ruth.example.',
  );
  const [mail, ...more] = await mails(site);
  assert.deepEqual(more, [], 'nobody is told of their own comment');
  assert.equal(mail?.about, 'mention');
  assert.equal(mail?.recipient, ruth.email);
  assert.match(mail?.subject ?? '', /^Dana Whitfield mentioned you: /);
  assert.match(
    mail?.text ?? '',
    new RegExp(`“@Ruth Okafor, <b>is</b> 412 right.*/newsroom/articles/${id}#comment-${comment}\\n`, 's'),
  );
  const page = await readPage(site, ruth, `/newsroom/articles/${id}`);
  assert.match(page, /<strong class="mention">@Ruth Okafor<\/strong>, &lt;b&gt;is&lt;\/b&gt; 412/);
  assert.ok(page.includes(`id="comment-${comment}"`));
  assert.match(await readPage(site, ruth, '/newsroom'), /you were mentioned/);

  await emailTurns(site.deps, site.publication);
  assert.deepEqual(await mails(site), [], 'the email about turns does not repeat it');

  site.pass(60);
  const reply = await replyTo(site.deps, ruth, { articleId: id, commentId: comment, text: '@Dana Yes.' });
  const [answer] = await mails(site);
  assert.equal(answer?.recipient, dana.email);
  assert.match(answer?.text ?? '', new RegExp(`#comment-${comment}\\n`), 'the link shows the thread');
  assert.doesNotMatch(await readPage(site, ruth, '/newsroom'), /you were mentioned/);
  assert.match(await readPage(site, dana, '/newsroom'), /you were mentioned/);
  assert.ok((await readPage(site, dana, `/newsroom/articles/${id}`)).includes(`id="comment-${reply}"`));
  await resolve(site.deps, ruth, id, comment);
  assert.doesNotMatch(await readPage(site, dana, '/newsroom'), /you were mentioned/);
});

test('only people who may see the article can be mentioned; who wants no emails or one a day gets none at once', async (t) => {
  const { site, dana, ruth, sam, id } = await open(t);
  const offered = async (by: Person) => {
    const response = await site.fetch(`/newsroom/articles/${id}/people`, { headers: { cookie: by.cookie } });
    return response.status === 200
      ? ((await response.json()) as { people: { name: string }[] }).people.map(({ name }) => name)
      : response.status;
  };
  assert.deepEqual(await offered(dana), ['Dana Whitfield', 'Ruth Okafor']);
  assert.equal(await offered(sam), 404, 'a writer does not see who works on the draft of another');
  await say(site, dana, id, '@Sam Weld, look.');
  assert.deepEqual(await mails(site), []);
  assert.doesNotMatch(await readPage(site, dana, `/newsroom/articles/${id}`), /class="mention"/);
  for (const emails of ['daily', 'none']) {
    await site.fetch('/newsroom/profile/emails', form(ruth, { emails }));
    await say(site, dana, id, `@Ruth Okafor, ${emails}.`);
    assert.deepEqual(await mails(site), []);
  }
});

test('a name is found whole, by the longest that fits, and by a first name that only one person has', () => {
  const people = [
    { id: 'a', name: 'Ana' },
    { id: 'b', name: 'Ana Lund' },
    { id: 'c', name: 'Bo Lund' },
    { id: 'd', name: 'Bo Berg' },
  ];
  const names = (text: string) => findMentions(text, people).map(({ id, from, to }) => `${id} ${text.slice(from, to)}`);
  assert.deepEqual(names('@Ana Lund and @ana, @Anabel, x@Ana, @@Ana, @Bo, @BO LUND!'), [
    'b @Ana Lund',
    'a @ana',
    'c @BO LUND',
  ]);
  assert.deepEqual(names('@'), []);
});
