import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret, newSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { notify } from '#people/emails.ts';
import { memberOf } from '#people/member-row.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

// A pending sign-in: the password was correct and the second factor is missing. It gives access to nothing.

const PURPOSE = 'half sign-in';
/** Seconds until a pending sign-in expires, and how many tries it allows. */
const LIFETIME = 600;
const MAX_TRIES = 5;

/** `id` is the key of its row. */
export type PendingSignIn = { id: string; editor: Member; email: string };

/** Whether a person has a second factor. Recovery codes alone do not count. */
export async function hasFactor(tx: Tx, editorId: string): Promise<boolean> {
  const app = tx.selectFrom('totp').select('editor_id as id').where('confirmed_at', 'is not', null);
  const passkey = tx.selectFrom('passkey').select('editor_id as id');
  const factor = await tx
    .selectFrom(app.unionAll(passkey).as('factor'))
    .select('id')
    .where('id', '=', editorId)
    .limit(1)
    .executeTakeFirst();
  return factor !== undefined;
}

/** Creates a pending sign-in and returns the secret for its cookie. */
export async function createPendingSignIn(deps: Deps, tx: Tx, editor: Member): Promise<string> {
  const secret = newSecret('pl_hs_');
  await tx.deleteFrom('challenge').where('expires_at', '<', now(deps)).execute();
  const row = { id: hashSecret(secret), editor_id: editor.id, purpose: PURPOSE, challenge: '' };
  await tx
    .insertInto('challenge')
    .values({ ...row, expires_at: inSeconds(deps, LIFETIME) })
    .execute();
  return secret;
}

/** The pending sign-in of a cookie's secret; null when it has ended. */
export async function findPendingSignIn(deps: Deps, secret: string): Promise<PendingSignIn | null> {
  const row = await deps.db.read
    .selectFrom('challenge')
    .innerJoin('editor', 'editor.id', 'challenge.editor_id')
    .select([
      'challenge.id',
      'editor.id as editor_id',
      'editor.name',
      'editor.role',
      'editor.sells_ads',
      'editor.email',
    ])
    .where('challenge.id', '=', hashSecret(secret))
    .where('challenge.purpose', '=', PURPOSE)
    .where('challenge.tries', '<', MAX_TRIES)
    .where('challenge.expires_at', '>', now(deps))
    .where('editor.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const editor = memberOf({ ...row, id: row.editor_id });
  return { id: row.id, editor, email: row.email };
}

/** Counts a try before it is checked, so that parallel tries count too. @throws unauthorized when none is left */
export async function countTry(deps: Deps, pending: PendingSignIn): Promise<void> {
  await deps.db.write(async (tx) => {
    const spent = await tx
      .updateTable('challenge')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('id', '=', pending.id)
      .where('tries', '<', MAX_TRIES)
      .returning('tries')
      .executeTakeFirst();
    if (!spent) throw pendingSignInEnded();
    if (spent.tries === MAX_TRIES) await reportTooManyTries(deps, tx, pending.editor);
  });
}

const TOO_MANY_TRIES = 'session.second factor tried often';

/** Writes a journal entry and emails the person, at most once a day: somebody knows their password. */
async function reportTooManyTries(deps: Deps, tx: Tx, editor: Member): Promise<void> {
  const subject = { kind: 'editor', id: editor.id } as const;
  const entry = await tx
    .selectFrom('journal')
    .select('seq')
    .where('act', '=', TOO_MANY_TRIES)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', editor.id)
    .where('at', '>', inSeconds(deps, -24 * 60 * 60))
    .limit(1)
    .executeTakeFirst();
  if (!entry) await notify(deps, tx, editor.id, 'factor.tried');
  await writeJournal(deps, tx, editor, { act: TOO_MANY_TRIES, subject });
}

/** Ends a pending sign-in that succeeded. @throws unauthorized when it expired or was used */
export async function usePendingSignIn(deps: Deps, tx: Tx, pending: PendingSignIn): Promise<void> {
  const used = await tx
    .deleteFrom('challenge')
    .where('id', '=', pending.id)
    .where('expires_at', '>', now(deps))
    .executeTakeFirst();
  if (used.numDeletedRows !== 1n) throw pendingSignInEnded();
}

export function pendingSignInEnded(): Failure {
  return new Failure('unauthorized', 'This sign-in has expired.', { hint: 'Start again with your password.' });
}
