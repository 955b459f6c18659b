import type { Member, Role } from '#core/actor.ts';

/** The columns from which a member is made. */
export type MemberRow = { id: string; name: string; role: string; sells_ads: number };

/** The member of a row. */
export function memberOf({ id, name, role, sells_ads }: MemberRow): Member {
  return { kind: 'editor', id, name, role: role as Member['role'], ...(sells_ads === 1 && { sellsAds: true }) };
}

/** The columns of a role. */
export function roleColumns(role: Role): { role: Member['role']; sells_ads: number } {
  return role === 'ad sales' ? { role: 'writer', sells_ads: 1 } : { role, sells_ads: 0 };
}
