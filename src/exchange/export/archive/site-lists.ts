import { sql } from 'kysely';
import { tagPath } from '#article/addresses.ts';
import { selectOldAddresses, targetOf } from '#article/old-addresses.ts';
import { articlePath } from '#article/own-page.ts';
import { listSectionRedirects } from '#article/section-redirects.ts';
import { changeJson } from '#changes/pages/changes-json.ts';
import { readChanges } from '#changes/public-changes.ts';
import type { Tx } from '#db/database.ts';
import { listCorrections } from '#reading/corrections.ts';
import type { Publication } from '#runtime/config/config.ts';
import { compare } from './read-articles.ts';

// The lists of an export: what belongs to no single article.

export type Redirect = { from: string; to: string };

/** Every former path of a live article, also from before an import, and of a tag, with the path it leads to, in byte order. */
export async function listRedirects(tx: Tx): Promise<Redirect[]> {
  const articles = await tx
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['address.section', 'address.slug', 'live_section', 'live_slug'])
    .where('was_live', '=', 1)
    .where('live_revision', 'is not', null)
    .execute();
  const tags = await tx
    .selectFrom('tag_address')
    .innerJoin('tag', 'tag.id', 'tag_address.tag_id')
    .leftJoin('tag as into', 'into.id', 'tag.merged_into')
    .select(['tag_address.slug as from', (is) => is.fn.coalesce('into.slug', 'tag.slug').as('to')])
    .execute();
  const merged = await tx
    .selectFrom('tag')
    .innerJoin('tag as into', 'into.id', 'tag.merged_into')
    .select(['tag.slug as from', 'into.slug as to'])
    .execute();
  const imported = await selectOldAddresses(tx).execute();
  return [
    ...imported.flatMap((row) => {
      const to = targetOf(row);
      return to === null ? [] : [{ from: row.path, to }];
    }),
    ...articles.map((row) => ({
      from: articlePath({ section: row.section, slug: row.slug }),
      to: articlePath({ section: row.live_section ?? '', slug: row.live_slug ?? '' }),
    })),
    ...[...tags, ...merged].map(({ from, to }) => ({ from: tagPath(from), to: tagPath(to) })),
    ...listSectionRedirects(),
  ]
    .filter(({ from, to }) => from !== to)
    .sort((redirect, other) => compare(redirect.from, other.from));
}

/** The bylines of live articles: name, biography and the hash of the portrait. */
export async function listAuthors(tx: Tx) {
  const rows = await tx
    .selectFrom('author')
    .leftJoin('picture', 'picture.id', 'author.portrait_id')
    .select(['author.slug', 'author.name', 'biography', 'picture.hash as portrait'])
    .where(
      'author.id',
      'in',
      tx
        .selectFrom('article')
        .innerJoin('revision', (on) =>
          on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
        )
        .where('author_id', 'is not', null)
        .select(sql<string>`author_id`.as('id')),
    )
    .execute();
  return rows.sort((author, other) => compare(author.slug, other.slug));
}

/** The tags that are not merged into another, each with its former slugs. */
export async function listTags(tx: Tx) {
  const tags = await tx.selectFrom('tag').select(['id', 'slug', 'name', 'merged_into']).execute();
  const former = await tx.selectFrom('tag_address').select(['slug', 'tag_id']).execute();
  return tags
    .filter(({ merged_into }) => merged_into === null)
    .map(({ id, slug, name }) => {
      const own = tags.filter((tag) => tag.id === id || tag.merged_into === id);
      const slugs = [
        ...own.map((tag) => tag.slug),
        ...former.filter(({ tag_id }) => own.some((tag) => tag.id === tag_id)).map((row) => row.slug),
      ];
      return { slug, name, formerSlugs: [...new Set(slugs)].filter((candidate) => candidate !== slug).sort(compare) };
    })
    .sort((tag, other) => compare(tag.slug, other.slug));
}

/** All corrections of live articles, the first one first. */
export async function listAllCorrections(tx: Tx) {
  const all = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = await listCorrections(tx, { limit: 500, ...(before !== undefined && { before }) });
    all.push(...page.corrections);
    before = page.earlier;
  }
  return all.reverse().map(({ seq, ...correction }) => ({ number: seq, ...correction }));
}

/** All lines of the publication log that readers can see, oldest first; `since`: only of that UTC day or later. */
export async function listChanges(tx: Tx, publication: Publication, since: string | null) {
  const all = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof readChanges>> = await readChanges(tx, { after, limit: 1000 });
    for (const change of page?.changes ?? [])
      if (since === null || change.at >= since) all.push(changeJson(publication, change));
    after = page?.isFull ? page.nextAfter : null;
  }
  return all;
}
