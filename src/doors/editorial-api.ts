import { copySchema, revisionSchema } from '../article/copy.ts';
import { createDraft } from '../article/create-draft.ts';
import type { Filed } from '../article/filed.ts';
import { saveRevision } from '../article/save-revision.ts';
import { filedJson, newsroomUrl } from '../editions/draft-json.ts';
import { Failure } from '../ground/failure.ts';
import { hashBody, type RetryKey } from '../ground/once.ts';
import { JSON_TYPE } from '../newsstand/copy.ts';
import { readJson, validate } from './body.ts';
import type { Ctx } from './env.ts';
import { noteCall, outcomeOf } from './note-call.ts';

/** `POST /api/admin/articles`: files a draft. */
export async function postArticle(c: Ctx): Promise<Response> {
  return noted(c, 'POST articles', async () => {
    const body = await readJson(c.req.raw);
    const copy = validate(copySchema, body);
    return createDraft(c.var.press, c.var.actor, copy, retryKey(c, body));
  });
}

/** `POST /api/admin/articles/{articleId}/revisions`: saves the next revision. */
export async function postRevision(c: Ctx): Promise<Response> {
  const articleId = c.req.param('articleId') ?? '';
  return noted(c, 'POST revisions', async () => {
    const body = await readJson(c.req.raw);
    const copy = validate(revisionSchema, body);
    return saveRevision(c.var.press, c.var.actor, articleId, copy, retryKey(c, body));
  });
}

/** Carries a write out, and notes what a program called with what came of it. */
async function noted(c: Ctx, name: string, write: () => Promise<Filed>): Promise<Response> {
  const { press, actor } = c.var;
  try {
    const article = await write();
    noteCall(press, actor, name, article.id, 'done');
    return created(c, article);
  } catch (error) {
    noteCall(press, actor, name, c.req.param('articleId'), outcomeOf(error));
    throw error;
  }
}

function created(c: Ctx, article: Filed): Response {
  const { publication } = c.var.config;
  return new Response(`${JSON.stringify(filedJson(publication, article))}\n`, {
    status: 201,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', Location: newsroomUrl(publication, article.id) },
  });
}

/** @throws bad_request for a key that is none */
function retryKey(c: Ctx, body: unknown): RetryKey | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Failure('bad_request', 'An Idempotency-Key is 1 to 255 visible ASCII characters.', {
      hint: 'A random uuid does well.',
    });
  }
  return { key, bodyHash: hashBody(c.req.path, body) };
}
