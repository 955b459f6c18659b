import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Failure } from '#core/failure.ts';
import { decryptSecret, encryptSecret, type Reseal } from '#core/secret.ts';
import type { Session } from '#core/session.ts';
import type { Tx } from '#db/database.ts';
import { confirmPassword } from '#people/passwords.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { listFactors, recordFactorChange } from './factors.ts';
import { generateCodes, storeCodes } from './recovery-codes.ts';

// Six-digit codes of an authenticator app (TOTP, RFC 6238: SHA-1, 30 seconds, which every app supports).

/** Seconds one code is valid, and how many codes early or late are accepted. */
const PERIOD = 30;
const WINDOW = 1;
/** Seconds until a setup without a first code expires. */
const USABLE = 15 * 60;

/** The data for the app: an `otpauth:` URL for the QR code, and its secret for typing. */
export type AppSetup = { address: string; secret: string };

/** Starts the setup of an app. Sign-in does not ask for it yet. @throws unauthorized (the password), already_done, busy */
export async function startAppSetup(deps: Deps, { editor }: Session, password: string): Promise<void> {
  await confirmPassword(deps, editor, password);
  const sealed = encryptSecret(deps.sealKey, aboutTotp(editor.id), randomBytes(20));
  const row = { sealed_secret: sealed, created_at: now(deps), confirmed_at: null, last_step: null };
  await deps.db.write(async (tx) => {
    const kept = await tx
      .insertInto('totp')
      .values({ editor_id: editor.id, ...row })
      .onConflict((conflict) => conflict.column('editor_id').doUpdateSet(row).where('totp.confirmed_at', 'is', null))
      .executeTakeFirst();
    if (kept.numInsertedOrUpdatedRows !== 1n) throw alreadySetUp();
  });
}

/** The setup in progress, or null. */
export async function findAppSetup(deps: Deps, { editor, email }: Session, issuer: string): Promise<AppSetup | null> {
  const row = await deps.db.read
    .selectFrom('totp')
    .select('sealed_secret')
    .where('editor_id', '=', editor.id)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', inSeconds(deps, -USABLE))
    .executeTakeFirst();
  if (!row) return null;
  const secret = base32(open(deps, editor.id, row.sealed_secret));
  const label = [issuer, email].map(encodeURIComponent).join(':');
  const facts = `issuer=${encodeURIComponent(issuer)}&secret=${secret}&algorithm=SHA1&digits=6&period=${PERIOD}`;
  return { address: `otpauth://totp/${label}?${facts}`, secret };
}

/**
 * Finishes the setup by the first code. Returns recovery codes, to be shown once; null when the person has some.
 * @throws validation_failed for a wrong code, already_done, busy
 */
export async function confirmApp(deps: Deps, session: Session, code: string): Promise<string[] | null> {
  const { editor } = session;
  const { codesLeft } = await listFactors(deps.db.read, editor.id);
  const codes = codesLeft > 0 ? null : await generateCodes(deps, editor.id);
  await deps.db.write(async (tx) => {
    const row = await tx.selectFrom('totp').selectAll().where('editor_id', '=', editor.id).executeTakeFirst();
    if (!row || row.created_at <= inSeconds(deps, -USABLE) || row.confirmed_at !== null) throw alreadySetUp();
    const step = stepOf(deps, editor.id, row.sealed_secret, code);
    if (step === null)
      throw new Failure('validation_failed', 'The code is wrong.', {
        hint: 'Type the six digits the app shows now. If they are wrong again, check the clock of the phone.',
      });
    const confirmed = await tx
      .updateTable('totp')
      .set({ confirmed_at: now(deps), last_step: step })
      .where('editor_id', '=', editor.id)
      .where('sealed_secret', '=', row.sealed_secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (confirmed.numUpdatedRows !== 1n) throw alreadySetUp();
    if (codes) await storeCodes(tx, editor.id, codes);
    await recordFactorChange(deps, tx, { ...session, notice: 'factor.added', kind: 'app' });
  });
  return codes?.shown ?? null;
}

/** Removes the app. @throws unauthorized (the password), already_done, busy */
export async function removeApp(deps: Deps, session: Session, password: string): Promise<void> {
  const { editor } = session;
  await confirmPassword(deps, editor, password);
  await deps.db.write(async (tx) => {
    const removed = await tx.deleteFrom('totp').where('editor_id', '=', editor.id).executeTakeFirst();
    if (removed.numDeletedRows !== 1n)
      throw new Failure('already_done', 'No app is set up.', { hint: 'There is nothing to do.' });
    await recordFactorChange(deps, tx, { ...session, notice: 'factor.removed', kind: 'app' });
  });
}

/** Uses a code of the app, each once (RFC 6238, 5.2). False when it is wrong, or when it or a later code was used. */
export async function useAppCode(deps: Deps, tx: Tx, editorId: string, code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('totp')
    .select('sealed_secret')
    .where('editor_id', '=', editorId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = row ? stepOf(deps, editorId, row.sealed_secret, code) : null;
  if (step === null) return false;
  const used = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('editor_id', '=', editorId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Encrypts the secrets of all authenticator apps again. */
export async function resealApps(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx.selectFrom('totp').select(['editor_id', 'sealed_secret']).execute();
  for (const { editor_id, sealed_secret } of rows)
    await tx
      .updateTable('totp')
      .set({ sealed_secret: reseal(aboutTotp(editor_id), sealed_secret) })
      .where('editor_id', '=', editor_id)
      .execute();
}

/** The time step of a code; null when the code is not valid now. */
function stepOf(deps: Deps, editorId: string, sealed: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const secret = open(deps, editorId, sealed);
  const current = Math.floor(deps.clock() / 1000 / PERIOD);
  for (let step = current - WINDOW; step <= current + WINDOW; step++)
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) return step;
  return null;
}

/** The code of a time step (RFC 4226, 5.3). */
function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Base 32 of RFC 4648; 20 bytes need no padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)] ?? '');
}

function open(deps: Deps, editorId: string, sealed: string): Buffer {
  return decryptSecret(deps.sealKey, aboutTotp(editorId), sealed);
}

function aboutTotp(editorId: string): string {
  return `totp ${editorId}`;
}

function alreadySetUp(): Failure {
  return new Failure('already_done', 'No app is being set up, or it was set up already.', {
    hint: 'Look at the page of your second factor.',
  });
}
