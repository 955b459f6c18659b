import * as z from 'zod';
import { moveCursor } from '#editorial/review/presence.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import { readJson, validate } from '#http/body.ts';

const placeSchema = z.strictObject({ blockId: z.string().max(200), before: z.string().max(200) });

/** `POST /newsroom/articles/{articleId}/place`: where the cursor of this member is in the text, for colleagues who have it open. */
export const postPlace = jsonHandler(async (c) => {
  const place = validate(placeSchema, await readJson(c.req.raw));
  await moveCursor(c.var.deps, c.var.session.editor, articleIdOf(c), place);
  return { state: 'noted' };
});
