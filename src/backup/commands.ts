import { type Command, lazyCommand } from '#http/capability.ts';

const backup = () => import('./commands/backup.ts');

export const commands: readonly Command[] = [
  {
    words: 'backup',
    takes: 'FILE',
    does: 'writes a backup to a new file while the server runs, and checks it',
    run: lazyCommand(backup, 'runBackup'),
  },
  {
    words: 'restore',
    takes: 'FILE [--replace|--try]',
    does: 'replaces the data with a backup; stop the server first; with --try only tries it beside the site and deletes it again',
    run: lazyCommand(backup, 'runRestore'),
  },
  {
    words: 'check',
    takes: '[FILE]',
    does: 'reads the whole database, or a backup, and lists what is wrong',
    run: lazyCommand(backup, 'runCheck'),
  },
  {
    words: 'copy',
    takes: '[--from URL] [--to URL]',
    does: 'copies all data to another, empty database, such as file:PATH to postgres://…; a side that is not given is the database of the settings',
    run: lazyCommand(backup, 'runCopy'),
  },
];
