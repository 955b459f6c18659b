import type { Command } from './command.ts';

/** Every command except `start`. A command loads its code when it runs: loading all of it takes longer than most commands. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'editor add',
    takes: '--email E --name N --role chief|editor|writer [--password P]',
    does: 'adds a person to the masthead; asks for the password when it is not given',
    run: async (args, environment) => (await import('./people.ts')).addPerson(args, environment),
  },
  {
    words: 'editor list',
    takes: '',
    does: 'lists the masthead',
    run: async (args, environment) => (await import('./people.ts')).listPeople(args, environment),
  },
  {
    words: 'editor disable',
    takes: 'EMAIL',
    does: 'disables a person: ends their sessions, and revokes the agents they approved',
    run: async (args, environment) => (await import('./people.ts')).disablePerson(args, environment),
  },
  {
    words: 'articles',
    takes: '',
    does: 'lists every article with its stage and revisions',
    run: async (args, environment) => (await import('./articles.ts')).listAllArticles(args, environment),
  },
  {
    words: 'publish',
    takes: 'ARTICLE_ID [--revision N] [--no-correction-because TEXT]',
    does: 'publishes the latest revision, or revision N; TEXT is the reason to change a live article without a correction',
    run: async (args, environment) => (await import('./articles.ts')).publishArticle(args, environment),
  },
  {
    words: 'unpublish',
    takes: 'ARTICLE_ID [--because TEXT]',
    does: 'withdraws a published article and records the reason',
    run: async (args, environment) => (await import('./articles.ts')).unpublishArticle(args, environment),
  },
  {
    words: 'backup',
    takes: 'FILE',
    does: 'writes a backup to a new file while the server runs, and checks it',
    run: async (args, environment) => (await import('./backup.ts')).runBackup(args, environment),
  },
  {
    words: 'restore',
    takes: 'FILE [--replace]',
    does: 'replaces the data with a backup; stop the server first',
    run: async (args, environment) => (await import('./backup.ts')).runRestore(args, environment),
  },
  {
    words: 'check',
    takes: '[FILE]',
    does: 'reads the whole database, or a backup, and lists what is wrong',
    run: async (args, environment) => (await import('./backup.ts')).runCheck(args, environment),
  },
  {
    words: 'sources check',
    takes: '',
    does: 'requests every address that published articles cite, and marks figures for review whose source is gone or changed',
    run: async (args, environment) => (await import('./articles.ts')).checkCitedSources(args, environment),
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
    run: async (args, environment) => (await import('./backup.ts')).runCopy(args, environment),
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
