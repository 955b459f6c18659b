import { type ArticleRow, getArticleRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import type { Actor, Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { readEmailMode } from '#people/email-preference.ts';
import type { Deps } from '#runtime/deps.ts';
import { queueMail } from '#runtime/mail/outbox.ts';
import { findMentions, type Mentioned } from './mention-words.ts';

// The people whom a comment can mention, and the email that they get.

type Seen = Pick<ArticleRow, 'id' | 'owner_id' | 'assignee_id' | 'section' | 'latest_revision'>;
type Person = Mentioned & { email: string; role: string };

/** The people who may see an article, by name: only they can be mentioned in a comment on it. @throws not_found */
export async function listMentionable(tx: Tx, actor: Actor, articleId: string): Promise<Omit<Person, 'email'>[]> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return (await readPeople(tx, article)).map(({ id, name, role }) => ({ id, name, role }));
}

/** The people whom a comment mentions, as stored with it. */
export async function readMentioned(tx: Tx, article: Seen, text: string): Promise<Person[]> {
  if (!text.includes('@')) return [];
  const people = await readPeople(tx, article);
  const ids = new Set(findMentions(text, people).map(({ id }) => id));
  return people.filter(({ id }) => ids.has(id));
}

async function readPeople(tx: Tx, article: Seen): Promise<Person[]> {
  const rows = await tx
    .selectFrom('editor')
    .select(['id', 'name', 'email', 'role'])
    .where('disabled_at', 'is', null)
    .where('sells_ads', '=', 0)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.filter(({ id, name, role }) =>
    maySee({ kind: 'editor', id, name, role: role as Member['role'] }, article),
  );
}

/** Longest quotation of the comment, in characters. */
const LONGEST_QUOTE = 2000;

type Told = { article: Seen; thread: string; by: { id: string; name: string }; text: string };

/**
 * Queues an email with a link to each person whom a comment mentions. The author gets none. People who chose no emails get none either; for
 * those who chose one a day, the daily email lists the mention.
 */
export async function emailMentioned(
  deps: Deps,
  tx: Tx,
  people: readonly Person[],
  { article, thread, by, text }: Told,
): Promise<void> {
  const { name, baseUrl } = deps.site.newest.publication;
  for (const { id, email } of people) {
    if (id === by.id || (await readEmailMode(tx, id)) !== 'at_once') continue;
    const { headline } = await tx
      .selectFrom('revision')
      .select('headline')
      .where('article_id', '=', article.id)
      .where('number', '=', article.latest_revision)
      .executeTakeFirstOrThrow();
    await queueMail(deps, tx, {
      about: 'mention',
      to: email,
      subject: `${by.name} mentioned you: ${headline}`,
      text: [
        `${by.name} mentioned you in a comment on “${headline}” in the newsroom of ${name}:`,
        `“${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)} …` : text}”`,
        `Read it and answer: ${baseUrl}/newsroom/articles/${article.id}#comment-${thread}`,
        `To get these emails once a day or never: ${baseUrl}/newsroom/profile#emails\n`,
      ].join('\n\n'),
    });
  }
}
