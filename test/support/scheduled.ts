import assert from 'node:assert/strict';
import { CLI } from '#core/actor.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { cookieName } from '#http/access.ts';
import { startSession } from '#people/sessions.ts';
import { BASE, copy, form, fromPage, openSite, type Person, type TestSite } from './site.ts';

// A site with a scheduled publication. The clock stands at 2026-09-06T13:00Z until a test moves it.

export const AT = '2026-09-06T15:30';
export const HOURS = 3600;

export async function drafted(
  t: Parameters<typeof openSite>[0],
): Promise<{ site: TestSite; dana: Person; id: string }> {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(site.deps, CLI, copy());
  return { site, dana, id };
}

export async function scheduled(
  t: Parameters<typeof openSite>[0],
): Promise<{ site: TestSite; dana: Person; id: string }> {
  const stocked = await drafted(t);
  const answer = await plan(stocked.site, stocked.dana, stocked.id, {});
  assert.equal(answer.status, 303);
  return stocked;
}

export function plan(site: TestSite, person: Person, id: string, fields: Record<string, string>): Promise<Response> {
  return site.fetch(
    `/newsroom/articles/${id}/publish`,
    form(person, { revision: '0', when: 'time', at: AT, zone: 'UTC', ...fields }),
  );
}

export function rounds(site: TestSite): Promise<void> {
  return runSchedules(site.deps, site.config.publication.baseUrl);
}

/** A page as a person sees it after signing in again, because hours passed since the last sign-in. */
export async function textOf(site: TestSite, person: Person, path: string): Promise<string> {
  return (await site.fetch(path, { headers: fromPage(await back(site, person)) })).text();
}

export async function back(site: TestSite, person: Person): Promise<Person> {
  const secret = await startSession(site.deps, person, { address: '127.0.0.1', browser: 'test' });
  return { ...person, cookie: `${cookieName(BASE)}=${secret}` };
}

export function articleRow(site: TestSite, id: string) {
  return site.deps.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function lastLine(site: TestSite, act: string) {
  return site.deps.db.read
    .selectFrom('journal')
    .selectAll()
    .where('act', '=', act)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}
