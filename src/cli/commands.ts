import { CAPABILITIES } from '#app.ts';
import { type Command, lazyCommand } from '#http/capability.ts';
import { ROTATED_KEYS } from './rotated-keys.ts';

const keys = () => import('./keys.ts');
const health = () => import('./health.ts');

/** The commands that belong to no capability. */
const OF_THE_SERVICE: readonly Command[] = [
  {
    words: 'keys list',
    takes: '',
    does: 'lists the keys that sign documents',
    run: lazyCommand(keys, 'listKeys'),
  },
  {
    words: 'keys move',
    takes: 'FILE',
    does: 'writes a new SITE_KEY into FILE and encrypts the keys of the site with it; SITE_KEY_FILE then names the file',
    run: lazyCommand(keys, 'moveKeys'),
  },
  {
    words: 'keys rotate',
    takes: `[${ROTATED_KEYS.join('|')}]`,
    does: 'replaces the named key: the key that signs records (the default), the key that encrypts the secrets in the database (site), or another one',
    run: lazyCommand(keys, 'rotateKey'),
  },
  {
    words: 'health',
    takes: '',
    does: 'asks the running server at HOST and PORT whether it is ready; exits with 1 when it is not',
    run: lazyCommand(health, 'checkHealth'),
  },
];

/** Every command except `start`, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...CAPABILITIES.flatMap(({ commands = [] }) => commands),
  ...OF_THE_SERVICE,
];

/** The use of one command. */
export function useOf({ words, takes, does }: Command): string {
  return `Use: ${`plumbline ${words} ${takes}`.trimEnd()}\n      ${does}`;
}

const lines = [
  '  plumbline start\n      starts the server',
  ...COMMANDS.map(({ words, takes, does }) => [`  plumbline ${words} ${takes}`.trimEnd(), `      ${does}`].join('\n')),
];

const others = '  plumbline help | --version\n      prints this list, or the version';

export const USAGE = `Use:\n${[...lines, others].join('\n')}\nSettings come from the environment (docs/settings.md): give a command the same DATA_DIR or DATABASE_URL as the server.`;
