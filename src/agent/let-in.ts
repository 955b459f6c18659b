import type { Tx } from '../db/database.ts';
import { type Editor, requireEditorial } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { writeJournal } from '../ground/journal.ts';
import { now, type Press } from '../ground/press.ts';

/** A program that holds a token, as editors see it; never the token itself. */
export type LetIn = {
  tokenId: string;
  claimId: string;
  letInBy: string;
  program: string;
  address: string;
  loginHint: string | null;
  scopes: string[];
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  state: 'live' | 'expired' | 'revoked';
  /** Revisions it saved. */
  saved: number;
};

/** The programs let in, latest first. */
export async function listLetIn(press: Press, tx: Tx, limit: number): Promise<LetIn[]> {
  const rows = await tx
    .selectFrom('access_token')
    .innerJoin('claim', 'claim.id', 'access_token.claim_id')
    .innerJoin('editor', 'editor.id', 'access_token.editor_id')
    .selectAll('access_token')
    .select(['claim.program', 'claim.address', 'claim.login_hint', 'editor.name'])
    .select((select) =>
      select
        .selectFrom('revision')
        .whereRef('revision.claim_id', '=', 'access_token.claim_id')
        .select((count) => count.fn.countAll().as('saved'))
        .as('saved'),
    )
    .orderBy('access_token.created_at', 'desc')
    .orderBy('access_token.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    tokenId: row.id,
    claimId: row.claim_id,
    letInBy: row.name,
    program: row.program,
    address: row.address,
    loginHint: row.login_hint,
    scopes: row.scopes.split(' '),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    state: row.revoked_at ? 'revoked' : row.expires_at <= now(press) ? 'expired' : 'live',
    saved: Number(row.saved),
  }));
}

/** Ends a token; it fails at the next call. @throws forbidden, not_found, already_done */
export async function revokeToken(press: Press, editor: Editor, tokenId: string): Promise<void> {
  requireEditorial(editor, 'revoke a token');
  await press.db.write(async (tx) => {
    const token = await tx.selectFrom('access_token').select('id').where('id', '=', tokenId).executeTakeFirst();
    if (!token) throw new Failure('not_found', 'There is no such token.', { hint: 'Look at the list of agents.' });
    const revoked = await tx
      .updateTable('access_token')
      .set({ revoked_at: now(press) })
      .where('id', '=', tokenId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (revoked.numUpdatedRows !== 1n)
      throw new Failure('already_done', 'This token was revoked already.', { hint: 'Nothing has to be done.' });
    await writeJournal(press, tx, editor, { act: 'token.revoked', subject: { kind: 'token', id: tokenId } });
  });
}
