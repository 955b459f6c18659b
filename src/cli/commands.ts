import { checkCitedSources, listAllArticles, publishArticle, unpublishArticle } from './articles.ts';
import { runBackup, runCheck, runCopy, runRestore } from './backup.ts';
import type { Command } from './command.ts';
import { addPerson, disablePerson, listPeople } from './people.ts';

/** Every command except `start`. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'editor add',
    takes: '--email E --name N --role chief|editor|writer [--password P]',
    does: 'adds a person to the masthead; asks for the password when it is not given',
    run: addPerson,
  },
  { words: 'editor list', takes: '', does: 'lists the masthead', run: listPeople },
  {
    words: 'editor disable',
    takes: 'EMAIL',
    does: 'disables a person: ends their sessions, and revokes the agents they approved',
    run: disablePerson,
  },
  { words: 'articles', takes: '', does: 'lists every article with its stage and revisions', run: listAllArticles },
  {
    words: 'publish',
    takes: 'ARTICLE_ID [--revision N] [--no-correction-because TEXT]',
    does: 'publishes the latest revision, or revision N; TEXT is the reason to change a live article without a correction',
    run: publishArticle,
  },
  {
    words: 'unpublish',
    takes: 'ARTICLE_ID [--because TEXT]',
    does: 'withdraws a published article and records the reason',
    run: unpublishArticle,
  },
  {
    words: 'backup',
    takes: 'FILE',
    does: 'writes a backup to a new file while the server runs, and checks it',
    run: runBackup,
  },
  {
    words: 'restore',
    takes: 'FILE [--replace]',
    does: 'replaces the data with a backup; stop the server first',
    run: runRestore,
  },
  {
    words: 'check',
    takes: '[FILE]',
    does: 'reads the whole database, or a backup, and lists what is wrong',
    run: runCheck,
  },
  {
    words: 'sources check',
    takes: '',
    does: 'requests every address that published articles cite, and marks figures for review whose source is gone or changed',
    run: checkCitedSources,
  },
  {
    words: 'export',
    takes: '[--nginx [--listen ADDRESS]]',
    does: 'writes the site as files to EXPORT_DIR, or prints the nginx configuration that serves them',
    run: async (args, environment) => (await import('./export.ts')).exportOnce(args, environment),
  },
  {
    words: 'copy',
    takes: '--from URL --to URL',
    does: 'copies all data to another, empty database, such as file:PATH to postgres://…',
    run: runCopy,
  },
];

/** Commands by their earlier names. */
export const RENAMED_COMMANDS = new Map([['print', 'export']]);

const lines = [
  '  plumbline start\n      starts the server',
  ...COMMANDS.map(({ words, takes, does }) => [`  plumbline ${words} ${takes}`.trimEnd(), `      ${does}`].join('\n')),
];

const others = '  plumbline help | --version\n      prints this list, or the version';

export const USAGE = `Use:\n${[...lines, others].join('\n')}\nSettings come from the environment (docs/operations.md): give a command the same DATA_DIR or DATABASE_URL as the server.`;
