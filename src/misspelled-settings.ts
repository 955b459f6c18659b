import { SETTINGS } from './config.ts';

/** Names of other programs that are close to a setting's, and meant. */
const OTHERS = new Set(['HOSTS', 'POST', 'PORTS']);

/**
 * A warning for each environment variable that is almost a setting: misspelled, in small letters, or with the name of the
 * software before it. The server ignores such a variable, and nothing else would say so.
 */
export function misspelledSettings(environment: Record<string, string | undefined>): string[] {
  const settings = new Set(SETTINGS);
  return Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || value === '' || settings.has(name) || OTHERS.has(name)) return [];
    const bare = name.toUpperCase().replace(/^PLUMBLINE_/, '');
    const meant = SETTINGS.find((setting) => isAlmost(bare, setting) && !isSet(environment, setting));
    if (meant)
      return [`Warning: the environment variable ${name} is not a setting and is ignored. Did you mean ${meant}?`];
    if (bare === name.toUpperCase()) return [];
    return [`Warning: the environment variable ${name} is not a setting and is ignored. See docs/operations.md.`];
  });
}

function isSet(environment: Record<string, string | undefined>, setting: string): boolean {
  return environment[setting] !== undefined && environment[setting] !== '';
}

/** Whether few mistakes lie between two names: at most one in a short name, three in a long one. */
function isAlmost(given: string, setting: string): boolean {
  const most = setting.length < 8 ? 1 : setting.length < 12 ? 2 : 3;
  return Math.abs(given.length - setting.length) <= most && distance(given, setting) <= most;
}

/** Letters left out, added, replaced, or swapped with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const steps = [(last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1)];
      if (column > 1 && swapped) steps.push((before[column - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    [before, last] = [last, next];
  }
  return last.at(-1) ?? 0;
}
