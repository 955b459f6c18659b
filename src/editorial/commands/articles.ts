import { parseArgs } from 'node:util';
import { articlePath } from '#article/own-page.ts';
import { CLI, isEditorial, type Member } from '#core/actor.ts';
import { listArticles, readArticle } from '#editorial/article-record.ts';
import { reason } from '#editorial/publish/correction-choice.ts';
import { publish } from '#editorial/publish/publish.ts';
import { retractionNotice, unpublish } from '#editorial/publish/unpublish.ts';
import { memberOf } from '#people/member-row.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import type { Environment } from '#runtime/config/env.ts';
import type { Deps } from '#runtime/deps.ts';

/** `articles` */
export async function listAllArticles(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(environment, async (deps) => {
    const rows = await everyArticle(deps);
    console.log(rows.length > 0 ? formatTable(rows) : 'There is no article yet.');
  });
}

/** `publish` */
export async function publishArticle(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { revision: { type: 'string' }, by: { type: 'string' }, 'no-correction-because': { type: 'string' } },
  });
  const id = onlyArgument(positionals, 'ARTICLE_ID');
  await withDeps(
    environment,
    async (deps, { publication }) => {
      const { revision: given, by } = values;
      if (given !== undefined && !/^\d{1,15}$/.test(given)) throw new Error('--revision is a whole number.');
      const revision = given === undefined ? (await readArticle(deps.db.read, CLI, id, deps)).revision : Number(given);
      const editor = by === undefined ? CLI : await findEditor(deps, by);
      const because = values['no-correction-because'];
      const choice =
        because === undefined ? null : { noneBecause: requireWords('--no-correction-because', reason, because) };
      const article = await publish(deps, editor, id, {
        revisionNumber: revision,
        choice,
        byCommand: true,
      });
      console.log(`Published revision ${revision}: ${publication.baseUrl}${articlePath(article)}`);
    },
    { writesAddresses: true },
  );
}

/** @throws Error unless an editor or a chief with this email address may sign in */
async function findEditor(deps: Deps, email: string): Promise<Member> {
  const row = await deps.db.read
    .selectFrom('editor')
    .selectAll()
    .where('email', '=', email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const member = row && memberOf(row);
  if (member && isEditorial(member)) return member;
  throw new Error(`No editor or chief has the email address ${email}. See: plumbline editor list`);
}

/** `unpublish` */
export async function unpublishArticle(args: string[], environment: Environment): Promise<void> {
  const options = { because: { type: 'string' }, notice: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const id = onlyArgument(positionals, 'ARTICLE_ID');
  const because = values.because === undefined ? null : requireWords('--because', reason, values.because);
  const notice = values.notice === undefined ? null : requireWords('--notice', retractionNotice, values.notice);
  await withDeps(environment, async (deps) => {
    const article = await unpublish(deps, CLI, id, { because, notice });
    const seen = notice === null ? '' : ', with the notice';
    console.log(`Withdrew ${article.section}/${article.slug}; every public form of it answers 404${seen}.`);
  });
}

/** @throws Error when the text is not valid */
function requireWords(option: string, words: typeof reason, given: string): string {
  const read = words.safeParse(given.trim());
  if (read.success) return read.data;
  throw new Error(`${option} ${read.error.issues[0]?.message ?? 'is not right'}.`);
}

async function everyArticle(deps: Deps): Promise<string[][]> {
  const rows: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await listArticles(deps.db.read, CLI, { limit: 500, ...(cursor && { cursor }) });
    for (const article of page.articles) {
      const live = article.liveRevision === null ? '' : `, live ${article.liveRevision}`;
      rows.push([
        article.id,
        article.status,
        `revision ${article.revision}${live}`,
        `${article.section}/${article.slug}`,
        article.headline,
      ]);
    }
    cursor = page.nextCursor;
  }
  return rows;
}
