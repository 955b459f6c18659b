import { listAllArticles, publishArticle, unpublishArticle } from './articles.ts';
import { backUpHouse, checkHouse, copyWholeHouse, restoreHouse } from './backup.ts';
import { addPerson, disablePerson, listPeople } from './people.ts';

export type Environment = Record<string, string | undefined>;
export type Command = {
  words: string;
  takes: string;
  does: string;
  run: (args: string[], environment: Environment) => Promise<void>;
};

/** Every command besides `start`: what it is called, what it takes, what it does. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'editor add',
    takes: '--email E --name N --role chief|editor|writer [--password P]',
    does: 'adds somebody to the masthead; asks for the password when it is left out',
    run: addPerson,
  },
  { words: 'editor list', takes: '', does: 'lists the masthead', run: listPeople },
  {
    words: 'editor disable',
    takes: 'EMAIL',
    does: 'ends their sessions, and the claims and tokens they gave',
    run: disablePerson,
  },
  { words: 'articles', takes: '', does: 'lists every article with its stage and revisions', run: listAllArticles },
  {
    words: 'publish',
    takes: 'ARTICLE_ID [--revision N] [--no-correction-because TEXT]',
    does: 'publishes the latest revision, or revision N; TEXT is kept where the words of a live article change',
    run: publishArticle,
  },
  {
    words: 'unpublish',
    takes: 'ARTICLE_ID [--because TEXT]',
    does: 'withdraws a published article, for a reason that is kept',
    run: unpublishArticle,
  },
  {
    words: 'backup',
    takes: 'FILE',
    does: 'writes everything to a new file while the server runs, and checks it',
    run: backUpHouse,
  },
  {
    words: 'restore',
    takes: 'FILE [--replace]',
    does: 'puts a backup in place of what is there; the server must be stopped',
    run: restoreHouse,
  },
  { words: 'check', takes: '[FILE]', does: 'reads everything, or a backup, and says what is wrong', run: checkHouse },
  {
    words: 'sources check',
    takes: '',
    does: 'asks every address that published articles cite, and has figures looked at again whose source is gone or changed',
    run: async (args, environment) => (await import('./sources.ts')).checkCitedSources(args, environment),
  },
  {
    words: 'print',
    takes: '[--nginx [--listen ADDRESS]]',
    does: 'prints the edition as files in EXPORT_DIR, or the configuration by which nginx serves them',
    run: async (args, environment) => (await import('./export.ts')).printEdition(args, environment),
  },
  {
    words: 'copy',
    takes: '--from URL --to URL',
    does: 'moves the house to another, empty database, such as file:PATH to postgres://…',
    run: copyWholeHouse,
  },
];

const lines = [
  '  plumbline start\n      serves the magazine',
  ...COMMANDS.map(({ words, takes, does }) => [`  plumbline ${words} ${takes}`.trimEnd(), `      ${does}`].join('\n')),
];

const others = '  plumbline help | --version\n      prints this list; prints the version';

export const USAGE = `Use:\n${[...lines, others].join('\n')}\nSettings come from the environment (docs/operations.md): give a command the DATA_DIR or DATABASE_URL of the server.`;
