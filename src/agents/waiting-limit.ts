import { addressKey, networksOf } from '#core/address-key.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type AuthorizationRequest, readOAuth } from './oauth-clients.ts';

/**
 * Claims that may wait for an editor at once. A whole office or a cloud of agents may share an address, and anybody may have a
 * network of many, so that places are kept: the last quarter for people of this newsroom, the quarter before it for networks
 * that took few.
 */
export type WaitingLimit = { inAll: number; perAddress: number; perClient: number };
export const WAITING_LIMIT: WaitingLimit = { inAll: 200, perAddress: 40, perClient: 10 };
export const NO_WAITING_LIMIT: WaitingLimit = {
  inAll: Number.POSITIVE_INFINITY,
  perAddress: Number.POSITIVE_INFINITY,
  perClient: Number.POSITIVE_INFINITY,
};
/** Claims that a network may have waiting while half of the places are taken. */
const FEW = 2;
/** Seconds for which an approval makes the address of its agent known. */
const KNOWN_FOR = 30 * 24 * 60 * 60;

type Asker = {
  address: string;
  program: string;
  isKnown?: boolean;
  oauth?: Pick<AuthorizationRequest, 'clientId'>;
};

/** @throws rate_limited when no place is free for this caller */
export async function requireFreePlace(deps: Deps, tx: Tx, request: Asker, limit: WaitingLimit): Promise<void> {
  const { inAll, perAddress, perClient } = limit;
  const waiting = await tx
    .selectFrom('claim')
    .select(['address', 'program', 'oauth'])
    .where('status', '=', 'pending')
    .where('expires_at', '>', now(deps))
    .execute();
  if (waiting.length >= inAll) throw tooManyWaiting('Too many agents are waiting for an editor.');
  const [own, ...wider] = networksOf(request.address);
  const of = (key: string) =>
    waiting.filter(({ address }) => networksOf(address).some((network) => network.key === key));
  const atHome = of(own.key);
  const sameClient = atHome.filter(
    (claim) => clientOf(claim.program, readOAuth(claim.oauth)) === clientOf(request.program, request.oauth),
  );
  if (sameClient.length >= perClient)
    throw tooManyWaiting(
      `${sameClient.length} requests of this program from your address are waiting for an editor. That is the limit.`,
    );
  const isFree =
    atHome.length < perAddress &&
    wider.every(({ key }) => of(key).length < 2 * perAddress) &&
    (waiting.length < inAll / 2 || (waiting.length < inAll * 0.75 && of((wider.at(-1) ?? own).key).length < FEW));
  if (isFree || request.isKnown || (await isKnownAddress(deps, tx, own.key))) return;
  throw tooManyWaiting('Too many agents from your network, or from everywhere, are waiting for an editor.');
}

function clientOf(program: string, oauth: Pick<AuthorizationRequest, 'clientId'> | null | undefined): string {
  return oauth ? `client ${oauth.clientId}` : `program ${program.slice(0, 200)}`;
}

/** Whether somebody of this newsroom is signed in from this address, or approved an agent that asked from it. */
async function isKnownAddress(deps: Deps, tx: Tx, key: string): Promise<boolean> {
  const sessions = await tx.selectFrom('session').select('address').where('expires_at', '>', now(deps)).execute();
  const approved = await tx
    .selectFrom('claim')
    .select('address')
    .distinct()
    .where('status', '=', 'redeemed')
    .where('redeemed_at', '>', inSeconds(deps, -KNOWN_FOR))
    .execute();
  return [...sessions, ...approved].some(({ address }) => addressKey(address) === key);
}

function tooManyWaiting(error: string): Failure {
  return new Failure('rate_limited', error, {
    hint: 'Poll with a claim token you have, or ask again after one of the requests was decided or has expired.',
    retryAfter: 60,
  });
}
