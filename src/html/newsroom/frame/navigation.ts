import { isAdDesk, isEditorial, type Member } from '#core/actor.ts';
import { declared, type NavigationEntry, type NavigationGroup } from '#http/declared.ts';

// Who sees which entries of the navigation, and in what order. Side bar, phone bar, settings and search read these functions.

/** The groups of the side bar with their headings; the first has none. */
export const SIDE_GROUPS = {
  day: null,
  publication: 'Publication',
  audience: 'Audience',
  advertising: 'Advertising',
  agents: 'Agents',
} as const satisfies Partial<Record<NavigationGroup, string | null>>;

/** The groups of the settings. */
export const SETTINGS_GROUPS = {
  magazine: 'Magazine',
  people: 'People',
  email: 'Email',
  connections: 'Connections',
  record: 'Record',
  account: 'Your account',
} as const satisfies Partial<Record<NavigationGroup, string>>;

/** Groups that only the search of the newsroom has. */
export const OTHER_GROUPS = { pages: 'Other pages', acts: 'Acts' } as const;

export type EntryGroup = { name: string | null; entries: NavigationEntry[] };

/** The groups in this order with the entries that the member may use; a group without entries is left out. */
export function groupsFor(member: Member, groups: Partial<Record<NavigationGroup, string | null>>): EntryGroup[] {
  return Object.entries(groups)
    .map(([group, name = null]) => ({ name, entries: entriesFor(member).filter((entry) => entry.group === group) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Every entry that the member may use. */
export function entriesFor(member: Member): NavigationEntry[] {
  return declared().navigation.filter((entry) => mayUse(member, entry));
}

function mayUse(member: Member, { who }: NavigationEntry): boolean {
  switch (who) {
    case 'person':
      return true;
    case 'member':
      return member.sellsAds !== true;
    case 'ad desk':
      return isAdDesk(member);
    case 'editor':
      return isEditorial(member);
    case 'chief':
      return member.role === 'chief';
  }
}

/** The entry of an address: the one with the longest address that equals it or is above it. Only Today has nothing below its address. */
export function entryAt(path: string): NavigationEntry | null {
  return nearestTo(
    path,
    declared().navigation.filter(({ group }) => group !== 'acts'),
  );
}

/** The same among the entries of the bars and of the list of settings. */
export function placeAt(path: string): NavigationEntry | null {
  return nearestTo(
    path,
    declared().navigation.filter(({ group }) => !Object.hasOwn(OTHER_GROUPS, group)),
  );
}

function nearestTo(path: string, entries: readonly NavigationEntry[]): NavigationEntry | null {
  const lengthOf = ({ path: own, below = [] }: NavigationEntry) => {
    const all = [own, ...below].filter(
      (address) => path === address || (address !== START && path.startsWith(`${address}/`)),
    );
    return Math.max(0, ...all.map(({ length }) => length));
  };
  const [nearest] = entries.toSorted((entry, other) => lengthOf(other) - lengthOf(entry));
  return nearest && lengthOf(nearest) > 0 ? nearest : null;
}

export function isSetting({ group }: NavigationEntry): boolean {
  return Object.hasOwn(SETTINGS_GROUPS, group);
}

/** The start page. */
const START = '/newsroom';
