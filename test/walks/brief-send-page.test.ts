import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { BRIEF_DAY, BRIEF_SETTINGS, publishStories } from '../brief/briefs.ts';
import { AT_ONCE, addReaders, scheduled, sendRound, statesOf } from '../brief/sends.ts';
import { openContext } from '../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, signInAs } from '../support/browser.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import type { After, TestSite } from '../support/site.ts';

// The page of a send in each state that an editor can meet, with a mail server that refuses, defers and drops connections.

const PATH = `/newsroom/briefs/${BRIEF_DAY}/send`;
const WINDOWS = inBothSchemes(390, 1280);

/** What the mail server does with the email to a reader of this number. */
type Answer = (reader: number) => string | 'drop' | null;

async function openSend(t: After, answer: Answer): Promise<TestSite> {
  const mail: MailServer = await openMailServer(t, {
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, done) => {
      stream.resume();
      stream.on('end', () => {
        const said = answer(Number(/reader(\d+)@/.exec(session.envelope.rcptTo[0]?.address ?? '')?.[1]));
        if (said === null) return done();
        if (said === 'drop') return drop(mail, session.id);
        done(Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) }));
      });
    },
  });
  const settings = { ...BRIEF_SETTINGS, ...AT_ONCE, BRIEF_STOP_SECONDS: '600', SMTP_URL: mail.url };
  const site = await serveSite(t, settings);
  await publishStories(site, 3);
  await addReaders(site, 60);
  await scheduled(site, await site.person('editor', 'Dana Whitfield'));
  return site;
}

function drop({ server }: MailServer, id: string): void {
  const all = [...server.connections] as unknown as { id: string; _socket: Socket }[];
  all.find((one) => one.id === id)?._socket.destroy();
}

/** The page for a person who has just signed in: the clock of the site jumps over the end of sessions. */
async function openPage(t: After, site: TestSite): Promise<Page> {
  const context = await openContext(t, { viewport: { width: 1280, height: 900 } });
  await signInAs(context, site, await site.person('editor', `Editor at ${site.deps.clock()}`));
  const page = await context.newPage();
  await page.goto(site.config.publication.baseUrl + PATH);
  return page;
}

const row = (page: Page, label: string) => page.locator('.deliveries tr', { hasText: label }).locator('td').first();

test('before, while it waits, while it goes out, held and done: the page says where the send stands and what to do', async (t) => {
  let isSlow = true;
  const site = await openSend(t, (reader) => {
    if (reader < 2) return '550 5.1.1 no such user';
    if (reader < 4) return 'drop';
    return reader >= 30 && isSlow ? '451 4.7.1 later' : null;
  });
  let page = await openPage(t, site);
  await lookAt(page, 'a scheduled brief', WINDOWS);
  await sendRound(site);
  await page.reload();
  await page.getByText('60 subscribers will get this brief.').waitFor();
  assert.match((await page.locator('.progress').textContent()) ?? '', /06:40 America\/Chicago .* in 10 minutes/);
  await lookAt(page, 'a send that begins in ten minutes', WINDOWS);
  await page.getByText('Change the brief before it goes out').click();
  await page.getByLabel('Subject of the email').fill('What 2 robots marked');
  await page.getByRole('button', { name: 'Pause the send and save as revision 2' }).click();
  await page.getByText('The send is paused, and a new revision is saved.').waitFor();
  await page.getByText('Nobody has got this brief yet.').waitFor();
  await lookAt(page, 'a send that was stopped for a change', WINDOWS);
  await page.getByRole('link', { name: 'Settle the numbers' }).first().click();
  await page.getByText('By your signature').click();
  await page.getByLabel('Why you vouch for it').fill('I saw both.');
  await page.getByRole('button', { name: 'Settle and sign it' }).click();
  await page.getByRole('link', { name: 'Check and send' }).click();
  await page.getByRole('button', { name: 'Approve revision 2' }).click();
  await page.getByRole('button', { name: 'Send it to 60 subscribers' }).click();
  await page.getByText('The brief is resumed.').waitFor();

  site.pass(600);
  page = await openPage(t, site);
  await sendRound(site);
  await page.getByText('30 of 60 emails are done.').first().waitFor();
  await row(page, 'Waiting').filter({ hasText: /^30$/ }).waitFor();
  assert.equal(await page.locator('#send-told').textContent(), await page.locator('.progress').textContent());
  assert.deepEqual(
    [await row(page, 'Accepted').textContent(), await row(page, 'Waiting').textContent()],
    ['26', '30'],
    'without a reload',
  );
  await page.reload();
  assert.match((await page.locator('.answers').textContent()) ?? '', /550 5\.1\.1.*The address does not exist/s);
  assert.deepEqual(await page.locator('.addresses li').allTextContents(), [
    'reader2@mail2.example',
    'reader3@mail3.example',
  ]);
  await lookAt(page, 'a send that goes on', WINDOWS);

  await page.getByText('Pause the send …').click();
  await page.getByLabel('Why it must wait').fill('A name is wrong.');
  await page.getByRole('button', { name: 'Pause the send' }).click();
  await page.getByText('The brief is paused.').waitFor();
  assert.match(
    (await page.locator('.progress').textContent()) ?? '',
    /A name is wrong\. 30 of 60 .* The other 30 wait/,
  );
  await lookAt(page, 'a held send', WINDOWS);
  await page.getByRole('button', { name: 'Send the other 30' }).click();
  await page.getByText('The brief is resumed.').waitFor();

  isSlow = false;
  site.pass(300);
  await sendRound(site);
  assert.deepEqual(await statesOf(site), { accepted: 56, refused: 2, uncertain: 2 });
  await page.getByText('The send is over.').first().waitFor();
  await lookAt(page, 'a send that is over', WINDOWS);
  await page.getByText('The email', { exact: true }).click();
  const email = page.frameLocator('iframe[title="The email at 360 px, light"]');
  await email.getByRole('heading', { name: 'Field Brief' }).waitFor();
  await page.getByRole('button', { name: 'Leave them' }).click();
  await page.getByText('The uncertain deliveries are left as they are.').waitFor();
  assert.equal(await page.locator('.addresses').count(), 0);
});

test('a send that the breaker paused says why, and offers the rest', async (t) => {
  const site = await openSend(t, (reader) => (reader % 3 === 0 ? '550 5.7.1 not wanted' : null));
  await sendRound(site);
  site.pass(600);
  await sendRound(site);
  const page = await openPage(t, site);
  assert.match((await page.locator('.progress').textContent()) ?? '', /^\d+ of the first \d+ emails were refused/);
  assert.match((await page.locator('.answers').textContent()) ?? '', /does not trust the sender/);
  assert.equal(await page.getByRole('button', { name: /^Send the other \d+$/ }).count(), 1);
  await lookAt(page, 'a paused send', WINDOWS);
});
