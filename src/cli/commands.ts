import { type Command, lazy } from '#runtime/command-line/lazy-command.ts';
import { SETTINGS_COMMANDS } from '#site/commands/settings-commands.ts';

const articles = () => import('#editorial/commands/articles.ts');
const backup = () => import('#backup/commands/backup.ts');
const briefSend = () => import('#brief/commands/brief-send.ts');
const briefKey = () => import('#brief/commands/brief-key.ts');
const briefs = () => import('#brief/commands/briefs.ts');
const engineCheck = () => import('./engine-check.ts');
const exporting = () => import('#export/commands/export.ts');
const imports = () => import('#import/commands/imports.ts');
const keys = () => import('#records/commands/keys.ts');
const health = () => import('./health.ts');
const people = () => import('#people/commands/people.ts');
const purge = () => import('#integrations/commands/purge.ts');
const subscribers = () => import('#brief/commands/subscribers.ts');
const verify = () => import('#records/commands/verify.ts');
const webhooks = () => import('#integrations/commands/webhooks.ts');

/** Every command except `start`. A command loads its code when it runs: loading all of it takes longer than most commands. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'editor add',
    takes: "--email E --name N --role chief|editor|writer|'ad sales' [--password P]",
    does: 'adds a person to the masthead; asks for the password when it is not given',
    run: lazy(people, 'addPerson'),
  },
  {
    words: 'editor list',
    takes: '',
    does: 'lists the masthead',
    run: lazy(people, 'listPeople'),
  },
  {
    words: 'editor disable',
    takes: 'EMAIL',
    does: 'disables a person: ends their sessions, and revokes the agents they approved',
    run: lazy(people, 'disablePerson'),
  },
  {
    words: 'articles',
    takes: '',
    does: 'lists every article with its stage and revisions',
    run: lazy(articles, 'listAllArticles'),
  },
  {
    words: 'publish',
    takes: 'ARTICLE_ID [--revision N] [--by EMAIL] [--no-correction-because TEXT]',
    does: 'publishes revision N, or the latest, in the name of an editor, or of the command line; TEXT is the reason to change a live article without a correction',
    run: lazy(articles, 'publishArticle'),
  },
  {
    words: 'unpublish',
    takes: 'ARTICLE_ID [--because TEXT] [--notice TEXT]',
    does: 'withdraws a published article and records the reason; readers see the notice at its address',
    run: lazy(articles, 'unpublishArticle'),
  },
  {
    words: 'brief send',
    takes: 'DAY',
    does: 'sends a scheduled brief now, ahead of its time; the running server sends it',
    run: lazy(briefSend, 'sendNow'),
  },
  {
    words: 'brief hold',
    takes: 'DAY --because TEXT',
    does: 'holds a scheduled brief, or one that is being sent',
    run: lazy(briefSend, 'hold'),
  },
  {
    words: 'brief release',
    takes: 'DAY [--refused]',
    does: 'releases a held brief: the running server sends it, or the rest of it; --refused sends a held or sent one again to those whose mail server refused it',
    run: lazy(briefSend, 'release'),
  },
  {
    words: 'brief key',
    takes: '[--replace]',
    does: 'makes the DKIM key that signs the Field Brief, once, and prints its DNS record; with --replace makes another key',
    run: lazy(briefKey, 'makeKey'),
  },
  {
    words: 'subscribers import',
    takes: 'FILE --vouched-by NAME --consent TEXT [--as-confirmed-because TEXT]',
    does: 'imports addresses for the Field Brief; each is asked to confirm, unless TEXT says why nobody needs to be asked',
    run: lazy(subscribers, 'importList'),
  },
  {
    words: 'subscribers export',
    takes: '[--suppressed]',
    does: 'prints the confirmed subscribers as CSV, or the suppressed addresses as hashes',
    run: lazy(subscribers, 'exportList'),
  },
  {
    words: 'subscribers erase',
    takes: 'ADDRESS',
    does: 'erases an address and everything stored with it, except a keyed hash',
    run: lazy(subscribers, 'eraseOne'),
  },
  {
    words: 'brief list',
    takes: '',
    does: 'lists every Field Brief with its state',
    run: lazy(briefs, 'listAllBriefs'),
  },
  {
    words: 'brief show',
    takes: 'DAY [--revision N]',
    does: 'prints what stops a brief, and its latest revision, or revision N, as plain text',
    run: lazy(briefs, 'showBrief'),
  },
  {
    words: 'brief test',
    takes: 'DAY --to EMAIL[,EMAIL] [--revision N]',
    does: 'emails a brief to at most five people of the masthead, marked as a test; the running server sends it',
    run: lazy(briefs, 'testBrief'),
  },
  ...SETTINGS_COMMANDS,
  {
    words: 'keys list',
    takes: '',
    does: 'lists the keys that sign the records of publications and the proofs of ad runs',
    run: lazy(keys, 'listKeys'),
  },
  {
    words: 'keys move',
    takes: 'FILE',
    does: 'writes a new SITE_KEY into FILE and encrypts the keys of the site with it; SITE_KEY_FILE then names the file',
    run: lazy(keys, 'moveKeys'),
  },
  {
    words: 'keys rotate',
    takes: '[records|site|dkim|proofs]',
    does: 'makes another key: that signs records (the default), that encrypts the secrets in the database, that signs emails, or that signs proofs of ad runs',
    run: lazy(keys, 'rotateKey'),
  },
  {
    words: 'verify',
    takes: 'FILE|URL [--keys FILE|URL] [--chain]',
    does: 'checks a signed record, of this site or of another one; --chain checks the list of all records, too',
    run: lazy(verify, 'verifyRecord'),
  },
  {
    words: 'health',
    takes: '',
    does: 'asks the running server at HOST and PORT whether it is ready; exits with 1 when it is not',
    run: lazy(health, 'checkHealth'),
  },
  {
    words: 'backup',
    takes: 'FILE',
    does: 'writes a backup to a new file while the server runs, and checks it',
    run: lazy(backup, 'runBackup'),
  },
  {
    words: 'restore',
    takes: 'FILE [--replace|--try]',
    does: 'replaces the data with a backup; stop the server first; with --try only tries it beside the site and deletes it again',
    run: lazy(backup, 'runRestore'),
  },
  {
    words: 'check',
    takes: '[FILE]',
    does: 'reads the whole database, or a backup, and lists what is wrong',
    run: lazy(backup, 'runCheck'),
  },
  {
    words: 'engine-check',
    takes: 'URL',
    does: 'sends every statement of the service to an engine that speaks PostgreSQL, in a schema of its own that it removes, and names each that the engine refuses',
    run: lazy(engineCheck, 'runEngineCheck'),
  },
  {
    words: 'sources check',
    takes: '',
    does: 'requests every address that published articles cite, and marks figures for review whose source is gone or changed',
    run: lazy(articles, 'checkCitedSources'),
  },
  {
    words: 'purge',
    takes: '',
    does: 'removes all stored pages from the caches in front of the server that the PURGE_ settings name',
    run: lazy(purge, 'purgeAll'),
  },
  {
    words: 'export',
    takes: '[FOLDER|FILE.zip [--site] [--since DAY] [--private] | --nginx [--listen ADDRESS]]',
    does: 'exports all published content, with --site a static site too, with --private what readers never see; without a place, writes the site to EXPORT_DIR, or prints the nginx configuration that serves it',
    run: lazy(exporting, 'runExportCommand'),
  },
  {
    words: 'import look',
    takes: 'FILE [--plan plan.json]',
    does: 'reads an export of another system, prints what an import would do, and writes the plan to edit',
    run: lazy(imports, 'lookAtFile'),
  },
  {
    words: 'import run',
    takes: 'ID|plan.json [--resume] [--archive-because TEXT | --restore-because TEXT]',
    does: 'imports what the plan says, each article as a draft; --resume goes on after the process of an import ended; with a reason, articles that were public there go live as an archive, where IMPORT_ARCHIVE=on, or an export of Plumbline comes back into an empty site as it was',
    run: lazy(imports, 'runPlan'),
  },
  {
    words: 'import list',
    takes: '',
    does: 'lists the imports with their state',
    run: lazy(imports, 'listImports'),
  },
  {
    words: 'import show',
    takes: 'ID',
    does: 'prints what became of each article of an import',
    run: lazy(imports, 'showImport'),
  },
  {
    words: 'import remove',
    takes: 'ID',
    does: 'removes an import that is not done, with the file that was uploaded for it; articles that it imported stay',
    run: lazy(imports, 'removeImport'),
  },
  {
    words: 'redirects import',
    takes: 'FILE',
    does: 'adds literal redirects from lines of _redirects, /old /new 301, or from the redirects.json of Ghost',
    run: lazy(imports, 'importRedirectFile'),
  },
  {
    words: 'redirects export',
    takes: '',
    does: 'prints every redirect that works now, as lines of _redirects',
    run: lazy(imports, 'exportRedirectFile'),
  },
  {
    words: 'webhooks list',
    takes: '',
    does: 'lists the webhooks, and the WebSub hub and IndexNow where they are set, with their state',
    run: lazy(webhooks, 'listWebhooks'),
  },
  {
    words: 'webhooks add',
    takes: 'ADDRESS [--note TEXT] [--ed25519]',
    does: 'adds a webhook, which gets every change from now on, and prints its secret once; --ed25519 adds a second signature',
    run: lazy(webhooks, 'addOne'),
  },
  {
    words: 'webhooks test',
    takes: 'ID',
    does: 'sends a test message to a webhook now, and prints the answer',
    run: lazy(webhooks, 'testOne'),
  },
  {
    words: 'webhooks rotate',
    takes: 'ID',
    does: 'makes a new secret and prints it once; the one before signs, too, for 24 hours',
    run: lazy(webhooks, 'rotateOne'),
  },
  {
    words: 'webhooks replay',
    takes: 'ID --from SEQ',
    does: 'sends every change from number SEQ on again; the running server sends them',
    run: lazy(webhooks, 'replayOne'),
  },
  {
    words: 'webhooks off',
    takes: 'ID',
    does: 'sends nothing more to a webhook until it is switched on',
    run: lazy(webhooks, 'switchOneOff'),
  },
  {
    words: 'webhooks on',
    takes: 'ID',
    does: 'sends to a webhook again, beginning with what it did not get',
    run: lazy(webhooks, 'switchOneOn'),
  },
  {
    words: 'webhooks remove',
    takes: 'ID',
    does: 'removes a webhook with its secret and its deliveries',
    run: lazy(webhooks, 'removeOne'),
  },
  {
    words: 'copy',
    takes: '[--from URL] [--to URL]',
    does: 'copies all data to another, empty database, such as file:PATH to postgres://…; a side that is not given is the database of the settings',
    run: lazy(backup, 'runCopy'),
  },
];

/** Commands by their earlier names. */
export const RENAMED_COMMANDS = new Map([['print', 'export']]);

/** The use of one command. */
export function useOf({ words, takes, does }: Command): string {
  return `Use: ${`plumbline ${words} ${takes}`.trimEnd()}\n      ${does}`;
}

const lines = [
  '  plumbline start\n      starts the server',
  ...COMMANDS.map(({ words, takes, does }) => [`  plumbline ${words} ${takes}`.trimEnd(), `      ${does}`].join('\n')),
];

const others = '  plumbline help | --version\n      prints this list, or the version';

export const USAGE = `Use:\n${[...lines, others].join('\n')}\nSettings come from the environment (docs/operations.md): give a command the same DATA_DIR or DATABASE_URL as the server.`;
