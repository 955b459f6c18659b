import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';

export type NotedOrder = { private: boolean; since: string | null };

/** A day of `--since`. @throws bad_request */
export function readExportDay(day: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return day;
  throw new Failure('bad_request', `${day} is not a day.`, { hint: 'Write a UTC day, such as 2026-11-21.' });
}

/** Writes into the activity log who exported the content, and how much of it. */
export async function noteExport(
  deps: Deps,
  actor: Actor,
  order: NotedOrder,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await deps.db.write((tx) =>
    writeJournal(deps, tx, actor, {
      act: 'content.exported',
      subject: { kind: 'setting', id: 'export' },
      detail: { ...order, counts },
    }),
  );
}
