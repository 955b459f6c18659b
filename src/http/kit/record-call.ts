import type { Actor } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { isUuid } from '../../core/text.ts';
import { type Deps, now } from '../../runtime/deps.ts';

/** Notes what a program called and what came of it; people's calls are not noted. `article` is what may be an article's id. */
export function recordCall(deps: Deps, actor: Actor, name: string, article: unknown, outcome: string): void {
  if (actor.kind !== 'agent') return;
  const articleId = typeof article === 'string' && isUuid(article) ? article.toLowerCase() : null;
  deps.callLog.note({ claimId: actor.claimId, at: now(deps), name, articleId, outcome });
}

/** How a refusal or a defect is noted. */
export function outcomeOf(error: unknown): string {
  return error instanceof Failure ? error.kind : 'internal';
}
