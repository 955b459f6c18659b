import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { CLI, withArticle } from '#core/actor.ts';
import { addMember, disableMember, listMembers, newMemberSchema } from '#people/members.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import type { Environment } from '#runtime/config/env.ts';
import type { Deps } from '#runtime/deps.ts';

/** `editor add` */
export async function addPerson(args: string[], environment: Environment): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { email: text, name: text, role: text, password: text } });
  const { password: given, ...rest } = values;
  const person = newMemberSchema.omit({ password: true }).safeParse(rest);
  if (!person.success)
    throw new Error(person.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'));
  const editor = { ...person.data, password: given ?? (await askPassword()) };
  const add = async (deps: Deps) => {
    const added = await addMember(deps, CLI, editor);
    console.log(`Added ${added.name} <${editor.email}> as ${withArticle(editor.role)}.`);
  };
  await withDeps(environment, add, { mayCreate: true });
}

/** `editor list` */
export async function listPeople(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(environment, async (deps) => {
    const people = await listMembers(deps.db.read);
    if (people.length === 0)
      return console.log('Nobody is on the team yet; add a chief with: plumbline editor add --role chief …');
    console.log(
      formatTable(
        people.map((person) => [
          person.email,
          person.name,
          person.role,
          person.disabledAt ? `disabled ${person.disabledAt}` : '',
        ]),
      ),
    );
  });
}

/** `editor disable` */
export async function disablePerson(args: string[], environment: Environment): Promise<void> {
  const email = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'EMAIL');
  await withDeps(environment, async (deps) => {
    await disableMember(deps, CLI, email);
    console.log(`Disabled ${email}; their sessions have ended, and the agents they let in are shut out.`);
  });
}

/** Asks for a secret without echoing the input; from a pipe, reads the first line. */
async function askPassword(): Promise<string> {
  const { stdin, stdout } = process;
  if (stdin.isTTY) stdout.write('Password (12 to 256 characters, not shown): ');
  const asking = createInterface({ input: stdin, terminal: Boolean(stdin.isTTY) });
  for await (const line of asking) {
    asking.close();
    if (stdin.isTTY) stdout.write('\n');
    return line;
  }
  throw new Error('No password was given: use --password, or type one when asked.');
}
