import type { Member, Role } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { hashSecret, newSecret } from '../../core/secret.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, inSeconds, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import { notify } from '../emails.ts';

// Half of a sign-in: the password was right, the second factor is still to come. It opens nothing and shows nothing.

const PURPOSE = 'half sign-in';
/** Seconds in which the second factor has to come, and how often it may be wrong. */
const USABLE = 600;
const MOST_TRIES = 5;

/** Whose half it is; `id` is by which it is kept. */
export type PendingSignIn = { id: string; editor: Member; email: string };

/** Whether somebody has a second factor. Recovery codes alone are none. */
export async function hasFactor(tx: Tx, editorId: string): Promise<boolean> {
  const app = tx.selectFrom('totp').select('editor_id as id').where('confirmed_at', 'is not', null);
  const passkey = tx.selectFrom('passkey').select('editor_id as id');
  const found = await tx
    .selectFrom(app.unionAll(passkey).as('factor'))
    .select('id')
    .where('id', '=', editorId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Opens half a session and returns the secret its cookie carries. */
export async function createPendingSignIn(deps: Deps, tx: Tx, editor: Member): Promise<string> {
  const secret = newSecret('pl_hs_');
  await tx.deleteFrom('challenge').where('expires_at', '<', now(deps)).execute();
  const row = { id: hashSecret(secret), editor_id: editor.id, purpose: PURPOSE, challenge: '' };
  await tx
    .insertInto('challenge')
    .values({ ...row, expires_at: inSeconds(deps, USABLE) })
    .execute();
  return secret;
}

/** Whose half a cookie's secret is; null when it is over. */
export async function findPendingSignIn(deps: Deps, secret: string): Promise<PendingSignIn | null> {
  const row = await deps.db.read
    .selectFrom('challenge')
    .innerJoin('editor', 'editor.id', 'challenge.editor_id')
    .select(['challenge.id', 'editor.id as editor_id', 'editor.name', 'editor.role', 'editor.email'])
    .where('challenge.id', '=', hashSecret(secret))
    .where('challenge.purpose', '=', PURPOSE)
    .where('challenge.tries', '<', MOST_TRIES)
    .where('challenge.expires_at', '>', now(deps))
    .where('editor.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const editor: Member = { kind: 'editor', id: row.editor_id, name: row.name, role: row.role as Role };
  return { id: row.id, editor, email: row.email };
}

/** Pays for a try before it is looked at, so that tries sent at once count too. @throws unauthorized when none is left */
export async function countTry(deps: Deps, half: PendingSignIn): Promise<void> {
  await deps.db.write(async (tx) => {
    const spent = await tx
      .updateTable('challenge')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('id', '=', half.id)
      .where('tries', '<', MOST_TRIES)
      .returning('tries')
      .executeTakeFirst();
    if (!spent) throw pendingSignInEnded();
    if (spent.tries === MOST_TRIES) await noteTriedOften(deps, tx, half.editor);
  });
}

const TRIED_OFTEN = 'session.second factor tried often';

/** Writes it in the journal, and mails the person once a day: whoever tries knows their password. */
async function noteTriedOften(deps: Deps, tx: Tx, editor: Member): Promise<void> {
  const subject = { kind: 'editor', id: editor.id } as const;
  const told = await tx
    .selectFrom('journal')
    .select('seq')
    .where('act', '=', TRIED_OFTEN)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', editor.id)
    .where('at', '>', inSeconds(deps, -24 * 60 * 60))
    .limit(1)
    .executeTakeFirst();
  if (!told) await notify(deps, tx, editor.id, 'factor.tried');
  await writeJournal(deps, tx, editor, { act: TRIED_OFTEN, subject });
}

/** Uses half a session up for a whole one. @throws unauthorized when it is over or was used */
export async function usePendingSignIn(deps: Deps, tx: Tx, half: PendingSignIn): Promise<void> {
  const used = await tx
    .deleteFrom('challenge')
    .where('id', '=', half.id)
    .where('expires_at', '>', now(deps))
    .executeTakeFirst();
  if (used.numDeletedRows !== 1n) throw pendingSignInEnded();
}

export function pendingSignInEnded(): Failure {
  return new Failure('unauthorized', 'This sign-in is over.', { hint: 'Begin again with your password.' });
}
