import type { Actor } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { isUuid } from '../../core/text.ts';
import { type Deps, now } from '../../runtime/deps.ts';

/** Records a call of an agent with its outcome; calls of people are not recorded. `article` may be an article's id. */
export function recordCall(deps: Deps, actor: Actor, name: string, article: unknown, outcome: string): void {
  if (actor.kind !== 'agent') return;
  const articleId = typeof article === 'string' && isUuid(article) ? article.toLowerCase() : null;
  deps.callLog.note({ claimId: actor.claimId, at: now(deps), name, articleId, outcome });
}

/** The outcome that the call log records for an error. */
export function outcomeOf(error: unknown): string {
  return error instanceof Failure ? error.kind : 'internal';
}
