import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import type { BriefRecord } from './brief-record.ts';

/**
 * Where two people publish, an approval counts only while the person who gave it is an enabled editor.
 * @throws gate_blocked
 */
export async function requireApprover({ policy }: Pick<Deps, 'policy'>, tx: Tx, brief: BriefRecord): Promise<void> {
  const { approved } = brief;
  if (policy.reviewBy !== 'two' || !approved) return;
  const person = await tx
    .selectFrom('editor')
    .select('id')
    .where('id', '=', approved.id)
    .where('role', 'in', ['editor', 'chief'])
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (person) return;
  throw new Failure(
    'gate_blocked',
    `Two people publish here, and ${approved.name}, who approved revision ${approved.revision}, is not an editor any more.`,
    { hint: 'Take the approval back; then another editor has to approve the brief.' },
  );
}
