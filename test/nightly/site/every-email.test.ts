import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CAPABILITIES } from '#app.ts';
import { CLI } from '#core/actor.ts';
import { addComment } from '#editorial/review/comment.ts';
import { requestChanges } from '#editorial/review/review.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { isDeclared } from '#http/declared.ts';
import { emailLink, notify } from '#people/emails.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { goLive } from '../../support/live.ts';
import { loadParts, settingsOf } from '../../support/part.ts';
import { HOURS, plan, rounds } from '../../support/scheduled.ts';
import { copy, form, openSite, type TestSite } from '../../support/site.ts';

// After a change of the name no kind of email and no document has the old one. A kind of email that nothing here sends fails the test.

const OLD = 'Oldmast Weekly';
const NEW = 'The Site Diary';
const parts = await loadParts();
const SETTINGS = { ...settingsOf(parts), PUBLICATION_NAME: OLD, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMITS: 'off' };

/** Every kind of email that a site queued after its change of the name, with the texts. */
const queued = new Map<string, string[]>();

/** A site that showed its old name, and has another now. */
async function openRenamed(t: TestContext, settings: Record<string, string> = {}): Promise<TestSite> {
  const site = await openSite(t, { ...SETTINGS, ...settings });
  for (const path of ['/', '/about', '/brief', '/advertise'].filter((one) => isDeclared(one)))
    assert.match(await (await site.fetch(path)).text(), /Oldmast/, path);
  await rename(site);
  return site;
}

async function rename(site: TestSite): Promise<void> {
  await saveSiteSettings(site.deps, CLI, { name: NEW });
  assert.match(await (await site.fetch('/')).text(), /The Site Diary/);
  await site.deps.db.write((tx) => tx.deleteFrom('outbox').execute());
}

async function collect({ deps }: TestSite): Promise<void> {
  const rows = await deps.db.read.selectFrom('outbox').selectAll().execute();
  for (const { about, subject, text, html } of rows) {
    const kind = about.replace(/\.section$/, '');
    queued.set(kind, [...(queued.get(kind) ?? []), `${subject}\n${text}\n${html ?? ''}`]);
  }
}

test('emails about accounts and to people of the newsroom have the new name', async (t) => {
  const site = await openRenamed(t);
  const { deps } = site;
  const chief = await site.person('chief', 'Ruth Okafor');
  const editor = await site.person('editor', 'Dana Whitfield');
  await site.fetch(
    '/newsroom/team/invitations',
    form(chief, { email: 'new@magazine.example', name: 'New', role: 'editor' }),
  );
  await site.fetch('/newsroom/reset', form({ cookie: '' }, { email: chief.email }));
  await deps.db.write(async (tx) => {
    for (const kind of ['welcome', 'address'] as const)
      await emailLink(deps, tx, {
        kind,
        to: 'somebody@magazine.example',
        secret: 'secret',
        letterhead: siteSnapshot().publication,
      });
    for (const notice of [
      ...(['password.changed', 'password.given', 'address.asked', 'address.changed', 'factor.added'] as const),
      ...(['factor.removed', 'factor.cleared', 'factor.tried', 'codes.renewed'] as const),
    ])
      await notify(deps, tx, editor.id, notice);
  });
  await site.fetch('/newsroom/profile/emails', form(editor, { emails: 'at_once' }));
  const asked = await createDraft(deps, editor, copy({ slug: 'asked' }));
  await requestChanges(deps, chief, { id: asked.id, revision: 0, note: 'Name the source.' });
  await emailTurns(deps, siteSnapshot().publication);

  const anchor = { blockId: null, passage: null, occurrence: null };
  await addComment(deps, chief, asked.id, { revision: 0, ...anchor, text: '@Dana Whitfield, who says so?' });

  const { id } = await createDraft(deps, CLI, copy());
  assert.equal((await plan(site, editor, id, {})).status, 303);
  await saveRevision(deps, CLI, id, { copy: { ...copy({ slug: 'elsewhere' }), baseRevision: 0 } });
  await goLive(site, { headline: 'Was there first' });
  site.pass(3 * HOURS);
  await rounds(site);
  await collect(site);
});

for (const { name, sendEveryEmail } of parts)
  if (sendEveryEmail)
    test(`emails and documents of a capability have the new name: ${name}`, async (t) => {
      const site = await openRenamed(t);
      const others = await sendEveryEmail(site, { now: NEW, before: 'Oldmast' }, t);
      for (const one of [site, ...others]) await collect(one);
    });

test('every kind of email was sent, and none has the old name', async (t) => {
  const loaded = await Promise.all(CAPABILITIES.map(({ emails }) => emails?.()));
  const declared = loaded.flatMap((part) => part?.emailKinds ?? []);
  const kinds = declared.filter((kind) => kind !== 'webhook off'); // test/integrations/webhooks reads that one
  assert.deepEqual([...queued.keys()].sort(), kinds.sort(), 'a kind that is not sent here: add an act that sends it');
  const named: string[] = [];
  for (const [kind, texts] of queued)
    for (const text of texts) {
      assert.doesNotMatch(text, /Oldmast/, kind);
      if (text.includes(NEW)) named.push(kind);
    }
  t.diagnostic(`${queued.size} kinds of email; ${new Set(named).size} name the site`);
});
