// @ts-check
import { fileURLToPath } from 'node:url';
import { askEditor, NotLetIn } from './access.mjs';
import { readJson } from './http.mjs';
import { sendAsAgent } from './mcp-call.mjs';
import { servedBy } from './served-by.mjs';

/** @typedef {import('./errors.mjs').Outcome} Outcome */
/** @typedef {{ [name: string]: string | boolean | undefined, site?: string, json?: boolean, hint?: string, new?: boolean, section?: string, limit?: string, since?: string, follow?: boolean, every?: string, id?: string, base?: string, package?: string, url?: boolean }} Options */
/**
 * @typedef {object} Given
 * @property {string} origin
 * @property {import('./store.mjs').Store} store
 * @property {import('./access.mjs').Access} access
 * @property {string[]} words
 * @property {Options} options
 * @property {(text: string) => void} print
 */
/** @typedef {{ takes: string, about: string, run: (given: Given) => Promise<Outcome> }} Command */

// A command loads only what it needs: a start takes half the time.
const reading = () => import('./reading.mjs');
const writing = () => import('./writing.mjs');

/** @type {Record<string, Command>} */
export const COMMANDS = {
  claim: {
    takes: '[--hint WHO] [--no-wait] [--new]',
    about: 'ask an editor for access, and wait for the decision',
    run: claim,
  },
  whoami: { takes: '', about: 'say whether this program is let in, and until when', run: whoami },
  forget: { takes: '', about: 'delete the stored token', run: forget },
  read: {
    takes: 'SECTION/SLUG | ADDRESS | ID',
    about: 'print a published article, or a draft by its id',
    run: async (given) => (await reading()).readStored(given),
  },
  search: {
    takes: 'WORDS [--section S] [--limit N]',
    about: 'search published articles',
    run: async (given) => (await reading()).search(given),
  },
  changes: {
    takes: '[--since TIME] [--section S] [--follow]',
    about: 'what was published, corrected, changed, moved or withdrawn; goes on with --follow',
    run: async (given) => (await import('./changes.mjs')).changes(given),
  },
  draft: { takes: 'FILE.md | -', about: 'file a draft', run: async (given) => (await writing()).draft(given) },
  try: {
    takes: 'FILE.md | -',
    about: 'the same without storing anything',
    run: async (given) => (await writing()).tryOut(given),
  },
  revise: {
    takes: 'FILE.md | - [--id ID] [--base N]',
    about: 'save the next revision',
    run: async (given) => (await writing()).revise(given),
  },
  gate: {
    takes: 'FILE.md | SECTION/SLUG | ID',
    about: 'what still stands in the way of publication',
    run: async (given) => (await writing()).gate(given),
  },
  comments: {
    takes: 'FILE.md | SECTION/SLUG | ID',
    about: 'what editors decided and commented',
    run: async (given) => (await reading()).readComments(given),
  },
  mcp: { takes: '', about: 'serve MCP over standard input and output', run: mcp },
  settings: {
    takes: 'CLIENT [--url] [--package FILE.tgz]',
    about: 'print the configuration of an MCP client',
    run: settings,
  },
};

/** @param {Given} given @returns {Promise<Outcome>} */
async function claim({ origin, store, access, options, print }) {
  if (!options.new && (await isLetIn(access))) {
    print(`This program is let in at ${origin} already.`);
    return 'done';
  }
  const known = options.new ? null : store.read()?.claim;
  const isOpen = known?.status === 'pending' && known.expiresAt > Date.now();
  const asked = isOpen ? known : await access.ask(options.hint);
  print(options.json ? JSON.stringify({ user_code: asked.code, verification_uri: asked.uri }) : askEditor(asked));
  if (options['no-wait']) return 'done';
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, asked.interval * 1000));
    if (await isLetIn(access)) break;
    const status = store.read()?.claim?.status;
    if (status === 'denied' || status === 'over') await access.token(); // throws why
  }
  print(`An editor let this program in at ${origin}.`);
  return 'done';
}

/** @param {import('./access.mjs').Access} access */
async function isLetIn(access) {
  try {
    await access.token();
    return true;
  } catch (error) {
    if (error instanceof NotLetIn) return false;
    throw error;
  }
}

/** @param {Given} given @returns {Promise<Outcome>} */
async function whoami({ origin, store, access, options, print }) {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { 'Content-Type': 'application/json' };
  readJson(origin, await sendAsAgent(origin, access, '/api/mcp', { method: 'POST', headers, body: ping }));
  const { scope = '', expiresAt = 0 } = store.read()?.access ?? {};
  const seconds = Math.round((expiresAt - Date.now()) / 1000);
  if (options.json) print(JSON.stringify({ origin, scope, seconds, store: store.path }));
  else print(`Let in at ${origin}\nScope: ${scope}\nThe token ends in ${seconds} seconds.\nStored in ${store.path}`);
  return 'done';
}

/** @param {Given} given @returns {Promise<Outcome>} */
async function forget({ origin, store, print }) {
  const what = store.remove() ? 'The token was deleted here.' : 'There was no token.';
  print(`${what} An editor can end the access itself at ${origin}/newsroom/agents.`);
  return 'done';
}

/** @param {Given} given @returns {Promise<Outcome>} */
async function mcp({ origin, access }) {
  const { createBridge, serveLines } = await import('./bridge.mjs');
  await serveLines(createBridge({ origin, access }), process.stdin, process.stdout);
  return 'done';
}

/** @param {Given} given @returns {Promise<Outcome>} */
async function settings({ origin, words, options }) {
  const { settingsFor } = await import('./settings.mjs');
  const { where, text, next } = settingsFor(words[0], origin, options.url ? null : startOf(origin, options.package));
  const plain = (/** @type {string} */ sentence) => process.stderr.write(`${sentence.replaceAll('`', '')}\n`);
  plain(`${where}:`);
  process.stdout.write(text);
  if (next) plain(next);
  return 'done';
}

/** What starts the bridge: the package, where this program is one that a site served; else this program where it is. @param {string} origin @param {string} [file] */
function startOf(origin, file = servedBy() && `${servedBy()}/clients/plumbline-agent.tgz`) {
  const program = fileURLToPath(new URL('plumbline-agent.mjs', import.meta.url));
  const args = ['mcp', '--site', origin];
  return file
    ? { command: 'npx', args: ['-y', file, ...args] }
    : { command: process.execPath, args: [program, ...args] };
}
