import { CLI } from '../src/core/actor.ts';
import { addSeries, addToSeries } from '../src/editorial/publish/series.ts';
import { withDeps } from '../src/runtime/command-line/command.ts';
import type { RunningServer } from './server.ts';

/** The path of a series with three parts. */
export const PUBLIC_SERIES = '/series/settling-numbers';

/** Makes that series of the oldest published articles. */
export function publishSeries({ environment }: RunningServer): Promise<void> {
  return withDeps(environment, async (deps) => {
    const { id } = await addSeries(deps, CLI, {
      name: 'How a number gets <into> print & stays there',
      description: 'Where a number comes from, who vouches for it, and what happens when it was wrong.',
      slug: PUBLIC_SERIES.replace('/series/', ''),
    });
    const live = deps.db.read.selectFrom('article').select('id').where('live_revision', 'is not', null);
    for (const article of await live.orderBy('published_at').limit(3).execute())
      await addToSeries(deps, CLI, id, article.id);
  });
}
