import { sql } from 'kysely';
import { foldForSearch } from '#core/tokenize.ts';
import type { FindThings } from '#http/declared.ts';
import type { SubscriberState } from '../subscribers/subscriber.ts';
import { STATE_LABELS } from './subscribers/state-words.ts';

/** Subscribers found, and the fewest characters that search for them. */
const MOST = 6;
const LEAST_TYPED = 3;

/** Subscribers whose address has all words, for chiefs, the latest first. */
export const findThings: FindThings = async (deps, member, words) => {
  if (member.role !== 'chief' || words.join('').length < LEAST_TYPED) return [];
  let query = deps.db.read.selectFrom('subscriber').select(['id', 'address', 'state']);
  // Folded words have no sign that LIKE reads.
  for (const word of words) query = query.where(sql<boolean>`lower(address) like ${`%${word}%`}`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST).execute();
  return rows
    .filter(({ address }) => words.every((word) => foldForSearch(address ?? '').includes(word)))
    .map(({ id, address, state }) => ({
      kind: 'Subscribers',
      text: address ?? '',
      detail: STATE_LABELS[state as SubscriberState],
      path: `/newsroom/subscribers/${id}`,
    }));
};
