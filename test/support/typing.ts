import { draft, fromPage, json, type Person, type TestSite } from './site.ts';

// Sends the requests of the newsroom's editor page, without a browser.

/** Sends typed text as an editor page does that has just read the server's copy. */
export async function keep(
  site: TestSite,
  person: Person,
  id: string,
  over: Record<string, unknown>,
  where = '',
  base = 0,
) {
  const read = await site.fetch(`/newsroom/articles/${id}/working-copy`, { headers: fromPage(person) });
  const number = read.status === 200 ? (await json(read)).number : 0;
  return send(site, person, id, { number, copy: draft(over), baseRevision: base }, where);
}

/** Sends typed text as the editor page does that has read what `over` says. */
export function send(site: TestSite, person: Person, id: string, over: Record<string, unknown>, where = '') {
  const post = { editorId: person.id, number: 0, postId: site.deps.newId(), baseRevision: 0, copy: draft(), ...over };
  return site.fetch(`/newsroom/articles/${id}/working-copy${where}`, {
    method: 'POST',
    headers: fromPage(person, { 'Content-Type': 'application/json' }),
    body: JSON.stringify(post),
    redirect: 'manual',
  });
}
