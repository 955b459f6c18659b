import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type Actor, requireChief } from '#core/actor.ts';
import { decryptSecret, encryptSecret, hashSecret, type Reseal } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { lockJournal } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

// The DKIM key of the site (RFC 6376): RSA with 2048 bits, encrypted in the table of settings.

/** The name of a key in the DNS of the domain, and what its record says. */
export type PublicDkimKey = {
  selector: string;
  /** The value of the TXT record at `SELECTOR._domainkey.DOMAIN`. */
  record: string;
  madeAt: string;
};

type StoredKey = { selector: string; sealed: string; madeAt: string };

/** The name of the setting that has the encrypted key. */
export const DKIM_KEY = 'brief_dkim_key';
const ABOUT = 'DKIM key of the Field Brief';
const makeKeyPair = promisify(generateKeyPair);

/**
 * Makes a key when the site has none; with `replace`, also when it has one. Each key has another selector, so that emails which
 * were signed with the previous key can still be verified while its record stays in the DNS.
 * @throws forbidden
 */
export async function makeDkimKey(
  deps: Deps,
  actor: Actor,
  { replace = false } = {},
): Promise<PublicDkimKey & { isNew: boolean }> {
  requireChief(actor, 'make the DKIM key');
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
  return deps.db.write(async (tx) => {
    await lockJournal(deps.db.kind, tx); // of two chiefs at once, the second gets the key of the first
    const existing = await readStored(tx);
    if (existing && !replace) return { ...toPublic(deps, existing), isNew: false };
    const stored = seal(deps, privateKey);
    const value = JSON.stringify(stored);
    await tx
      .insertInto('setting')
      .values({ name: DKIM_KEY, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'brief.key_made',
      subject: { kind: 'setting', id: DKIM_KEY },
      detail: { selector: stored.selector },
    });
    return { ...toPublic(deps, stored), isNew: true };
  });
}

/** The public half of the key; null while the site has none. */
export async function readDkimKey(deps: Deps, tx: Tx = deps.db.read): Promise<PublicDkimKey | null> {
  const stored = await readStored(tx);
  return stored && toPublic(deps, stored);
}

export async function hasDkimKey(tx: Tx): Promise<boolean> {
  return (await readStored(tx)) !== null;
}

/** The private key with its selector; null while the site has none. @throws Error when the key of the server is another one */
export async function readPrivateDkimKey(deps: Deps): Promise<{ selector: string; privateKey: string } | null> {
  const stored = await readStored(deps.db.read);
  if (!stored) return null;
  const privateKey = open(deps, stored).export({ format: 'pem', type: 'pkcs8' }).toString();
  return { selector: stored.selector, privateKey };
}

/** Encrypts the private key again. */
export async function resealDkimKey(tx: Tx, reseal: Reseal): Promise<void> {
  const stored = await readStored(tx);
  if (!stored) return;
  const value = JSON.stringify({ ...stored, sealed: reseal(ABOUT, stored.sealed) });
  await tx.updateTable('setting').set({ value }).where('name', '=', DKIM_KEY).execute();
}

async function readStored(tx: Tx): Promise<StoredKey | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', DKIM_KEY).executeTakeFirst();
  return row ? (JSON.parse(row.value) as StoredKey) : null;
}

function seal(deps: Deps, key: KeyObject): StoredKey {
  const sealed = encryptSecret(deps.sealKey, ABOUT, key.export({ format: 'der', type: 'pkcs8' }));
  return { selector: `brief-${hashSecret(publicPart(key)).slice(0, 8)}`, sealed, madeAt: now(deps) };
}

function open(deps: Deps, { sealed }: StoredKey): KeyObject {
  return createPrivateKey({ key: decryptSecret(deps.sealKey, ABOUT, sealed), format: 'der', type: 'pkcs8' });
}

function toPublic(deps: Deps, stored: StoredKey): PublicDkimKey {
  const { selector, madeAt } = stored;
  return { selector, madeAt, record: `v=DKIM1; k=rsa; p=${publicPart(open(deps, stored))}` };
}

function publicPart(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}
