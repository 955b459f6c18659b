import { hmacSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';

/**
 * `waiting`: not begun, or deferred until its time. `taken`: a process has it, and the end of the email was not written.
 * `offered`: committed before the end of the email is written. `accepted`, `refused`: the mail server's answer.
 * `skipped`: the subscriber left after the audience was frozen. `uncertain`: offered, and no answer was seen.
 */
export const DELIVERY_STATES = ['waiting', 'taken', 'offered', 'accepted', 'refused', 'skipped', 'uncertain'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryCounts = Record<DeliveryState, number>;

/** The states in which a delivery of a send that goes on can still change. */
export const UNFINISHED = ['waiting', 'taken', 'offered'] as const satisfies readonly DeliveryState[];

/** A delivery that this process may try to take. */
export type Candidate = { subscriberId: string; domain: string };

/** Deliveries of a brief by state; with `since` those that ended after this time. */
export async function countDeliveries(tx: Tx, day: string, since?: string): Promise<DeliveryCounts> {
  const rows = await tx
    .selectFrom('brief_delivery')
    .select(['state', ({ fn }) => fn.countAll().as('n')])
    .where('brief_day', '=', day)
    .$if(since !== undefined, (query) => query.where('ended_at', '>=', since ?? ''))
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as DeliveryCounts;
  for (const { state, n } of rows) counts[state as DeliveryState] = Number(n);
  return counts;
}

export function totalOf(counts: DeliveryCounts): number {
  return DELIVERY_STATES.reduce((sum, state) => sum + counts[state], 0);
}

/** Deliveries that the mail server or this site has decided. */
export function answeredOf({ accepted, refused }: DeliveryCounts): number {
  return accepted + refused;
}

/** A keyed hash of the domain of an address: the pace needs to tell domains apart, and no table but `subscriber` names them. */
export function hashDomain(deps: Deps, address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return hmacSecret(deps.key, `brief domain ${domain}`).slice(0, 16);
}

/** The left part of a delivery's Message-ID: the same for each try, so that receivers can drop a second copy. */
export function messageKey(deps: Deps, day: string, subscriberId: string): string {
  return `${day}.${hmacSecret(deps.key, `brief delivery ${day} ${subscriberId}`).slice(0, 32)}`;
}
