// The people who worked on an article in addition to its byline. Editors write a line for each role: `Photographs: Bo Lind, Carla Moe`.

export type Credit = { role: string; names: string[] };

const MOST_LINES = 12;
const LONGEST_ROLE = 40;
const LONGEST_NAME = 100;
/** Roles of people who wrote the text, too. */
const WRITES = /^(?:by|with|text|words|reporting|additional reporting)$/i;

/** Reads the lines. Returns a message when one cannot be read. */
export function readCredits(text: string): Credit[] | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > MOST_LINES) return `must have at most ${MOST_LINES} lines`;
  const credits = lines.map((line) => {
    const at = line.indexOf(':');
    const names = line
      .slice(at + 1)
      .split(',')
      .map((name) => name.trim());
    return { line, role: at === -1 ? '' : line.slice(0, at).trim(), names: names.filter((name) => name !== '') };
  });
  const wrong = credits.find(
    ({ role, names }) =>
      role === '' ||
      role.length > LONGEST_ROLE ||
      names.length === 0 ||
      names.some((name) => name.length > LONGEST_NAME),
  );
  if (wrong)
    return `must have a role, a colon and names in each line, such as "Photographs: Bo Lind": "${wrong.line.trim().slice(0, 40)}" has not`;
  return credits.map(({ role, names }) => ({ role, names }));
}

/** The credits of an article that was saved; none for lines that cannot be read. */
export function creditsIn(text: string | null): Credit[] {
  const credits = text === null ? [] : readCredits(text);
  return typeof credits === 'string' ? [] : credits;
}

/** The same in one line: `With: Ana Ruiz; Photographs: Bo Lind`. Empty where nobody else is named. */
export function creditLine(text: string | null): string {
  return creditsIn(text)
    .map(({ role, names }) => `${role}: ${names.join(', ')}`)
    .join('; ');
}

/** The authors of the text in addition to the person of the byline. */
export function coAuthorsIn(text: string | null): string[] {
  return creditsIn(text)
    .filter(isAuthorRole)
    .flatMap(({ names }) => names);
}

/** People with other roles than that of an author. */
export function contributorsIn(text: string | null): Credit[] {
  return creditsIn(text).filter((credit) => !isAuthorRole(credit));
}

function isAuthorRole({ role }: Credit): boolean {
  return WRITES.test(role);
}
