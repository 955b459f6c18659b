import type { Session } from '#core/session.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { useAppCode } from './app-code.ts';

/** Seconds for which a second factor counts as fresh. */
const FRESH = 15 * 60;

/** Whether a second factor was given in this session within the last 15 minutes. */
export function hasFreshFactor(deps: Deps, { secondFactorAt }: Pick<Session, 'secondFactorAt'>): boolean {
  return secondFactorAt !== null && deps.clock() - Date.parse(secondFactorAt) <= FRESH * 1000;
}

/** The same after a code of the app, which works once, was typed. An empty code changes nothing. */
export async function giveFreshFactor(deps: Deps, session: Session, typed: string): Promise<boolean> {
  const code = typed.replace(/\s/g, '');
  if (hasFreshFactor(deps, session) || code === '') return hasFreshFactor(deps, session);
  return deps.db.write(async (tx) => {
    if (!(await useAppCode(deps, tx, session.editor.id, code))) return false;
    await tx
      .updateTable('session')
      .set({ second_factor_at: now(deps) })
      .where('id', '=', session.id)
      .execute();
    return true;
  });
}
