import type { FindWaiting } from '#http/declared.ts';
import { inSeconds } from '#runtime/deps.ts';

/** An address that was switched off because it failed is listed for a week. */
const LISTED = 7 * 24 * 60 * 60;

/** The addresses whose messages fail, for chiefs. */
export const findWaiting: FindWaiting = async (deps, member) => {
  if (member.role !== 'chief') return [];
  const rows = await deps.db.read
    .selectFrom('integration')
    .select(['id', 'address', 'trouble', 'tries', 'off_at'])
    .where((is) =>
      is.or([
        is.and([is('failing_since', 'is not', null), is('off_at', 'is', null)]),
        is.and([is('off_because', '=', 'failed'), is('off_at', '>', inSeconds(deps, -LISTED))]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, address, trouble, tries, off_at: offAt }) => ({
    at: '/newsroom/integrations',
    isFailure: true,
    title: `Webhook to ${URL.parse(address)?.host ?? address}`,
    facts: `${offAt === null ? `${tries} ${tries === 1 ? 'try' : 'tries'} failed.` : 'It is disabled.'} ${trouble ?? ''}`,
    act: { text: 'See why', path: `/newsroom/integrations/${id}` },
  }));
};
