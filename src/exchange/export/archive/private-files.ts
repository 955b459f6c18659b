import { columnsOf, NEWSROOM_TEXT_NAMES, SENT_TEXT_NAMES } from '#article/article-fields.ts';
import type { Tx } from '#db/database.ts';
import { jsonFile } from './article-json.ts';
import type { ExportSink } from './export-sink.ts';

// The part of an export that readers never see: all revisions, comments and the journal. Only the columns that are named here, and the
// texts of the table of article fields, leave the database, so a new column with a secret stays there.

/** In the order of the first exports. */
const TEXT_COLUMNS = columnsOf([...NEWSROOM_TEXT_NAMES, ...SENT_TEXT_NAMES]);

/** Lines of the journal in one file. */
const JOURNAL_LINES = 10_000;
/** Articles between two queries of ids. */
const AT_ONCE = 200;

/** Adds every article with its revisions, reviews and comments, then the journal. Returns how many articles and journal lines. */
export async function addPrivate(
  sink: Pick<ExportSink, 'add'>,
  tx: Tx,
): Promise<{ articles: number; revisions: number; comments: number; journal: number }> {
  const counts = { articles: 0, revisions: 0, comments: 0, journal: 0 };
  const tags = new Map((await tx.selectFrom('tag').select(['id', 'slug']).execute()).map(({ id, slug }) => [id, slug]));
  for (let after: string | null = ''; after !== null; ) {
    const rows: Awaited<ReturnType<typeof listArticles>> = await listArticles(tx, after);
    for (const article of rows) {
      const revisions = await listRevisions(tx, article.id, tags);
      const comments = await listComments(tx, article.id);
      const reviews = await listReviews(tx, article.id);
      await sink.add(`private/articles/${article.id}.json`, jsonFile({ ...article, revisions, reviews, comments }));
      counts.articles += 1;
      counts.revisions += revisions.length;
      counts.comments += comments.length;
    }
    after = rows.length === AT_ONCE ? (rows.at(-1)?.id ?? null) : null;
  }
  counts.journal = await addJournal(sink, tx);
  return counts;
}

function listArticles(tx: Tx, after: string) {
  return tx
    .selectFrom('article')
    .select(['id', 'section', 'slug', 'latest_revision', 'live_revision', 'live_section', 'live_slug', 'published_at'])
    .select(['modified_at', 'created_at', 'updated_at', 'review_state', 'review_revision', 'due_on', 'scheduled_for'])
    .select(['ordered_words', 'assignment_note'])
    .select(['unpublish_reason', 'retraction_notice', 'retracted_at', 'binned_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
}

async function listRevisions(tx: Tx, articleId: string, tags: ReadonlyMap<string, string>) {
  const rows = await tx
    .selectFrom('revision')
    .leftJoin('author', 'author.id', 'revision.author_id')
    .leftJoin('picture', 'picture.id', 'revision.hero_asset_id')
    .select(['number', 'section', 'revision.slug', 'headline', 'dek', 'body_blocks', 'sources', 'tag_ids'])
    .select(['author.slug as author', 'picture.hash as hero', ...TEXT_COLUMNS])
    .select(['editorial_packet', 'saved_at', 'saved_by_kind', 'saved_by_name'])
    .where('article_id', '=', articleId)
    .orderBy('number')
    .execute();
  return rows.map(({ body_blocks, sources, tag_ids, editorial_packet, ...row }) => ({
    ...row,
    blocks: JSON.parse(body_blocks),
    sources: JSON.parse(sources),
    tags: (JSON.parse(tag_ids) as string[]).flatMap((id) => tags.get(id) ?? []),
    editorial_packet: editorial_packet === null ? null : JSON.parse(editorial_packet),
  }));
}

function listComments(tx: Tx, articleId: string) {
  return tx
    .selectFrom('comment')
    .select(['id', 'revision', 'block_id', 'passage', 'occurrence', 'text', 'reply_to', 'by_kind', 'by_name', 'at'])
    .select(['resolved_at', 'resolved_revision', 'mentions', 'suggestion', 'verdict'])
    .where('article_id', '=', articleId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

function listReviews(tx: Tx, articleId: string) {
  return tx
    .selectFrom('review')
    .select(['revision', 'state', 'note', 'by_name', 'at'])
    .where('article_id', '=', articleId)
    .orderBy('seq')
    .execute();
}

/** The journal, without what each act noted: such a note may hold the address of a person. Its hashes still form one chain. */
async function addJournal(sink: Pick<ExportSink, 'add'>, tx: Tx): Promise<number> {
  let lines = 0;
  for (let after: number | null = 0; after !== null; ) {
    const rows: Awaited<ReturnType<typeof listJournal>> = await listJournal(tx, after);
    if (rows.length > 0) {
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      const number = String(lines / JOURNAL_LINES + 1).padStart(6, '0');
      await sink.add(`private/journal-${number}.jsonl`, Buffer.from(text));
    }
    lines += rows.length;
    after = rows.length === JOURNAL_LINES ? (rows.at(-1)?.seq ?? null) : null;
  }
  return lines;
}

function listJournal(tx: Tx, after: number) {
  return tx
    .selectFrom('journal')
    .select(['seq', 'at', 'actor_kind', 'actor_name', 'act', 'subject_kind', 'subject_id', 'revision'])
    .select(['previous_hash', 'hash'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(JOURNAL_LINES)
    .execute();
}
