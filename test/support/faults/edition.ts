import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Whether the last known articles in `folder` are complete and contain the article at `path`. */
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
    return false; // the file is being created
  }
}
