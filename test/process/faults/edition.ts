import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Whether the last known edition of the house in `folder` is all there and holds what is live at `path`. It follows the log within a moment. */
export function isInEdition(folder: string, path: string): boolean {
  try {
    const file = new DatabaseSync(join(folder, 'last-edition.db'), { readOnly: true, timeout: 1000 });
    try {
      const complete = file.prepare("select value from setting where name = 'complete'").get();
      const [, desk = '', slug = ''] = path.split('/');
      const live = file.prepare('select id from article where live_desk = ? and live_slug = ?').get(desk, slug);
      return complete !== undefined && live !== undefined;
    } finally {
      file.close();
    }
  } catch {
    return false; // it is being made
  }
}
