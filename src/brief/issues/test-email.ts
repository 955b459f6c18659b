import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { queueMail } from '#runtime/mail/outbox.ts';
import { type BriefContent, getBriefContent } from './brief-record.ts';

/** Most members that get one test email. */
export const MOST_TESTERS = 5;

/** A printed test email. */
export type PrintedBrief = { subject: string; html: string; text: string };

/**
 * Emails one revision to members, through the outbox. It looks like the brief; its subject begins with `[Test]`, and its
 * personal links lead nowhere.
 * @throws forbidden (writers and agents), not_found, validation_failed (nobody, more than five, or not a member)
 */
export async function sendBriefTest(
  deps: Deps,
  actor: Actor,
  { day, revision, memberIds }: { day: string; revision: number; memberIds: readonly string[] },
  print: (content: BriefContent) => Promise<PrintedBrief>,
): Promise<number> {
  requireEditorial(actor, 'send a test email');
  const ids = [...new Set(memberIds)];
  if (ids.length === 0 || ids.length > MOST_TESTERS)
    throw new Failure('validation_failed', `Choose one to ${MOST_TESTERS} people.`, {
      hint: 'A test email goes to people on the team, and to nobody else.',
    });
  const printed = await print(await getBriefContent(deps.db.read, day, revision));
  return deps.db.write(async (tx) => {
    const people = await listTesters(tx);
    const chosen = people.filter(({ id }) => ids.includes(id));
    if (chosen.length < ids.length)
      throw new Failure('validation_failed', 'One of these people is not on the team.', {
        hint: 'Choose people from the list.',
      });
    for (const { email } of chosen) await queueMail(deps, tx, { about: 'brief.test', to: email, ...printed });
    await writeJournal(deps, tx, actor, {
      act: 'brief.tested',
      subject: { kind: 'brief', id: day },
      revision,
      detail: { people: chosen.map(({ name }) => name) },
    });
    return chosen.length;
  });
}

/** The enabled members, by name. */
export async function listTesters(tx: Tx): Promise<{ id: string; name: string; email: string }[]> {
  return tx
    .selectFrom('editor')
    .select(['id', 'name', 'email'])
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(200)
    .execute();
}
