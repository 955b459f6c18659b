import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import { findHeroes, type Hero, readKeptWords } from './hero.ts';

/** The pictures of the live articles among these ids, by the id of the article; one without a picture is left out. */
export async function readPictures(tx: Tx, ids: readonly string[]): Promise<Map<string, Hero>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .where(isAmong(tx, 'article.id', ids))
    .where('revision.hero_asset_id', 'is not', null)
    .select(['article.id', 'revision.hero_asset_id', 'article.live_hero_words'])
    .execute();
  const heroes = await findHeroes(
    tx,
    rows.flatMap((row) => row.hero_asset_id ?? []),
  );
  return new Map(
    rows.flatMap(({ id, hero_asset_id, live_hero_words }) => {
      const hero = heroes.get(hero_asset_id ?? '');
      return hero ? [[id, { ...hero, ...readKeptWords(live_hero_words) }]] : [];
    }),
  );
}
