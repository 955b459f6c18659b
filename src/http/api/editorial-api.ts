import type { ArticleSummary } from '../../article/model/article-rows.ts';
import { copySchema, revisionSchema } from '../../article/model/copy.ts';
import { createDraft, tryDraft } from '../../article/write/create-draft.ts';
import { saveRevision, tryRevision } from '../../article/write/save-revision.ts';
import { JSON_TYPE } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { articleSummaryJson, newsroomUrl } from '../../render/json/draft-json.ts';
import { hashBody, type IdempotencyKey } from '../../runtime/idempotency.ts';
import { readJson, validate } from '../kit/body.ts';
import type { Context } from '../kit/context.ts';
import { outcomeOf, recordCall } from '../kit/middleware.ts';

/** `POST /api/admin/articles`: creates a draft; with `?dryRun=true` nothing is stored. */
export async function postArticle(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  return recordedWrite(c, 'POST articles', async (isDryRun) => {
    const body = await readJson(c.req.raw);
    const copy = validate(copySchema, body);
    return isDryRun ? tryDraft(deps, actor, copy) : createDraft(deps, actor, copy, readIdempotencyKey(c, body));
  });
}

/** `POST /api/admin/articles/{articleId}/revisions`: saves the next revision; with `?dryRun=true` nothing is stored. */
export async function postRevision(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const articleId = c.req.param('articleId') ?? '';
  return recordedWrite(c, 'POST revisions', async (isDryRun) => {
    const body = await readJson(c.req.raw);
    const copy = validate(revisionSchema, body);
    if (isDryRun) return tryRevision(deps, actor, articleId, copy);
    return saveRevision(deps, actor, articleId, copy, readIdempotencyKey(c, body));
  });
}

/** Performs a write and records the call of an agent with its outcome. */
async function recordedWrite(
  c: Context,
  name: string,
  write: (isDryRun: boolean) => Promise<ArticleSummary>,
): Promise<Response> {
  const { deps, actor } = c.var;
  const isDryRun = readDryRun(c);
  const called = isDryRun ? `${name}?dryRun=true` : name;
  try {
    const article = await write(isDryRun);
    recordCall(deps, actor, called, isDryRun ? c.req.param('articleId') : article.id, 'done');
    return isDryRun ? dryRunResponse(c, article) : createdResponse(c, article);
  } catch (error) {
    recordCall(deps, actor, called, c.req.param('articleId'), outcomeOf(error));
    throw error;
  }
}

/** @throws bad_request for any other value */
function readDryRun(c: Context): boolean {
  const given = c.req.query('dryRun') ?? 'false';
  if (given === 'true' || given === 'false') return given === 'true';
  throw new Failure('bad_request', '`dryRun` must be true or false.', { hint: 'With dryRun=true nothing is stored.' });
}

function createdResponse(c: Context, article: ArticleSummary): Response {
  const { publication } = c.var.config;
  return articleResponse(c, 201, article, { Location: newsroomUrl(publication, article.id) });
}

function dryRunResponse(c: Context, article: ArticleSummary): Response {
  return articleResponse(c, 200, article, {});
}

function articleResponse(
  c: Context,
  status: number,
  article: ArticleSummary,
  headers: Record<string, string>,
): Response {
  return new Response(`${JSON.stringify(articleSummaryJson(c.var.config.publication, article))}\n`, {
    status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...headers },
  });
}

/** @throws bad_request for a malformed key */
function readIdempotencyKey(c: Context, body: unknown): IdempotencyKey | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Failure('bad_request', 'An Idempotency-Key is 1 to 255 visible ASCII characters.', {
      hint: 'Use a random UUID.',
    });
  }
  return { key, bodyHash: hashBody(c.req.path, body) };
}
