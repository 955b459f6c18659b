import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { addComment, replyTo } from '#editorial/review/comment.ts';
import { approve, requestChanges, requestReview } from '#editorial/review/review.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { addSecret } from '#people/emails.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { copy, form, openSite } from '../../support/site.ts';
import { settleFigures } from '../../support/stocked.ts';

// Each act tells the right person by a real mail server, once, with a link to the place, and never the one who did it.

test('each act sends the right person one email with a link to its place, and none to the one who acted', async (t) => {
  const { site, dana, ruth, tomasz, sent } = await newsroom(t);
  const { deps } = site;
  const { id } = await createDraft(deps, tomasz, copy());
  const base = `${site.publication.baseUrl}/newsroom/articles/${id}`;
  assert.deepEqual(await sent(), [], 'nobody gets an email about their own draft');

  await requestReview(deps, tomasz, id, 0);
  assert.deepEqual(await sent(), [
    [dana.email, 'Your turn: A layout robot on a live slab', `Review it: ${base}#decide`],
    [ruth.email, 'Your turn: A layout robot on a live slab', `Review it: ${base}#decide`],
  ]);

  const about = { revision: 0, blockId: null, passage: null, occurrence: null };
  const comment = await addComment(deps, dana, id, { ...about, text: 'Who counted?' });
  const turn = 'Your turn: A layout robot on a live slab';
  assert.deepEqual(await sent(), [[tomasz.email, turn, `Answer it: ${base}#comment-${comment}`]]);
  await replyTo(deps, tomasz, { articleId: id, commentId: comment, text: 'The superintendent.' });
  assert.deepEqual(await sent(), [[dana.email, turn, `Answer it: ${base}#comment-${comment}`]]);

  await requestChanges(deps, dana, { id, revision: 0, note: 'Name the source.' });
  assert.deepEqual(await sent(), [[tomasz.email, turn, `Revise it: ${base}/edit#request`]]);

  await saveRevision(deps, tomasz, id, { copy: { ...copy({ dek: 'Who counted, and how.' }), baseRevision: 0 } });
  assert.deepEqual(
    (await sent()).map(([to, , link]) => [to, link]),
    [
      [dana.email, `Answer it: ${base}#comment-${comment}`],
      [ruth.email, `Review it: ${base}#decide`],
    ],
  );
  await approve(deps, dana, id, 1);
  assert.deepEqual(await sent(), [[tomasz.email, 'Approved: A layout robot on a live slab', `Open it: ${base}`]]);
  await saveRevision(deps, tomasz, id, { copy: { ...copy({ dek: 'Who counted, how, and when.' }), baseRevision: 1 } });
  assert.deepEqual((await sent()).find(([to]) => to === dana.email)?.[2], `Answer it: ${base}#comment-${comment}`);

  await publish(deps, ruth, id, { revisionNumber: 2 });
  const address = `${site.publication.baseUrl}/robotics/layout-robot-pilot`;
  assert.deepEqual(await sent(), [[tomasz.email, 'Published: A layout robot on a live slab', `Read it: ${address}`]]);
  await unpublish(deps, dana, id, { because: 'A number is disputed.' });
  assert.deepEqual(await sent(), [
    [tomasz.email, 'Unpublished: A layout robot on a live slab', `See why: ${base}#publish-title`],
  ]);
  assert.deepEqual(await sent(), [], 'no email is sent twice');
});

test('a scheduled publication that fails, and a number to check again, tell the people who look after the article', async (t) => {
  const { site, dana, tomasz, sent } = await newsroom(t);
  const { deps } = site;
  const counted = { id: 'b1', type: 'paragraph', text: 'The robot marked 412 points.' } as const;
  const { id } = await createDraft(deps, tomasz, copy({ bodyBlocks: [counted] }));
  const base = `${site.publication.baseUrl}/newsroom/articles/${id}`;
  const at = new Date(deps.clock() + 3600_000).toISOString();
  await schedule(deps, dana, { articleId: id, revisionNumber: 0, at });
  await deps.db.write((tx) => tx.updateTable('editor').set({ role: 'writer' }).where('id', '=', dana.id).execute());
  site.pass(3600);
  await runSchedules(deps, site.publication.baseUrl);
  const [failed, ...more] = await sent();
  assert.deepEqual(more, []);
  assert.equal(failed?.[0], dana.email);
  assert.match(failed?.[1] ?? '', /^Not published: /);
  assert.equal(failed?.[2], `${base}/publish`);

  await settleFigures(site);
  await deps.db.write((tx) => tx.updateTable('settlement').set({ look_again: 'gone' }).execute());
  assert.deepEqual(await sent(), [
    [tomasz.email, 'Check again: A layout robot on a live slab', `Check the numbers: ${base}/figures`],
  ]);
  assert.deepEqual(await sent(), []);
});

test('whoever wants one email a day gets all of it in one, in the morning', async (t) => {
  const { site, dana, ruth, tomasz, sent } = await newsroom(t);
  const { deps } = site;
  await site.fetch('/newsroom/profile/emails', form(tomasz, { emails: 'daily' }));
  const { id } = await createDraft(deps, tomasz, copy());
  await approve(deps, dana, id, 0);
  await publish(deps, ruth, id, { revisionNumber: 0 });
  const [one, ...more] = (await sent('text')).filter(([to]) => to === tomasz.email);
  assert.deepEqual(more, []);
  assert.match(one?.[2] ?? '', /Revision 0 was approved by Dana Whitfield\n/);
  assert.match(one?.[2] ?? '', /Revision 0 was published by Ruth Okafor\nRead it: \S+\/robotics\/layout-robot-pilot\n/);
  await unpublish(deps, dana, id);
  assert.deepEqual(await sent(), [], 'the next one comes tomorrow');
  site.pass(24 * 3600);
  assert.match((await sent())[0]?.[1] ?? '', /^Unpublished: /);
});

type Sent = [to: string, subject: string, link: string];

/** Two editors and a writer, whom the server has looked for once. `sent` delivers what waits and returns it in the order of the addresses. */
async function newsroom(t: Parameters<typeof openSite>[0]) {
  const mail = await openMailServer(t);
  const site = await openSite(t, { SMTP_URL: mail.url });
  const dana = await site.person('editor', 'Dana Whitfield');
  const ruth = await site.person('editor', 'Ruth Okafor');
  const tomasz = await site.person('writer', 'Tomasz Lind');
  await createDraft(site.deps, CLI, copy({ slug: 'of-nobody' }));
  const sent = async (want: 'link' | 'text' = 'link'): Promise<Sent[]> => {
    mail.mails.length = 0;
    await Promise.all([emailTurns(site.deps, site.publication), emailTurns(site.deps, site.publication)]);
    await sendMail(site.deps, site.config, { warn: () => {} }, { complete: addSecret });
    return mail.mails
      .map(({ to, head, body }): Sent => {
        const subject = /^Subject: (.*)$/m.exec(head)?.[1] ?? '';
        const [link = ''] =
          body.match(/^(?:[A-Z][a-z ]+: )?https?:\/\/\S+\/(?:newsroom\/articles|robotics)\S*$/m) ?? [];
        return [to.join(), subject, want === 'link' ? link : body];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1));
  };
  await sent();
  return { site, dana, ruth, tomasz, sent };
}
