import { type SqlBool, sql } from 'kysely';
import { isPlaceholder } from '#article/placeholders.ts';
import { sectionName } from '#article/section.ts';
import { CHANGED_AT, STAGE } from '#article/stage.ts';
import { isEditorial, type Member } from '#core/actor.ts';
import { foldForSearch } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { narrow } from '#editorial/turns/narrow-board.ts';
import { indexBeforeSearch } from '#editorial/write/index-drafts.ts';
import type { FindThings, FoundThing } from '#http/declared.ts';
import { STAGE_LABELS } from '#newsroom/articles/board-filter.ts';
import { draftsWith } from '#search/draft-index.ts';

/** Articles found, and articles read to find them: those with the words in the headline come first. */
const MOST = 8;
const MOST_READ = 200;
/** Articles offered to a verb without words: the last changed. */
const MOST_OFFERED = 5;

/** What a person can do with an article from anywhere, by the first word that they type. */
const ACTS: readonly { verb: string; page: string; isEditorial?: true }[] = [
  { verb: 'Edit', page: '/edit' },
  { verb: 'Publish', page: '/publish', isEditorial: true },
  { verb: 'Schedule', page: '/schedule', isEditorial: true },
  { verb: 'Settle the numbers of', page: '/figures' },
  { verb: 'Preview', page: '/preview' },
];

/** Articles by the words in their copy; with a verb before the words, that act on them; with a verb alone, on the last changed. */
export const findThings: FindThings = async (deps, member, words) => {
  if (member.sellsAds || words.length === 0) return [];
  await indexBeforeSearch(deps);
  const [first = '', ...rest] = words;
  const acts = ACTS.filter(
    (act) => (!act.isEditorial || isEditorial(member)) && first.length > 2 && foldForSearch(act.verb).startsWith(first),
  );
  const [articles, toActOn] = [
    await readArticles(deps.db.read, member, words),
    acts.length > 0 ? await readArticles(deps.db.read, member, rest) : [],
  ];
  return [...acts.flatMap((act) => toActOn.map((article) => toAct(act, article))), ...articles.map(toArticle)];
};

type Article = { id: string; headline: string; detail: string };

async function readArticles(tx: Tx, member: Member, words: readonly string[]): Promise<Article[]> {
  const visible = narrow(tx, tx.selectFrom('article'), member, { limit: MOST_READ, today: '' })
    .$if(words.length > 0, (query) => query.where(sql<SqlBool>`article.id in ${draftsWith(tx, words)}`))
    .where('article.binned_at', 'is', null)
    .select([
      'article.id',
      'article.section',
      'article.latest_revision',
      STAGE.as('stage'),
      CHANGED_AT.as('changed_at'),
    ])
    .orderBy(CHANGED_AT, 'desc')
    .orderBy('article.id')
    .limit(words.length > 0 ? MOST_READ : MOST_OFFERED);
  const rows = await tx
    .selectFrom(visible.as('found'))
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'found.id').onRef('revision.number', '=', 'found.latest_revision'),
    )
    .select(['found.id', 'found.section', 'found.stage', 'revision.headline'])
    .orderBy('found.changed_at', 'desc')
    .execute();
  const isNamed = ({ headline }: { headline: string }) => {
    const own = foldForSearch(headline).split(' ');
    return words.every((word) => own.some((part) => part.startsWith(word)));
  };
  return [...rows.filter(isNamed), ...rows.filter((row) => !isNamed(row))]
    .filter(({ headline }) => !isPlaceholder('headline', headline))
    .slice(0, MOST)
    .map(({ id, headline, section, stage }) => ({
      id,
      headline,
      detail: `${sectionName(section)}, ${STAGE_LABELS[stage].name}`,
    }));
}

function toArticle({ id, headline, detail }: Article): FoundThing {
  return { kind: 'Articles', text: headline, detail, path: `/newsroom/articles/${id}` };
}

function toAct({ verb, page }: (typeof ACTS)[number], { id, headline, detail }: Article): FoundThing {
  return { kind: 'Acts', text: `${verb} “${headline}”`, detail, path: `/newsroom/articles/${id}${page}` };
}
