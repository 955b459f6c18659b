import { randomBytes } from 'node:crypto';
import { decryptSecret, encryptSecret, hashSecret } from '#core/secret.ts';
import type { Database, Tx } from '#db/database.ts';

// The two keys of a site, in one row of the database. With the setting SITE_KEY the row is encrypted: nobody can open anything with the
// database file alone. Without it the keys are readable beside the data that they protect.

/**
 * `hashing` makes the hashes by which short secrets and addresses are found, and the links in emails: it never changes, because
 * links that were sent have to work. `sealing` encrypts data that the server must read again: `keys rotate site` replaces it.
 */
export type SiteKeys = { hashing: Uint8Array; sealing: Uint8Array };

/** `lock` is the fingerprint of the SITE_KEY that encrypts both keys; null while they are readable. */
type StoredKeys = { hashing: string; sealing: string; lock: string | null };

const NAME = 'key';
const ABOUT = 'the keys of the site';

/** The keys of the site cannot be opened with the settings of this process. */
export class SiteKeyError extends Error {}

/** Reads the keys; the first start makes them. @throws SiteKeyError when SITE_KEY does not fit */
export async function readSiteKeys(db: Database, siteKey: string | null): Promise<SiteKeys> {
  const stored = (await findStored(db.read)) ?? (await makeKeys(db, siteKey));
  return open(stored, siteKey);
}

/** How the keys are stored: the fingerprint of their SITE_KEY, or null while they are readable. */
export async function lockOfKeys(tx: Tx): Promise<string | null> {
  return (await findStored(tx))?.lock ?? null;
}

/** Encrypts both keys with another SITE_KEY. Nothing else changes, so running servers continue. */
export async function lockKeys(tx: Tx, keys: SiteKeys, siteKey: string): Promise<void> {
  await store(tx, keys, siteKey);
}

/** Replaces the key that encrypts; the caller encrypts everything again in the same transaction. */
export async function replaceSealingKey(tx: Tx, keys: SiteKeys, siteKey: string | null): Promise<SiteKeys> {
  const fresh = { ...keys, sealing: randomBytes(32) };
  await store(tx, fresh, siteKey);
  return fresh;
}

/** A new SITE_KEY: 32 random bytes. */
export function newSiteKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Names a SITE_KEY without revealing it. */
export function fingerprintOf(siteKey: string): string {
  return hashSecret(`fingerprint of ${siteKey}`).slice(0, 12);
}

async function makeKeys(db: Database, siteKey: string | null): Promise<StoredKeys> {
  const key = randomBytes(32);
  const made = serialize({ hashing: key, sealing: key }, siteKey);
  return db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: NAME, value: made })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await findStored(tx)) ?? parse(made);
  });
}

async function findStored(tx: Tx): Promise<StoredKeys | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', NAME).executeTakeFirst();
  return row ? parse(row.value) : null;
}

async function store(tx: Tx, keys: SiteKeys, siteKey: string | null): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: serialize(keys, siteKey) })
    .where('name', '=', NAME)
    .execute();
}

/** One readable key for both uses is stored as it is; anything else as JSON. */
function serialize({ hashing, sealing }: SiteKeys, siteKey: string | null): string {
  const text = (key: Uint8Array) => Buffer.from(key).toString('base64url');
  if (siteKey === null && text(hashing) === text(sealing)) return text(hashing);
  const lock = siteKey === null ? null : fingerprintOf(siteKey);
  const write = (key: Uint8Array) => (siteKey === null ? text(key) : encryptSecret(Buffer.from(siteKey), ABOUT, key));
  return JSON.stringify({ hashing: write(hashing), sealing: write(sealing), lock } satisfies StoredKeys);
}

function parse(value: string): StoredKeys {
  return value.startsWith('{') ? (JSON.parse(value) as StoredKeys) : { hashing: value, sealing: value, lock: null };
}

function open({ hashing, sealing, lock }: StoredKeys, siteKey: string | null): SiteKeys {
  if (lock === null && siteKey !== null)
    throw new SiteKeyError(
      'SITE_KEY is set, but the keys of this site are readable in its database. Run “plumbline keys move FILE” without SITE_KEY, then set SITE_KEY_FILE to that file.',
    );
  if (lock !== null && (siteKey === null || fingerprintOf(siteKey) !== lock)) throw wrongKey(lock, siteKey);
  const read = (text: string) =>
    siteKey === null ? Buffer.from(text, 'base64url') : decryptSecret(Buffer.from(siteKey), ABOUT, text);
  return { hashing: read(hashing), sealing: read(sealing) };
}

function wrongKey(lock: string, siteKey: string | null): SiteKeyError {
  const given = siteKey === null ? 'SITE_KEY is not set' : `SITE_KEY has the fingerprint ${fingerprintOf(siteKey)}`;
  return new SiteKeyError(
    `The keys of this site are encrypted with the SITE_KEY of fingerprint ${lock}, and ${given}. ` +
      'Set SITE_KEY_FILE to the file that “plumbline keys move” wrote, or to your copy of it. Nobody can open the keys without it: ' +
      'if every copy is lost, restore a backup from before the move.',
  );
}
