import type { Member } from '#core/actor.ts';
import { foldForSearch } from '#core/tokenize.ts';
import { entriesFor, OTHER_GROUPS, SETTINGS_GROUPS } from '#html/newsroom/frame/navigation.ts';
import { declared, type FoundThing, type NavigationEntry } from '#http/declared.ts';
import type { Deps } from '#runtime/deps.ts';

// One search for the pages of the newsroom, its acts, articles, people and orders.

/** Most words of a search, and pages that are listed. */
const MOST_WORDS = 8;
const MOST_PAGES = 8;

/** What has these words, by kind, pages and acts first; without words the places of the side bar. */
export async function findEverything(deps: Deps, member: Member, typed: string): Promise<FoundThing[]> {
  const words = foldForSearch(typed).split(' ').filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0)
    return entriesFor(member)
      .filter(({ icon }) => icon)
      .map(toThing);
  const pages = findPages(member, words);
  const things = await Promise.all(
    declared().finders.map(async (load) => (await load()).findThings(deps, member, words)),
  );
  return byKind([...pages, ...things.flat()]);
}

/** Pages and acts whose name or other words have each word; those found by name first. */
function findPages(member: Member, words: readonly string[]): FoundThing[] {
  const has = (text: string) => {
    const own = foldForSearch(text).split(' ');
    return words.every((word) => own.some((part) => part.startsWith(word)));
  };
  const entries = entriesFor(member);
  const named = entries.filter(({ text }) => has(text));
  const others = entries.filter((entry) => !named.includes(entry) && has(`${entry.text} ${entry.words ?? ''}`));
  return [...named, ...others].slice(0, MOST_PAGES).map(toThing);
}

/** An entry as the search shows it. */
function toThing({ path, text, group }: NavigationEntry): FoundThing {
  const settings: Readonly<Record<string, string>> = SETTINGS_GROUPS;
  return {
    kind: group === 'acts' ? OTHER_GROUPS.acts : 'Pages',
    text,
    detail: settings[group] === undefined ? '' : `Settings, ${settings[group]}`,
    path,
  };
}

/** Things of one kind follow each other; the kinds are in the order in which they first come. */
function byKind(things: FoundThing[]): FoundThing[] {
  return [...Map.groupBy(things, ({ kind }) => kind).values()].flat();
}
