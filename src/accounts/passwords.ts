import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Failure } from '../core/failure.ts';
import { codePoints } from '../core/text.ts';
import { isCommonPassword } from './common-passwords.ts';

const derive = promisify(argon2);
const SETTINGS = { parallelism: 1, tagLength: 32, memory: 46 * 1024, passes: 1 };

/** Hashes counted at once: each takes a thread and 46 MiB. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 50;
let running = 0;
const waiting: (() => void)[] = [];

/** @throws validation_failed unless the password is 12 to 256 characters and none of the well-known ones */
export function requireGoodPassword(password: string): void {
  const length = codePoints(password);
  if (length < 12 || length > 256) {
    throw new Failure('validation_failed', 'A password is 12 to 256 characters long.', {
      hint: 'Four or five unrelated words do well.',
    });
  }
  if (isCommonPassword(password)) {
    throw new Failure('validation_failed', 'This password is on the lists that attackers try first.', {
      hint: 'Choose another one.',
    });
  }
}

/** The argon2id hash of a password with its salt, as it is stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `argon2id$${salt.toString('base64url')}$${(await digest(password, salt)).toString('base64url')}`;
}

/** The argon2id hash of a short secret with a salt of one's own choice: the same again for the same. @throws busy */
export async function hashSalted(secret: string, salt: Uint8Array): Promise<string> {
  return (await digest(secret, salt)).toString('base64url');
}

/**
 * Whether `password` is the one `stored` was made of. With nothing stored it takes the same time and is never right.
 * @throws busy when too many hashes wait
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt, kept] = (stored ?? `argon2id$${'A'.repeat(22)}$${'A'.repeat(43)}`).split('$');
  if (codePoints(password) > 256) return false;
  const found = await digest(password, Buffer.from(salt ?? '', 'base64url'));
  return timingSafeEqual(found, Buffer.from(kept ?? '', 'base64url')) && stored !== null;
}

async function digest(password: string, nonce: Uint8Array): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE)
      throw new Failure('busy', 'Too many people are signing in just now.', { retryAfter: 5 });
    await new Promise<void>((go) => waiting.push(go));
  }
  running++;
  try {
    return await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...SETTINGS });
  } finally {
    running--;
    waiting.shift()?.();
  }
}
