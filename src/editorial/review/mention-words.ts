// A comment can name a colleague, who then gets an email: `@Dana Whitfield`, or `@Dana` if only one person has this first name.

export type Mentioned = { id: string; name: string };
/** A mention in a text: the characters from `from` to `to`. */
export type Mention = { id: string; from: number; to: number };

/** The mentions of these people in a text, in order. The longest name that fits counts. */
export function findMentions(text: string, people: readonly Mentioned[]): Mention[] {
  const names = namesOf(people);
  return [...text.matchAll(/(?<![\p{L}\p{N}@])@/gu)].flatMap(({ index: from }) => {
    const rest = text.slice(from + 1).toLowerCase();
    const person = names.find(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)));
    return person ? [{ id: person.id, from, to: from + 1 + person.name.length }] : [];
  });
}

/** Whole names, and the first names that only one person has, the longest first. */
function namesOf(people: readonly Mentioned[]): Mentioned[] {
  const whole = people.map(({ id, name }) => ({ id, name: name.toLowerCase() }));
  const firsts = Map.groupBy(whole, ({ name }) => name.split(' ')[0] ?? '');
  const unique = [...firsts].flatMap(([name, [first, ...more]]) =>
    first && more.length === 0 ? [{ id: first.id, name }] : [],
  );
  return [...whole, ...unique]
    .filter(({ name }) => name.length > 0)
    .sort((person, other) => other.name.length - person.name.length);
}
