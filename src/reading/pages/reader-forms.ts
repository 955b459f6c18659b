import { raw } from 'hono/html';
import { declared } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';

/** The forms for readers that capabilities declare, such as the one that subscribes. */
export function readerForms(publication: Publication) {
  return raw(
    declared()
      .readerForms.map((print) => print(publication))
      .join('\n'),
  );
}
