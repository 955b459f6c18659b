import type { FindWaiting } from '#http/declared.ts';
import { inSeconds } from '#runtime/deps.ts';

/** An import that failed is listed for a week, or until somebody removes it. */
const LISTED = 7 * 24 * 60 * 60;

/** The imports that failed, for chiefs. */
export const findWaiting: FindWaiting = async (deps, member) => {
  if (member.role !== 'chief') return [];
  const rows = await deps.db.read
    .selectFrom('import_run')
    .select(['id', 'file_name', 'trouble'])
    .where('state', '=', 'failed')
    .where('made_at', '>', inSeconds(deps, -LISTED))
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, file_name: name, trouble }) => ({
    at: '/newsroom/imports',
    isFailure: true,
    title: `Import of ${name}`,
    facts: trouble ?? 'It failed.',
    act: { text: 'See why', path: `/newsroom/imports/${id}` },
  }));
};
