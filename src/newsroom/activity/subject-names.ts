import { declared } from '#http/declared.ts';
import type { Deps } from '#runtime/deps.ts';

type Subject = { kind: string; id: string };

/** Names of journal subjects by `kind id`, as the capabilities name them: headlines, people, pictures, agents. */
export async function nameSubjects(tx: Deps['db']['read'], subjects: readonly Subject[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const load of declared().nameSubjects) {
    for (const [kind, read] of Object.entries((await load()).nameSubjects)) {
      const ids = new Set(subjects.filter((subject) => subject.kind === kind).map(({ id }) => id));
      if (ids.size === 0) continue;
      for (const { id, name } of await read(tx, [...ids])) names.set(`${kind} ${id}`, name);
    }
  }
  return names;
}
