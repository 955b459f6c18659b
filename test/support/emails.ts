import { addSecret } from '#people/emails.ts';
import { type Email, SECRET_HERE } from '#runtime/mail/outbox.ts';
import type { TestSite } from './site.ts';

/** The emails in the outbox, oldest first, each with the text that the mail server would get now. */
export async function lettersAsSent({ deps }: Pick<TestSite, 'deps'>) {
  const rows = await deps.db.read.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute();
  return Promise.all(
    rows.map(async (row) => {
      if (row.link_hash === null || !row.text?.includes(SECRET_HERE)) return row;
      const letter: Email = { about: row.about, to: '', subject: '', text: row.text, linkHash: row.link_hash };
      return { ...row, text: await addSecret(deps, letter) };
    }),
  );
}
