import { createHmac, randomInt } from 'node:crypto';
import { Failure } from '#core/failure.ts';
import type { Session } from '#core/session.ts';
import type { Tx } from '#db/database.ts';
import { confirmPassword, hashWithSalt } from '#people/passwords.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { recordFactorChange } from './factors.ts';
import { hasFactor } from './pending-sign-in.ts';

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 10;
const COUNT = 10;

export type RecoveryCodes = { shown: string[]; hashes: string[] };

/** Ten single-use codes of 43 bits, and their hashes for storing (ASVS 6.5.2: as slow to guess as a password). */
export async function generateCodes(deps: Deps, editorId: string): Promise<RecoveryCodes> {
  const codes = Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  );
  const hashes = await Promise.all(codes.map((code) => hashCode(deps, editorId, code)));
  return { shown: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes };
}

/** Replaces the person's codes. */
export async function storeCodes(tx: Tx, editorId: string, { hashes }: RecoveryCodes): Promise<void> {
  await tx.deleteFrom('recovery_code').where('editor_id', '=', editorId).execute();
  const rows = hashes.map((code_hash) => ({ editor_id: editorId, code_hash, used_at: null }));
  await tx.insertInto('recovery_code').values(rows).execute();
}

/** Makes new codes, to be shown once. The old ones stop working. @throws unauthorized (the password), already_done, busy */
export async function replaceCodes(deps: Deps, session: Session, password: string): Promise<string[]> {
  await confirmPassword(deps, session.editor, password);
  const codes = await generateCodes(deps, session.editor.id);
  await deps.db.write(async (tx) => {
    if (!(await hasFactor(tx, session.editor.id)))
      throw new Failure('already_done', 'You have no second factor.', {
        hint: 'Set one up. You get recovery codes with it.',
      });
    await storeCodes(tx, session.editor.id, codes);
    await recordFactorChange(deps, tx, { ...session, notice: 'codes.renewed', kind: 'recovery codes' });
  });
  return codes.shown;
}

/** The hash of a typed code; null when it cannot be a code. Ignores case, spaces and dashes. */
export async function hashTypedCode(deps: Deps, editorId: string, typed: string): Promise<string | null> {
  const code = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return code.length === LENGTH ? hashCode(deps, editorId, code) : null;
}

/** Marks a code as used. False when it is unknown or was used. */
export async function useRecoveryCode(deps: Deps, tx: Tx, editorId: string, hash: string): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: now(deps) })
    .where('editor_id', '=', editorId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Each person has one salt, so that one hash finds the code among theirs. */
function hashCode(deps: Deps, editorId: string, code: string): Promise<string> {
  return hashWithSalt(
    deps,
    code,
    createHmac('sha256', deps.key).update(`recovery ${editorId}`).digest().subarray(0, 16),
  );
}
