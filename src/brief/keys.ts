import type { Environment } from '#runtime/config/env.ts';
import { makeKey } from './commands/brief-key.ts';
import { resealDkimKey } from './domain/dkim-key.ts';

export const reseal = resealDkimKey;

/** `keys rotate dkim` */
export function rotateKey(_args: string[], environment: Environment): Promise<void> {
  return makeKey(['--replace'], environment);
}
