import type { Actor, Scope } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';

/** @throws insufficient_scope unless an agent's token carries `scope`; people need none. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.kind !== 'agent' || actor.scopes.includes(scope)) return;
  throw new Failure('insufficient_scope', `This token does not carry the scope ${scope}.`, {
    hint: 'Ask an editor to let you in again, with this scope.',
    more: { scope },
  });
}
