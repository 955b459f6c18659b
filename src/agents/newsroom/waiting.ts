import { isEditorial, type Member } from '#core/actor.ts';
import type { FindWaiting } from '#http/declared.ts';
import { type Deps, now } from '#runtime/deps.ts';

/** Requests counted. */
const MOST = 100;

/** A request for access that waits. It holds nothing that the agent says of itself: that is shown to the editor who has its code. */
export type WaitingRequest = { askedAt: string; expiresAt: string; isForReader: boolean };

/** The requests that wait for this editor, latest first: one that names another editor waits for that one. */
export async function listWaitingRequests(deps: Deps, member: Member): Promise<WaitingRequest[]> {
  if (!isEditorial(member)) return [];
  const rows = await deps.db.read
    .selectFrom('claim')
    .leftJoin('editor', 'editor.email', 'claim.login_hint')
    .select(['claim.created_at', 'claim.expires_at', 'editor.id as named'])
    .where('claim.status', '=', 'pending')
    .where('claim.expires_at', '>', now(deps))
    .where((is) => is.or([is('editor.id', 'is', null), is('editor.id', '=', member.id)]))
    .orderBy('claim.created_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ created_at, expires_at, named }) => ({
    askedAt: created_at,
    expiresAt: expires_at,
    isForReader: named !== null,
  }));
}

/** The agents that ask this editor for access, as one item: anybody can ask, and may not fill the page. */
export const findWaiting: FindWaiting = async (deps, member) => {
  const { length: count } = await listWaitingRequests(deps, member);
  if (count === 0) return [];
  return [
    {
      at: '/newsroom/agents',
      count,
      title: waitingWords(count),
      facts: 'Enter the code that it shows to see what it asks for.',
      act: { text: 'Enter the code', path: '/agent/claim' },
    },
  ];
};

export function waitingWords(count: number): string {
  return count === 1 ? 'An agent asks for access' : `${count} agents ask for access`;
}
