import { raw } from 'hono/html';
import type { Publication } from '#config/config.ts';
import { declared } from '#http/declared.ts';

/** The forms for readers that capabilities declare, such as the one that subscribes. */
export function readerForms(publication: Publication) {
  return raw(
    declared()
      .readerForms.map((print) => print(publication))
      .join('\n'),
  );
}
