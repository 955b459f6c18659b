import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { thumbprint } from '#core/key-thumbprint.ts';
import { decryptSecret, encryptSecret, type Reseal } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

// The Ed25519 keys that sign proofs of performance. The private part of the present key is encrypted in the table of settings; a key that was
// replaced stays there with its public part only, so that the proofs it signed can still be verified.

/** A public key as a JSON Web Key (RFC 8037, Ed25519); its `kid` is its thumbprint (RFC 7638). */
export type ProofKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' };

/** A signature (RFC 7515, flattened JSON). `payload` is the signed text, base64url. */
export type SignedPayload = { payload: string; protected: string; signature: string };

export type ProofKeys = {
  /** The key that signs now is first, then the keys before it. */
  keys: ProofKey[];
  /** For each key but the first one made: a statement that names it, signed by the previous key. The latest is first. */
  statements: SignedPayload[];
};

export type ReplacedKey = { kid: string; replacedAt: string };

const SETTING = 'proof-key';
const ABOUT = 'the key proofs of performance are signed with';

/** A key that was replaced, with the statement about the next key, which it signed. */
type EarlierKey = { x: string; replacedAt: string; statement: SignedPayload };
/** `earlier`: the latest first; absent before the first rotation. */
type StoredKey = { x: string; sealed: string; earlier?: EarlierKey[] };

/** All public keys of the proofs; none before the first proof. */
export async function readProofKeySet(tx: Tx): Promise<ProofKeys> {
  const stored = await findStored(tx);
  if (!stored) return { keys: [], statements: [] };
  const earlier = stored.earlier ?? [];
  return {
    keys: [stored, ...earlier].map(({ x }) => publicKey(x)),
    statements: earlier.map(({ statement }) => statement),
  };
}

/** The key that signs proofs now, and those that it replaced, the first one made first; null before the first proof. */
export async function listProofKeys(tx: Tx): Promise<{ current: string; replaced: ReplacedKey[] } | null> {
  const stored = await findStored(tx);
  if (!stored) return null;
  const replaced = (stored.earlier ?? []).map(({ x, replacedAt }) => ({ kid: thumbprint(x), replacedAt }));
  return { current: thumbprint(stored.x), replaced: replaced.toReversed() };
}

/** Signs text with the key of this site, which is created with the first proof. */
export async function signProof(deps: Deps, words: string): Promise<SignedPayload & { keyId: string }> {
  const stored = (await findStored(deps.db.read)) ?? (await makeFirstKey(deps));
  return { ...signText(words, stored.x, open(deps, stored)), keyId: thumbprint(stored.x) };
}

/**
 * Makes another key, signs a statement about it with the present key, and deletes the private part of that one. Proofs that
 * it signed stay valid.
 * @throws forbidden, validation_failed before the first proof
 */
export async function rotateProofKey(deps: Deps, actor: Actor): Promise<ProofKey> {
  requireChief(actor, 'rotate the key of proofs');
  return deps.db.write(async (tx) => {
    const before = await lockStored(tx);
    if (!before)
      throw new Failure('validation_failed', 'The site has no key that signs proofs of performance yet.', {
        hint: 'The first proof makes it.',
      });
    const { x, sealed } = makeKey(deps);
    const [key, previous] = [publicKey(x), thumbprint(before.x)];
    const replacedAt = now(deps);
    const statement = { statementOf: 'a key that signs proofs of performance', key, previous, madeAt: replacedAt };
    const signed = signText(JSON.stringify(statement), before.x, open(deps, before));
    const earlier = [{ x: before.x, replacedAt, statement: signed }, ...(before.earlier ?? [])];
    await store(tx, { x, sealed, earlier });
    await writeJournal(deps, tx, actor, {
      act: 'ad.proof_key_rotated',
      subject: { kind: 'setting', id: SETTING },
      detail: { key: key.kid, before: previous },
    });
    return key;
  });
}

/** Encrypts the private key again. */
export async function resealProofKey(tx: Tx, reseal: Reseal): Promise<void> {
  const stored = await lockStored(tx);
  if (stored) await store(tx, { ...stored, sealed: reseal(ABOUT, stored.sealed) });
}

async function findStored(tx: Tx): Promise<StoredKey | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row ? (JSON.parse(row.value) as StoredKey) : null;
}

/** Reads the stored key, and makes other transactions that replace it wait. */
async function lockStored(tx: Tx): Promise<StoredKey | null> {
  const row = await tx
    .updateTable('setting')
    .set((is) => ({ value: is.ref('value') }))
    .where('name', '=', SETTING)
    .returning('value')
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as StoredKey) : null;
}

async function store(tx: Tx, stored: StoredKey): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(stored) })
    .where('name', '=', SETTING)
    .execute();
}

/** If several processes create a key at the same time, the first insert wins. */
async function makeFirstKey(deps: Deps): Promise<StoredKey> {
  const made = makeKey(deps);
  return deps.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: SETTING, value: JSON.stringify(made) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const stored = await findStored(tx);
    if (!stored) throw new Error('the key of proofs was not stored');
    return stored;
  });
}

function makeKey(deps: Deps): StoredKey {
  const { publicKey: open, privateKey } = generateKeyPairSync('ed25519');
  const x = String(open.export({ format: 'jwk' }).x);
  return { x, sealed: encryptSecret(deps.sealKey, ABOUT, privateKey.export({ format: 'der', type: 'pkcs8' })) };
}

function open(deps: Deps, { sealed }: StoredKey): KeyObject {
  return createPrivateKey({ key: decryptSecret(deps.sealKey, ABOUT, sealed), format: 'der', type: 'pkcs8' });
}

function signText(words: string, x: string, key: KeyObject): SignedPayload {
  const { kid, alg } = publicKey(x);
  const header = base64url(JSON.stringify({ alg, kid }));
  const payload = base64url(words);
  const signature = sign(null, Buffer.from(`${header}.${payload}`), key).toString('base64url');
  return { payload, protected: header, signature };
}

function publicKey(x: string): ProofKey {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA' };
}

function base64url(words: string): string {
  return Buffer.from(words).toString('base64url');
}
