import { parseArgs } from 'node:util';
import { listArticles, readArticle } from '../article/on-file.ts';
import { publish } from '../article/publish.ts';
import { unpublish } from '../article/unpublish.ts';
import { HOUSE } from '../ground/actor.ts';
import type { Press } from '../ground/press.ts';
import { columns, onlyArgument } from './arguments.ts';
import type { Environment } from './commands.ts';
import { withPress } from './with-press.ts';

/** `articles` */
export async function listAllArticles(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withPress(environment, async (press) => {
    const rows = await everyArticle(press);
    console.log(rows.length > 0 ? columns(rows) : 'There is no article yet.');
  });
}

/** `publish` */
export async function publishArticle(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { revision: { type: 'string' } },
  });
  const id = onlyArgument(positionals, 'ARTICLE_ID');
  await withPress(environment, async (press, { publication }) => {
    const revision =
      values.revision === undefined
        ? (await readArticle(press.db.read, HOUSE, id, press.policy)).revision
        : Number(values.revision);
    if (!Number.isSafeInteger(revision)) throw new Error('--revision is a whole number.');
    const article = await publish(press, HOUSE, id, revision);
    console.log(`Published revision ${revision}: ${publication.baseUrl}/${article.section}/${article.slug}`);
  });
}

/** `unpublish` */
export async function unpublishArticle(args: string[], environment: Environment): Promise<void> {
  const id = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'ARTICLE_ID');
  await withPress(environment, async (press) => {
    const article = await unpublish(press, HOUSE, id);
    console.log(`Withdrew ${article.section}/${article.slug}; every public form of it answers 404.`);
  });
}

async function everyArticle(press: Press): Promise<string[][]> {
  const rows: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await listArticles(press.db.read, HOUSE, { limit: 500, ...(cursor && { cursor }) });
    for (const one of page.articles) {
      const live = one.liveRevision === null ? '' : `, live ${one.liveRevision}`;
      rows.push([one.id, one.status, `revision ${one.revision}${live}`, `${one.section}/${one.slug}`, one.headline]);
    }
    cursor = page.nextCursor;
  }
  return rows;
}
