import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { codePoints } from '#core/text.ts';
import type { Deps } from '#runtime/deps.ts';

const derive = promisify(argon2);
const SETTINGS = { parallelism: 1, tagLength: 32, passes: 1 };
/** KiB of memory for one hash. */
const MEMORY = 46 * 1024;

/** Hashes computed at once. Each needs a thread and the memory. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 50;
let running = 0;
const waiting: (() => void)[] = [];

/** @throws validation_failed unless the password has 12 to 256 characters and is not a common one */
export function requireStrongPassword(password: string): void {
  const length = codePoints(password);
  if (length < 12 || length > 256) {
    throw new Failure('validation_failed', 'A password must have 12 to 256 characters.', {
      hint: 'Use four or five unrelated words.',
    });
  }
  if (isCommonPassword(password)) {
    throw new Failure('validation_failed', 'This is a common password that attackers try first.', {
      hint: 'Choose another one.',
    });
  }
}

/** Returns `argon2id$SALT$HASH` with a random salt, as it is stored. @throws busy */
export async function hashPassword(deps: Deps, password: string): Promise<string> {
  const salt = randomBytes(16);
  return `argon2id$${salt.toString('base64url')}$${(await digest(deps, password, salt)).toString('base64url')}`;
}

/** The argon2id hash of a short secret with a given salt: equal input gives an equal hash. @throws busy */
export async function hashWithSalt(deps: Deps, secret: string, salt: Uint8Array): Promise<string> {
  return (await digest(deps, secret, salt)).toString('base64url');
}

/**
 * Whether `stored` is the hash of `password`. Without a stored hash it takes as long and returns false.
 * @throws busy when too many hashes are waiting
 */
export async function verifyPassword(deps: Deps, password: string, stored: string | null): Promise<boolean> {
  const [, salt, kept] = (stored ?? `argon2id$${'A'.repeat(22)}$${'A'.repeat(43)}`).split('$');
  if (codePoints(password) > 256) return false;
  const hash = await digest(deps, password, Buffer.from(salt ?? '', 'base64url'));
  return timingSafeEqual(hash, Buffer.from(kept ?? '', 'base64url')) && stored !== null;
}

async function digest({ policy }: Deps, password: string, nonce: Uint8Array): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE)
      throw new Failure('busy', 'Too many people are signing in right now.', { retryAfter: 5 });
    await new Promise<void>((go) => waiting.push(go));
  }
  running++;
  try {
    const memory = policy.hashMemory ?? MEMORY;
    return await derive('argon2id', { message: password.normalize('NFKC'), nonce, memory, ...SETTINGS });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

// Common passwords of twelve or more characters; shorter ones are refused anyway. common-passwords.txt has the 4,000 most
// frequent ones of the ten-million list of SecLists (github.com/danielmiessler/SecLists, CC BY-SA 3.0, cut to these lengths).
// This list adds newer ones.
const LIST = `
123456789012 1234567890123 12345678901234 123456789123 123456789abc 1234567891011 123123123123 111111111111 000000000000
1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5y6 qwertyuiop12 qwertyuiop123 qwerty123456 qwertyuiopas qwertyuiop[]
asdfghjkl123 asdfghjkl;' zxcvbnm12345 abcdefghijkl abcd12345678 abc123456789 password1234 password12345 password123456
passwordpassword password2024 password2025 password2026 passw0rd1234 p@ssw0rd1234 p@ssword1234 letmein12345 letmeinletmein
welcome12345 welcome123456 welcome2024! welcome2025! welcome2026! iloveyou1234 iloveyou12345 iloveyouforever administrator
administrator1 admin1234567 adminadminadmin changeme1234 changemechangeme trustno1trustno1 monkey123456 dragon123456
football1234 baseball1234 superman1234 sunshine1234 princess1234 unknown12345 computer1234 internet1234 correcthorsebatterystaple
construction construction1 construction123 plumblineplumbline plumbline123 editoreditor editor123456 newsroom1234
`;

/** A cache of the list of common passwords, which is read at the first password. */
let commonCache: ReadonlySet<string> | null = null;

/** Ignores case. */
function isCommonPassword(password: string): boolean {
  commonCache ??= new Set(
    [LIST, readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')].join(' ').split(/\s+/),
  );
  return commonCache.has(password.toLowerCase());
}

/** Checks the password of a signed-in person again and returns its stored hash. @throws unauthorized, busy */
export async function confirmPassword(deps: Deps, editor: Member, password: string): Promise<string> {
  const row = await deps.db.read
    .selectFrom('editor')
    .select('password_hash')
    .where('id', '=', editor.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const stored = row?.password_hash ?? null;
  if ((await verifyPassword(deps, password, stored)) && stored !== null) return stored;
  throw new Failure('unauthorized', 'This is not your password.', { hint: 'Type the password you sign in with.' });
}
