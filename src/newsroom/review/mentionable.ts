import { listMentionable } from '#editorial/review/mentions.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { articleIdOf } from '#html/newsroom/params.ts';

/** `GET /newsroom/articles/{articleId}/people`: the colleagues whom a comment on the article can mention. */
export const readMentionable = jsonHandler(async (c) => {
  const people = await listMentionable(c.var.deps.db.read, c.var.actor, articleIdOf(c));
  return { people: people.map(({ name, role }) => ({ name, role })) };
});
