import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret, newSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type MemberRow, memberOf } from './member-row.ts';

/** The purposes of links, and how many seconds each link works. */
const PURPOSES = { invitation: 72 * 3600, reset: 30 * 60, address: 24 * 3600 } as const;

export type LinkPurpose = keyof typeof PURPOSES;
/** A link that still works. `detail` is the new email address of an `address` link. */
export type OneTimeLink = { editor: Member; email: string; detail: string | null };

/** Creates a link for one use and returns its secret; only the hash is stored. An earlier link of the same purpose ends. */
export async function createLink(
  deps: Deps,
  tx: Tx,
  { purpose, editorId, detail = null }: { purpose: LinkPurpose; editorId: string; detail?: string | null | undefined },
): Promise<string> {
  await tx.deleteFrom('one_time_link').where('purpose', '=', purpose).where('editor_id', '=', editorId).execute();
  return addLink(deps, tx, { purpose, editorId, detail });
}

/**
 * The same, but earlier links still work. Without an editor the same work is done for a link that nobody can use, so that timing does not
 * reveal who has an account.
 */
export async function addLink(
  deps: Deps,
  tx: Tx,
  {
    purpose,
    editorId,
    detail = null,
  }: { purpose: LinkPurpose; editorId: string | null; detail?: string | null | undefined },
): Promise<string> {
  const secret = newSecret('');
  await tx.deleteFrom('one_time_link').where('purpose', '=', purpose).where('expires_at', '<', now(deps)).execute();
  await tx
    .insertInto('one_time_link')
    .values({
      token_hash: hashSecret(secret),
      purpose,
      created_at: now(deps),
      expires_at: inSeconds(deps, PURPOSES[purpose]),
      used_at: null,
      editor_id: editorId,
      detail,
    })
    .execute();
  return secret;
}

/** Makes a second secret for a link, with the same expiry. Null when the link no longer works. */
export async function duplicateLink(deps: Deps, tx: Tx, linkHash: string): Promise<string | null> {
  const row = await tx
    .selectFrom('one_time_link')
    .selectAll()
    .where('token_hash', '=', linkHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now(deps))
    .executeTakeFirst();
  if (!row) return null;
  const secret = newSecret('');
  await tx
    .insertInto('one_time_link')
    .values({ ...row, token_hash: hashSecret(secret) })
    .execute();
  return secret;
}

/** Reads a link without using it. @throws not_found for a link that is unknown, used or expired */
export async function findLink(deps: Deps, purpose: LinkPurpose, secret: string): Promise<OneTimeLink> {
  const row = await deps.db.read
    .selectFrom('one_time_link')
    .innerJoin('editor', 'editor.id', 'one_time_link.editor_id')
    .select(['editor.id', 'editor.name', 'editor.role', 'editor.sells_ads', 'editor.email', 'one_time_link.detail'])
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now(deps))
    .where('editor.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw linkEnded();
  return toLink(row, row.detail);
}

/** Uses a link once and ends every other secret of it. Of two requests at the same time, one finds it. @throws not_found */
export async function useLink(deps: Deps, tx: Tx, purpose: LinkPurpose, secret: string): Promise<OneTimeLink> {
  const used = await tx
    .updateTable('one_time_link')
    .set({ used_at: now(deps) })
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now(deps))
    .returning(['editor_id', 'detail'])
    .executeTakeFirst();
  const person = await tx
    .selectFrom('editor')
    .select(['id', 'name', 'role', 'sells_ads', 'email'])
    .where('id', '=', used?.editor_id ?? '')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!used || !person) throw linkEnded();
  await tx
    .deleteFrom('one_time_link')
    .where('purpose', '=', purpose)
    .where('editor_id', '=', person.id)
    .where('used_at', 'is', null)
    .execute();
  return toLink(person, used.detail);
}

type Person = MemberRow & { email: string };

function toLink(person: Person, detail: string | null): OneTimeLink {
  return { editor: memberOf(person), email: person.email, detail };
}

/** Ends every link and every pending sign-in of a person. */
export async function endLinks(tx: Tx, editorId: string): Promise<void> {
  await tx.deleteFrom('one_time_link').where('editor_id', '=', editorId).execute();
  await tx.deleteFrom('challenge').where('editor_id', '=', editorId).execute();
}

function linkEnded(): Failure {
  return new Failure('not_found', 'This link was used already or has expired.', {
    hint: 'Ask for a new link. Nothing was changed.',
  });
}
