/** Whether a site's robots.txt lets a program ask for a path (RFC 9309). `name` is how the program calls itself. */
export function mayAsk(robots: string, name: string, path: string): boolean {
  const groups = groupsOf(robots);
  const own = groups.filter(({ agents }) => agents.includes(name.toLowerCase()));
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap(
    (group) => group.rules,
  );
  const fitting = rules.filter(({ pattern }) => fits(pattern, path));
  const [longest] = fitting.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  return longest?.allow ?? true;
}

type Group = { agents: string[]; rules: { allow: boolean; pattern: string }[] };

function groupsOf(robots: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of robots.split(/\r\n?|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const said = value.trim();
    if (/^user-agent$/i.test(key)) {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(said.toLowerCase());
      isNaming = true;
    } else if (/^(?:dis)?allow$/i.test(key)) {
      isNaming = false;
      if (said !== '') groups.at(-1)?.rules.push({ allow: /^allow$/i.test(key), pattern: said });
    }
  }
  return groups;
}

/** `*` stands for any run, `$` at the end for the end. Found part by part, so that no pattern takes long. */
function fits(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith('$');
  const [first = '', ...rest] = (toEnd ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (toEnd && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !toEnd || at === path.length;
}
