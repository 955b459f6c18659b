import { answerError } from '#http/errors.ts';
import {
  createPlainPost,
  type FastPath,
  type PlainAnswer,
  type PlainPost,
  type PlainPostServices,
} from '#http/plain-post.ts';

/** Imported at the first write, because no reader waits for it; kept, because an import of a loaded file is not free either. */
let moduleCache: Promise<typeof import('./editorial-api.ts')> | null = null;

const DRAFTS = '/api/admin/articles';
const REVISIONS = /^\/api\/admin\/articles\/([0-9a-f-]{36})\/revisions$/;

/** Answers an agent's drafts and revisions on the Node server, before the framework. Dry runs go to the route table. */
export function createWriteFastPath(services: PlainPostServices): FastPath {
  return createPlainPost(services, (url) => {
    if (url === DRAFTS) return { route: DRAFTS, answer: (post) => respond(services, post, DRAFTS) };
    const articleId = url.startsWith(DRAFTS) ? REVISIONS.exec(url)?.[1] : undefined;
    if (articleId === undefined) return null;
    const route = `${DRAFTS}/:articleId/revisions`;
    return { route, answer: (post) => respond(services, post, route, { articleId, path: url }) };
  });
}

async function respond(
  { deps, config, log }: PlainPostServices,
  { actor, requestId, header, body }: PlainPost,
  route: string,
  { articleId = null, path = route }: { articleId?: string | null; path?: string } = {},
): Promise<PlainAnswer> {
  const key = header('idempotency-key');
  try {
    moduleCache ??= import('./editorial-api.ts');
    const { writeArticle } = await moduleCache;
    return await writeArticle({
      deps,
      config,
      actor,
      articleId,
      isDryRun: false,
      open: null,
      gate: 'all',
      key,
      path,
      body,
    });
  } catch (error) {
    return answerError(error, log, { request: requestId, method: 'POST', route });
  }
}
