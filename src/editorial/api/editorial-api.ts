import type { ArticleSummary } from '#article/article-rows.ts';
import { copySchema, revisionSchema } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { codePoints } from '#core/text.ts';
import type { OpenSource } from '#editorial/sources/try-sources.ts';
import { createDraft, tryDraft } from '#editorial/write/create-draft.ts';
import { saveRevision, tryRevision } from '#editorial/write/save-revision.ts';
import { readJson, validate } from '#http/body.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { outcomeOf, recordCall } from '#http/middleware.ts';
import { hashBody, type IdempotencyKey } from '#runtime/idempotency.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { articleSummaryJson, newsroomUrl } from './draft-json.ts';
import type { GateForm } from './short-json.ts';

/** `POST /api/admin/articles`: creates a draft; with `?dryRun=true` nothing is stored. */
export function postArticle(c: Context): Promise<Response> {
  return answerWrite(c, null);
}

/** `POST /api/admin/articles/{articleId}/revisions`: saves the next revision; with `?dryRun=true` nothing is stored. */
export function postRevision(c: Context): Promise<Response> {
  return answerWrite(c, c.req.param('articleId') ?? '');
}

async function answerWrite(c: Context, articleId: string | null): Promise<Response> {
  const { deps, config, actor, openSourceFor } = c.var;
  const { path, raw } = c.req;
  const key = c.req.header('idempotency-key');
  const isDryRun = readFlag(c, DRY_RUN) === 'true';
  const gate = readFlag(c, GATE);
  const body = () => readJson(raw);
  const open = isDryRun ? openSourceFor(actor) : null;
  const answer = await writeArticle({ deps, config, actor, articleId, isDryRun, open, gate, key, path, body });
  return new Response(answer.body, answer);
}

/** A write over REST. `articleId` is null for a new draft, `key` is the Idempotency-Key, and `body` reads the JSON. */
type ArticleWrite = Pick<Context['var'], 'deps' | 'config'> & {
  actor: Actor;
  articleId: string | null;
  isDryRun: boolean;
  /** Opens the sources that the copy names, in a dry run; null if they stay unopened. */
  open: OpenSource | null;
  /** Whether the response has all entries of the gate, or the first of each code. */
  gate: GateForm;
  key: string | undefined;
  path: string;
  body: () => Promise<unknown>;
};

/** Performs a write and records the call of an agent with its outcome. */
async function writeArticle(
  given: ArticleWrite,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const { deps, actor, articleId, isDryRun } = given;
  const called = `POST ${articleId === null ? 'articles' : 'revisions'}${isDryRun ? '?dryRun=true' : ''}`;
  try {
    const article = await (articleId === null ? writeDraft(given) : writeRevision(given, articleId));
    recordCall(deps, actor, { name: called, article: isDryRun ? articleId : article.id, outcome: 'done' });
    return {
      status: isDryRun ? 200 : 201,
      headers: {
        'Content-Type': JSON_TYPE,
        'Cache-Control': 'no-store',
        ...(!isDryRun && { Location: newsroomUrl(siteSnapshot().publication, article.id) }),
      },
      body: `${JSON.stringify(articleSummaryJson(siteSnapshot().publication, article, given.gate))}\n`,
    };
  } catch (error) {
    recordCall(deps, actor, { name: called, article: articleId, outcome: outcomeOf(error) });
    throw error;
  }
}

async function writeDraft(given: ArticleWrite): Promise<ArticleSummary> {
  const { deps, actor, isDryRun, open } = given;
  const body = await given.body();
  const copy = validate(copySchema, body);
  return isDryRun ? tryDraft(deps, actor, copy, open) : createDraft(deps, actor, copy, readIdempotencyKey(given, body));
}

async function writeRevision(given: ArticleWrite, articleId: string): Promise<ArticleSummary> {
  const { deps, actor, isDryRun, open } = given;
  const body = await given.body();
  const copy = validate(revisionSchema, body);
  if (isDryRun) return tryRevision(deps, actor, articleId, { copy, open });
  return saveRevision(deps, actor, articleId, { copy, retry: readIdempotencyKey(given, body) });
}

const DRY_RUN = { name: 'dryRun', values: ['false', 'true'], hint: 'With dryRun=true nothing is stored.' } as const;
const GATE = {
  name: 'gateEntries',
  values: ['all', 'first'],
  hint: 'With gateEntries=first the answer has the first entries of each code and a count.',
} as const;

/** The value of a query parameter; the first allowed value when the parameter is absent. @throws bad_request for any other value */
function readFlag<Value extends string>(
  c: Context,
  { name, values, hint }: { name: string; values: readonly [Value, Value]; hint: string },
): Value {
  const given = c.req.query(name) ?? values[0];
  const value = values.find((candidate) => candidate === given);
  if (value !== undefined) return value;
  throw new Failure('bad_request', `\`${name}\` must be ${values.toReversed().join(' or ')}.`, { hint });
}

/** @throws bad_request for a malformed key */
function readIdempotencyKey({ key, path }: ArticleWrite, body: unknown): IdempotencyKey | null {
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const form = `it has ${codePoints(key)}${/\s/.test(key) ? ' and a space' : ''}`;
    throw new Failure('bad_request', `An Idempotency-Key is 1 to 255 visible ASCII characters; ${form}.`, {
      hint: 'Use a random UUID.',
    });
  }
  return { key, bodyHash: hashBody(path, body) };
}
