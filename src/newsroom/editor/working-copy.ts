import * as z from 'zod';
import { newsroomCopySchema, unfinishedCopySchema } from '#article/copy.ts';
import { Failure } from '#core/failure.ts';
import { listRevisions, readArticle } from '#editorial/article-record.ts';
import {
  autosaveWorkingCopy,
  dropWorkingCopy,
  readServerCopy,
  saveWorkingCopy,
} from '#editorial/write/working-copy.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import { readJson, validate } from '#http/body.ts';
import type { Context } from '#http/context.ts';

// The JSON endpoints of the editor's script, authenticated by the session cookie.

/** A post of the script. `editorId` is checked against the session, because another person may have signed in meanwhile. */
const typed = z.strictObject({
  editorId: z.string(),
  number: z.int().min(0),
  postId: z.string().min(1).max(64),
  baseRevision: z.int().min(0),
  copy: unfinishedCopySchema,
});
const finished = typed.extend({ copy: newsroomCopySchema });

/** `GET /newsroom/articles/{articleId}/copy`: the latest revision, for merging. */
export const readLatestCopy = jsonHandler(async (c) => {
  const { deps, actor } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const { revision, updatedAt, copy } = file;
  return { revision, savedAt: updatedAt, savedBy: await saverOf(c, file), copy };
});

/** `GET /newsroom/articles/{articleId}/working-copy`: the stored working copy of this member, with its number. */
export const readOwnCopy = jsonHandler(async (c) => {
  const { deps, actor } = c.var;
  return { editorId: actor.id, ...(await readServerCopy(deps.db.read, actor, articleIdOf(c))) };
});

/** `POST /newsroom/articles/{articleId}/working-copy`: stores the working copy. */
export const postWorkingCopy = jsonHandler(async (c) => {
  const { editorId, ...sent } = validate(typed, await readJson(c.req.raw));
  requireSamePerson(c, editorId);
  return { state: 'kept', ...(await autosaveWorkingCopy(c.var.deps, c.var.actor, articleIdOf(c), sent)) };
});

/** `POST /newsroom/articles/{articleId}/working-copy/save`: saves the working copy as a revision. */
export const postSave = jsonHandler(async (c) => {
  const { editorId, ...sent } = validate(finished, await readJson(c.req.raw));
  requireSamePerson(c, editorId);
  const { article, number } = await saveWorkingCopy(c.var.deps, c.var.actor, articleIdOf(c), sent);
  const { revision, updatedAt, gate } = article;
  return { state: 'saved', revision, savedAt: updatedAt, gate, number };
});

/** `POST /newsroom/articles/{articleId}/working-copy/drop`, a form: deletes the working copy. */
export async function postDrop(c: Context): Promise<Response> {
  const { number = '' } = await parseForm(c);
  await dropWorkingCopy(c.var.deps, c.var.actor, articleIdOf(c), /^\d{1,9}$/.test(number) ? Number(number) : -1);
  return redirect(`/newsroom/articles/${articleIdOf(c)}`);
}

async function saverOf(c: Context, { id, revision }: { id: string; revision: number }): Promise<string> {
  const row = await listRevisions(c.var.deps.db.read, c.var.actor, id);
  return row.find((line) => line.number === revision)?.savedBy ?? '';
}

/** @throws forbidden when the session belongs to another person than the page */
function requireSamePerson(c: Context, editorId: string): void {
  if (c.var.actor.id === editorId) return;
  throw new Failure('forbidden', 'Another person has signed in since this page was opened.', {
    hint: 'Sign in as yourself. This browser keeps what you typed.',
  });
}
