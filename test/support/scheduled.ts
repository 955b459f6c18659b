import assert from 'node:assert/strict';
import { startSession } from '../../src/accounts/sessions.ts';
import { keepSchedules } from '../../src/article/publish/run-schedules.ts';
import { createDraft } from '../../src/article/write/create-draft.ts';
import { HOUSE } from '../../src/core/actor.ts';
import { cookieName } from '../../src/http/kit/access.ts';
import { BASE, copy, form, fromPage, openHouse, type Person, type TestHouse } from './house.ts';

// A house in which something is planned. The harness's clock stands at 2026-09-06T13:00Z until it is told to go on.

export const AT = '2026-09-06T15:30';
export const HOURS = 3600;

export async function drafted(
  t: Parameters<typeof openHouse>[0],
): Promise<{ house: TestHouse; dana: Person; id: string }> {
  const house = await openHouse(t);
  const dana = await house.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(house.press, HOUSE, copy());
  return { house, dana, id };
}

export async function scheduled(
  t: Parameters<typeof openHouse>[0],
): Promise<{ house: TestHouse; dana: Person; id: string }> {
  const stocked = await drafted(t);
  const answer = await plan(stocked.house, stocked.dana, stocked.id, {});
  assert.equal(answer.status, 303);
  return stocked;
}

export function plan(house: TestHouse, person: Person, id: string, fields: Record<string, string>): Promise<Response> {
  return house.fetch(
    `/newsroom/articles/${id}/schedule`,
    form(person, { revision: '0', at: AT, zone: 'UTC', ...fields }),
  );
}

export function rounds(house: TestHouse): Promise<void> {
  return keepSchedules(house.press, house.config.publication.baseUrl);
}

/** A page as somebody sees it who signs in for it: hours went by since they last did. */
export async function textOf(house: TestHouse, person: Person, path: string): Promise<string> {
  return (await house.fetch(path, { headers: fromPage(await back(house, person)) })).text();
}

export async function back(house: TestHouse, person: Person): Promise<Person> {
  const secret = await startSession(house.press, person, { address: '127.0.0.1', browser: 'test' });
  return { ...person, cookie: `${cookieName(BASE)}=${secret}` };
}

export function articleRow(house: TestHouse, id: string) {
  return house.press.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function lastLine(house: TestHouse, act: string) {
  return house.press.db.read
    .selectFrom('journal')
    .selectAll()
    .where('act', '=', act)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}
