import { draft, fromPage, json, type Person, type TestHouse } from './house.ts';

// The newsroom's editor page towards the server, without a browser.

/** Sends what is typed as an editor page does that has just read the server's copy. */
export async function keep(
  house: TestHouse,
  person: Person,
  id: string,
  over: Record<string, unknown>,
  where = '',
  base = 0,
) {
  const read = await house.fetch(`/newsroom/articles/${id}/working-copy`, { headers: fromPage(person) });
  const number = read.status === 200 ? (await json(read)).number : 0;
  return send(house, person, id, { number, copy: draft(over), baseRevision: base }, where);
}

/** Sends what is typed as an editor page does that has read what `over` says. */
export function send(house: TestHouse, person: Person, id: string, over: Record<string, unknown>, where = '') {
  const post = { editorId: person.id, number: 0, postId: house.press.newId(), baseRevision: 0, copy: draft(), ...over };
  return house.fetch(`/newsroom/articles/${id}/working-copy${where}`, {
    method: 'POST',
    headers: fromPage(person, { 'Content-Type': 'application/json' }),
    body: JSON.stringify(post),
    redirect: 'manual',
  });
}
