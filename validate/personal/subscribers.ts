import { hashToken, tokenOf } from '../../src/brief/subscribers/tokens.ts';
import { hashSecret } from '../../src/core/secret.ts';
import { withDeps } from '../../src/runtime/command-line/command.ts';
import { inSeconds, now } from '../../src/runtime/deps.ts';
import type { RunningServer } from '../server.ts';

const CONFIRM = '1'.repeat(32);
const ERASE = '2'.repeat(32);

/**
 * Adds a subscriber with two open links, and returns the pages behind the links of their emails. Opening them changes nothing,
 * so every check may.
 */
export function addPages({ environment }: RunningServer): Promise<Record<string, string>> {
  return withDeps(environment, async (deps) => {
    const id = deps.newId();
    const token = tokenOf(deps, id);
    const at = now(deps);
    const link = { subscriber_id: id, created_at: at, expires_at: inSeconds(deps, 48 * 3600) };
    await deps.db.write(async (tx) => {
      await tx
        .insertInto('subscriber')
        .values({
          ...{ id, address: 'robin@reader.example', address_key: 'robin@reader.example', token_hash: hashToken(token) },
          ...{ state: 'confirmed', reason: 'confirmed_link', origin: 'form', wants: '{}' },
          ...{ created_at: at, confirmed_at: at },
        })
        .execute();
      for (const [secret, purpose] of [
        [CONFIRM, 'confirm'],
        [ERASE, 'erase'],
      ] as const)
        await tx
          .insertInto('subscriber_link')
          .values({ ...link, link_hash: hashSecret(secret), purpose })
          .execute();
    });
    return {
      'brief-confirm': `/brief/confirm/${CONFIRM}`,
      'brief-erase': `/brief/confirm/${ERASE}`,
      'brief-link-unknown': `/brief/confirm/${'3'.repeat(32)}`,
      'brief-unsubscribe': `/brief/unsubscribe/${token}`,
      'brief-preferences': `/brief/preferences/${token}`,
    };
  });
}
