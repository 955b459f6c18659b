import { isEditorial, type Member } from '#core/actor.ts';
import { foldForSearch } from '#core/tokenize.ts';
import type { FindThings } from '#http/declared.ts';
import { listMembers } from '#people/members.ts';

/** People found. */
const MOST = 6;

/** People of the newsroom by name, and for chiefs by address: for chiefs their page, for editors their articles. */
export const findThings: FindThings = async (deps, member, words) => {
  if (!isEditorial(member) || words.length === 0) return [];
  const people = (await listMembers(deps.db.read)).filter(({ disabledAt }) => disabledAt === null || isChief(member));
  return people
    .filter(({ name, email }) => {
      const own = foldForSearch(isChief(member) ? `${name} ${email}` : name).split(' ');
      return words.every((word) => own.some((part) => part.startsWith(word)));
    })
    .slice(0, MOST)
    .map(({ id, name, role, disabledAt }) => ({
      kind: 'People',
      text: name,
      detail: disabledAt === null ? role : `${role}, disabled`,
      path: isChief(member) ? `/newsroom/team/people/${id}` : `/newsroom/articles?person=${id}`,
    }));
};

function isChief({ role }: Member): boolean {
  return role === 'chief';
}
