import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type Actor, requireChief } from '#core/actor.ts';
import { thumbprint } from '#core/key-thumbprint.ts';
import { decryptSecret, encryptSecret, type Reseal } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { lockRecords } from '#db/schema/dialect.ts';
import { signDocument } from '#reading/records/signing/signed-document.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

// The Ed25519 keys that sign records. Each key but the first is signed by the previous key; the private part is encrypted in the
// database, and deleted when the next key is made.

/** The public part of a key. */
export type RecordKey = {
  /** Keys count from 1. */
  number: number;
  /** Its thumbprint (RFC 7638). */
  kid: string;
  /** Its public value, base64url (RFC 8037). */
  x: string;
  madeAt: string;
  /** A signed document that names the key: the first signs itself, each other one by the previous key. */
  statement: string;
};

export type SigningKey = { kid: string; privateKey: KeyObject };

/** What the statement of a key says it is. */
export const KEY_FORMAT = 'plumbline-key/1';
const ABOUT = 'a key that signs records';

/** All keys, the first one first. The last one signs now. */
export async function listRecordKeys(tx: Tx): Promise<RecordKey[]> {
  return tx
    .selectFrom('record_key')
    .select(['number', 'kid', 'x', 'made_at as madeAt', 'statement'])
    .orderBy('number')
    .execute();
}

/** The key that signs now; the first call of a site makes it. The caller holds the lock of records. */
export async function currentRecordKey(deps: Deps, tx: Tx): Promise<SigningKey & { number: number }> {
  const row = await tx
    .selectFrom('record_key')
    .select(['number', 'kid', 'sealed'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { ...(await insertKey(deps, tx, null)), number: 1 };
  const privateKey = decryptSecret(deps.sealKey, ABOUT, row.sealed ?? '');
  return {
    number: row.number,
    kid: row.kid,
    privateKey: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
  };
}

/** Makes the first key if the site has none. Of several processes that start at once, one makes it. */
export async function ensureRecordKey(deps: Deps): Promise<void> {
  const key = await deps.db.read.selectFrom('record_key').select('number').limit(1).executeTakeFirst();
  if (key) return;
  await deps.db.write(async (tx) => {
    await lockRecords(deps.db.kind, tx);
    await currentRecordKey(deps, tx);
  });
}

/**
 * Makes another key, signed by the previous key, and deletes the private part of that one. Records that it signed stay as they are.
 * @throws forbidden
 */
export async function rotateRecordKey(deps: Deps, actor: Actor): Promise<RecordKey> {
  requireChief(actor, 'rotate the key of records');
  return deps.db.write(async (tx) => {
    await lockRecords(deps.db.kind, tx);
    const before = await currentRecordKey(deps, tx);
    const { kid } = await insertKey(deps, tx, before);
    await tx.updateTable('record_key').set({ sealed: null }).where('number', '=', before.number).execute();
    await writeJournal(deps, tx, actor, {
      act: 'records.key_rotated',
      subject: { kind: 'setting', id: 'record-key' },
      detail: { key: kid, before: before.kid },
    });
    const keys = await listRecordKeys(tx);
    return keys.at(-1) as RecordKey;
  });
}

async function insertKey(deps: Deps, tx: Tx, before: (SigningKey & { number: number }) | null): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const x = String(publicKey.export({ format: 'jwk' }).x);
  const own = { kid: thumbprint(x), privateKey };
  const madeAt = now(deps);
  const number = (before?.number ?? 0) + 1;
  const record = {
    format: KEY_FORMAT,
    number,
    crv: 'Ed25519',
    kty: 'OKP',
    x,
    kid: own.kid,
    madeAt,
    previous: before?.kid ?? null,
  };
  await tx
    .insertInto('record_key')
    .values({
      number,
      kid: own.kid,
      x,
      made_at: madeAt,
      statement: signDocument(record, before ?? own),
      sealed: encryptSecret(deps.sealKey, ABOUT, privateKey.export({ format: 'der', type: 'pkcs8' })),
    })
    .execute();
  return own;
}

/** Encrypts the private parts again. */
export async function resealRecordKeys(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx.selectFrom('record_key').select(['number', 'sealed']).execute();
  for (const { number, sealed } of rows)
    if (sealed !== null)
      await tx
        .updateTable('record_key')
        .set({ sealed: reseal(ABOUT, sealed) })
        .where('number', '=', number)
        .execute();
}

/** The public key in PEM, as OpenSSL reads it. */
export function toPem(x: string): string {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return key.export({ format: 'pem', type: 'spki' }).toString();
}
