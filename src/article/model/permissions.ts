import type { Actor, Scope } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { deskName } from './desk.ts';

/** @throws insufficient_scope unless an agent's token carries `scope`; people need none. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.kind !== 'agent' || actor.scopes.includes(scope)) return;
  throw new Failure('insufficient_scope', `This token does not carry the scope ${scope}.`, {
    hint: 'Ask an editor to let you in again, with this scope.',
    more: { scope },
  });
}

/** @throws insufficient_scope unless an agent may write for all these desks; people may write for any. */
export function requireDesks(actor: Actor, ...desks: readonly string[]): void {
  if (actor.kind !== 'agent' || !actor.desks) return;
  const granted = actor.desks;
  const outside = desks.find((desk) => !granted.includes(desk));
  if (outside === undefined) return;
  throw new Failure('insufficient_scope', `You were not let in for the desk "${deskName(outside)}".`, {
    hint: `You may write for ${granted.join(', ')}. For another desk, ask an editor to let you in again.`,
    more: { desks: granted },
  });
}
