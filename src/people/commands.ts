import { type Command, lazyCommand } from '#http/capability.ts';

const people = () => import('./commands/people.ts');

export const commands: readonly Command[] = [
  {
    words: 'editor add',
    takes: "--email E --name N --role chief|editor|writer|'ad sales' [--password P]",
    does: 'adds a person to the team; asks for the password when it is not given',
    run: lazyCommand(people, 'addPerson'),
  },
  {
    words: 'editor list',
    takes: '',
    does: 'lists the team',
    run: lazyCommand(people, 'listPeople'),
  },
  {
    words: 'editor disable',
    takes: 'EMAIL',
    does: 'disables a person: ends their sessions, and revokes the agents they approved',
    run: lazyCommand(people, 'disablePerson'),
  },
];
