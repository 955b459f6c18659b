import type { Member } from './actor.ts';

/** A signed-in member of the newsroom, in one browser. */
export type Session = {
  id: string;
  editor: Member;
  email: string;
  signedInAt: string;
  /** When a second factor was used or set up in this session; null if never. */
  secondFactorAt: string | null;
  isRemembered: boolean;
  /** When the password was last given in this session. */
  confirmedAt: string;
  /** The person's own time zone; null for the zone of the publication. */
  timeZone: string | null;
};
