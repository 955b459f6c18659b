import { Failure } from '#core/failure.ts';
import type { ImportSource, Reader } from '#exchange/import/import-item.ts';
import { GHOST } from './ghost.ts';
import { MARKDOWN } from './markdown.ts';
import { MEDIUM } from './medium.ts';
import { plumblineReader } from './plumbline.ts';
import { SUBSTACK } from './substack.ts';
import { WORDPRESS } from './wordpress.ts';

/** All readers; the first that knows a file reads it. */
export const READERS: readonly Reader[] = [plumblineReader, WORDPRESS, GHOST, SUBSTACK, MEDIUM, MARKDOWN];

/** The reader of a file. @throws validation_failed when no reader knows the file */
export async function findReader(source: ImportSource, readers: readonly Reader[] = READERS): Promise<Reader> {
  for (const reader of readers) if (await reader.matches(source)) return reader;
  throw new Failure('validation_failed', 'No importer knows the format of this file.', {
    hint: 'Use an export file of Ghost, WordPress, Substack or Medium, or a folder of Markdown files with front matter.',
  });
}
