import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';

type Subject = { kind: string; id: string };

/** Names of journal subjects by `kind id`: headlines, people, pictures, agents. */
export async function nameSubjects(tx: Tx, subjects: readonly Subject[]): Promise<Map<string, string>> {
  const ids = (kind: string) => [...new Set(subjects.filter((one) => one.kind === kind).map(({ id }) => id))];
  const articles = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['article.id', 'revision.headline as name'])
    .where(isAmong(tx, 'article.id', ids('article')))
    .execute();
  const people = await tx
    .selectFrom('editor')
    .select(['id', 'name'])
    .where(isAmong(tx, 'editor.id', ids('editor')))
    .execute();
  const pictures = await tx
    .selectFrom('picture')
    .select(['id', 'title as name'])
    .where(isAmong(tx, 'picture.id', ids('picture')))
    .execute();
  const claims = await tx
    .selectFrom('claim')
    .select(['id', 'program as name'])
    .where(isAmong(tx, 'claim.id', ids('claim')))
    .execute();
  const series = await tx
    .selectFrom('series')
    .select(['id', 'name'])
    .where(isAmong(tx, 'series.id', ids('series')))
    .execute();
  const webhooks = await tx
    .selectFrom('integration')
    .select(['id', 'address'])
    .where(isAmong(tx, 'id', ids('webhook')))
    .execute();
  const imports = await tx
    .selectFrom('import_run')
    .select(['id', 'file_name as name'])
    .where(isAmong(tx, 'id', ids('import')))
    .execute();
  const webhook = webhooks.map(({ id, address }) => ({ id, name: new URL(address).host }));
  const named = {
    series,
    webhook,
    import: imports,
    article: articles,
    editor: people,
    picture: pictures,
    claim: claims,
  };
  return new Map(
    Object.entries(named).flatMap(([kind, rows]) => rows.map(({ id, name }) => [`${kind} ${id}`, name] as const)),
  );
}
