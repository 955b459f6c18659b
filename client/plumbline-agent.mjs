#!/usr/bin/env node
// @ts-check
import { parseArgs } from 'node:util';
import { openAccess } from './access.mjs';
import { COMMANDS } from './commands.mjs';
import { AgentError, EXIT } from './errors.mjs';
import { servedBy } from './served-by.mjs';
import { openStore, stateFolder, storedOrigins } from './store.mjs';

const OPTIONS = /** @type {const} */ ({
  site: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  hint: { type: 'string' },
  new: { type: 'boolean' },
  'no-wait': { type: 'boolean' },
  section: { type: 'string' },
  limit: { type: 'string' },
  since: { type: 'string' },
  follow: { type: 'boolean' },
  every: { type: 'string' },
  id: { type: 'string' },
  base: { type: 'string' },
  package: { type: 'string' },
  url: { type: 'boolean' },
});

/** @typedef {import('./commands.mjs').Given} Given */

try {
  process.exitCode = EXIT[await run(process.argv.slice(2))];
} catch (error) {
  process.exitCode = tell(error);
}

/** @param {string[]} args @returns {Promise<import('./errors.mjs').Outcome>} */
async function run(args) {
  const { values, positionals } = parse(args);
  const [name = '', ...words] = positionals;
  if (values.help || name === '') {
    process.stdout.write(help());
    return values.help ? 'done' : 'usage';
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new AgentError('usage', `There is no command ${name}.`, { hint: 'plumbline-agent --help lists them.' });
  const folder = stateFolder(process.env);
  const origin = findOrigin(values.site ?? process.env.PLUMBLINE_SITE, words, folder);
  const store = openStore(folder, origin);
  /** @type {Given} */
  const given = { origin, store, access: openAccess({ origin, store }), words, options: values, print };
  return command.run(given);
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new AgentError('usage', /** @type {Error} */ (error).message, {
      hint: 'plumbline-agent --help lists the options.',
    });
  }
}

/**
 * The origin of the site: as given, of an address among the words, of the site that served this package, or the only one
 * that is stored.
 * @param {string | undefined} given
 * @param {string[]} words
 * @param {string} folder
 */
function findOrigin(given, words, folder) {
  const address = given ?? words.find((word) => /^https?:\/\//.test(word)) ?? servedBy();
  if (address !== undefined) return readOrigin(address);
  const [only, ...others] = storedOrigins(folder);
  if (only !== undefined && others.length === 0) return readOrigin(only);
  const hint = 'Add --site https://…, or set PLUMBLINE_SITE.';
  throw new AgentError('usage', only ? `There are several sites: ${[only, ...others].join(', ')}.` : 'Which site?', {
    hint,
  });
}

/** @param {string} address */
function readOrigin(address) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isLocal = url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url && isSafe && url.username === '' && url.password === '') return url.origin;
  throw new AgentError('usage', `${address} is not an https address, nor an http address of this computer.`);
}

/** Prints text for people. Control characters, which could steer a terminal, become visible. @param {string} text */
function print(text) {
  process.stdout.write(`${clean(text)}\n`);
}

/** @param {string} text */
function clean(text) {
  return text.replace(
    /[\0-\x08\x0b-\x1f\x7f-\x9f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @param {unknown} error @returns {number} */
function tell(error) {
  if (!(error instanceof AgentError)) {
    process.stderr.write(
      `A defect of plumbline-agent: ${clean(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
    return EXIT.defect;
  }
  const { body, hint, retryAfter } = error.detail;
  if (process.argv.includes('--json'))
    print(JSON.stringify(body ?? { code: error.outcome, error: error.message, hint }));
  const wait = retryAfter === undefined ? '' : ` Wait ${retryAfter} seconds.`;
  process.stderr.write(`${clean(error.message)}\n${clean(`${hint ?? ''}${wait}`.trim())}\n`);
  return EXIT[error.outcome];
}

function help() {
  const lines = Object.entries(COMMANDS).map(
    ([name, { takes, about }]) => `  ${`${name} ${takes}`.trim().padEnd(46)}${about}`,
  );
  const codes = Object.entries({
    0: 'done',
    1: 'a defect',
    2: 'wrong use, or no such article',
    3: 'not let in',
    4: 'refused by the gate',
    5: 'a conflict',
    6: 'over a limit',
    7: 'the server is away',
  });
  return `plumbline-agent COMMAND [--site ORIGIN] [--json]\n\n${lines.join('\n')}\n\nExit codes: ${codes
    .map(([code, what]) => `${code} ${what}`)
    .join(', ')}.\n`;
}
