import { sql } from 'kysely';
import { type DatabaseSide, formerColumns } from './tables.ts';

const LAST = '(select article_id, max(seq) as seq from publication_log group by article_id)';

// Each query finds rows that refer to a missing row or contradict another row. In a good backup it finds none.
const QUERIES: readonly { wrong: string; query: string }[] = [
  {
    wrong: 'the latest revision of article % is not there',
    query: `select a.id as name from article a left join revision r on r.article_id = a.id and r.number = a.latest_revision
      where r.number is null`,
  },
  {
    wrong: 'the live revision of article % is not there',
    query: `select a.id as name from article a left join revision r on r.article_id = a.id and r.number = a.live_revision
      where a.live_revision is not null and r.number is null`,
  },
  {
    wrong: 'the revisions of article % are not numbered from 0 to its latest',
    query: `select a.id as name from article a join revision r on r.article_id = a.id group by a.id, a.latest_revision
      having max(r.number) <> a.latest_revision or count(*) <> a.latest_revision + 1`,
  },
  {
    wrong: 'revision % has no line in the journal',
    query: `select r.article_id || ' ' || r.number as name from revision r where not exists (select 1 from journal j
      where j.subject_kind = 'article' and j.subject_id = r.article_id and j.revision = r.number
      and j.act in ('draft.created', 'revision.saved'))`,
  },
  {
    wrong: 'the journal tells of revision %, which is not there',
    query: `select j.subject_id || ' ' || j.revision as name from journal j left join revision r
      on r.article_id = j.subject_id and r.number = j.revision
      where j.act in ('draft.created', 'revision.saved') and r.number is null and not exists (select 1 from journal e
      where e.subject_kind = 'article' and e.subject_id = j.subject_id and e.act = 'draft.erased')`,
  },
  {
    wrong: 'the address % belongs to no article',
    query: `select d.section || '/' || d.slug as name from address d left join article a on a.id = d.article_id where a.id is null`,
  },
  {
    wrong: 'article % does not hold the address of its working copy',
    query: `select a.id as name from article a left join address d on d.section = a.section and d.slug = a.slug
      where d.article_id <> a.id or (d.article_id is null and coalesce((select j.act from journal j where j.subject_kind = 'article'
      and j.subject_id = a.id and j.act in ('draft.binned', 'draft.unbinned') order by j.seq desc limit 1), '') <> 'draft.binned')`,
  },
  {
    wrong: 'article % does not hold the address it is live at',
    query: `select a.id as name from article a left join address d on d.section = a.live_section and d.slug = a.live_slug
      where a.live_revision is not null and (d.article_id is null or d.article_id <> a.id or d.was_live = 0)`,
  },
  {
    wrong: 'the correction that article % shows is not there, or is another article’s',
    query: `select a.id as name from article a left join correction c on c.seq = a.correction_seq
      where a.correction_seq is not null and (c.seq is null or c.article_id <> a.id)`,
  },
  {
    wrong: 'correction % is of a revision that is not there',
    query: `select c.seq as name from correction c left join revision r on r.article_id = c.article_id and r.number = c.revision
      where r.number is null`,
  },
  {
    wrong: 'article % is live, and the publication log does not say so',
    query: `select a.id as name from article a left join ${LAST} m on m.article_id = a.id
      left join publication_log l on l.seq = m.seq where a.live_revision is not null and (l.seq is null or l.act not in ('published', 'corrected', 'recaptioned')
      or l.revision <> a.live_revision or l.section <> a.live_section or l.slug <> a.live_slug)`,
  },
  {
    wrong: 'article % is not live, and the publication log says it is',
    query: `select a.id as name from article a join ${LAST} m on m.article_id = a.id
      join publication_log l on l.seq = m.seq where a.live_revision is null and l.act <> 'withdrawn'`,
  },
  {
    wrong: 'the retry key of % has no answer',
    query: `select principal as name from idempotency where answer = ''`,
  },
  {
    wrong: 'article % is live and cannot be found by its words as it is',
    query: `select a.id as name from article a left join search s on s.article_id = a.id where a.live_revision is not null and a.live_section <> 'pages'
      and a.id not in (select article_id from search_unindexed) and (s.article_id is null or s.published_at <> a.published_at or s.modified_at <> a.modified_at)`,
  },
  {
    wrong: 'article % is not live and can be found by its words',
    query: `select a.id as name from search s join article a on a.id = s.article_id where a.live_revision is null`,
  },
];

/** Most problems of a kind that are named. */
const MOST = 20;

/** References to missing rows, and states that contradict the publication log. */
export async function checkReferences(side: DatabaseSide): Promise<string[]> {
  const wrong: string[] = [];
  const former = await formerColumns(side);
  for (const check of QUERIES) {
    const query = check.query.replace(/\w+/g, (name) => former.get(name) ?? name);
    const { rows } = await sql<{ name: string | number }>`${sql.raw(query)} limit ${MOST}`.execute(side.tx);
    wrong.push(...rows.map((row) => check.wrong.replace('%', String(row.name))));
  }
  return wrong;
}
