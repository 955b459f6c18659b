import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { decryptSecret, encryptSecret } from '../../core/secret.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../runtime/deps.ts';

/** A public key as a JSON Web Key (RFC 8037, Ed25519); its `kid` is its thumbprint (RFC 7638). */
export type ProofKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' };

/** Signed words (RFC 7515, flattened JSON): `payload` holds them byte for byte, base64url. */
export type Signed = { payload: string; protected: string; signature: string };

const SETTING = 'proof-key';
const ABOUT = 'the key proofs of run are signed with';

type Kept = { x: string; sealed: string };

/** The key that proofs of run are signed with; null before the first is. */
export async function readProofKey(tx: Tx): Promise<ProofKey | null> {
  const kept = await findKept(tx);
  return kept ? publicKey(kept.x) : null;
}

/** Signs words with the house's own key, which is made for the first. */
export async function signProof(deps: Deps, words: string): Promise<Signed & { keyId: string }> {
  const kept = (await findKept(deps.db.read)) ?? (await makeKey(deps));
  const { kid, alg } = publicKey(kept.x);
  const key = createPrivateKey({ key: decryptSecret(deps.key, ABOUT, kept.sealed), format: 'der', type: 'pkcs8' });
  const header = base64url(JSON.stringify({ alg, kid }));
  const payload = base64url(words);
  const signature = sign(null, Buffer.from(`${header}.${payload}`), key).toString('base64url');
  return { payload, protected: header, signature, keyId: kid };
}

async function findKept(tx: Tx): Promise<Kept | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Kept) : null;
}

/** Of any number who make one at once, the first stays. */
async function makeKey(deps: Deps): Promise<Kept> {
  const { publicKey: open, privateKey } = generateKeyPairSync('ed25519');
  const x = String(open.export({ format: 'jwk' }).x);
  const sealed = encryptSecret(deps.key, ABOUT, privateKey.export({ format: 'der', type: 'pkcs8' }));
  return deps.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: SETTING, value: JSON.stringify({ x, sealed }) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const kept = await findKept(tx);
    if (!kept) throw new Error('the key of proofs was not kept');
    return kept;
  });
}

function publicKey(x: string): ProofKey {
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}

function base64url(words: string): string {
  return Buffer.from(words).toString('base64url');
}
