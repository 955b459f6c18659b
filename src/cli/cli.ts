import { readFileSync } from 'node:fs';
import { Failure } from '#core/failure.ts';
import type { Command, Service } from '#http/capability.ts';
import { misspelledSettings } from '#runtime/config/env.ts';
import { COMMANDS, USAGE, useOf } from './commands.ts';

const [name = 'help', ...rest] = process.argv.slice(2);

const HELP = ['--help', '-h'];
/** Errors of the system about a file, in words. */
const FILE_ERRORS: Record<string, string> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'This user may not use the file',
  EPERM: 'This user may not use the file',
  EISDIR: 'This is a folder, not a file',
  ENOTDIR: 'A part of this path is a file, not a folder',
  ENOSPC: 'The disk is full',
  EROFS: 'Nothing can be written there',
};

process.umask(0o077); // files that a command writes are private to its user

if (name === 'start' && !rest.some((word) => HELP.includes(word))) {
  await import('#main.ts');
} else {
  process.exitCode = await runCommand();
}

async function runCommand(): Promise<number> {
  if (['--version', '-v', 'version'].includes(name)) {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    console.log(`plumbline ${version}, Node ${process.versions.node}`);
    return 0;
  }
  if (name === 'start') return sayStart();
  const command = COMMANDS.find((candidate) => candidate.words === name || candidate.words === `${name} ${rest[0]}`);
  if (!command) return explain();
  if (rest.some((word) => HELP.includes(word))) {
    console.log(useOf(command));
    return 0;
  }
  for (const warning of misspelledSettings(process.env)) console.error(warning);
  try {
    await command.run(command.words.includes(' ') ? rest.slice(1) : rest, process.env, loadService);
    return 0;
  } catch (error) {
    console.error(wordsFor(error, command));
    return error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1;
  }
}

function sayStart(): number {
  console.log('Use: plumbline start\n      starts the server');
  return 0;
}

/** The service, for the few commands that need every address. */
async function loadService(): Promise<Service> {
  const { isRoute } = await import('#server/routes.ts');
  return { isRoute };
}

/** An error in words. An error about an argument names the argument and the use of the command; an error about a file names the file. */
function wordsFor(error: unknown, command: Command): string {
  if (error instanceof Failure) return `${error.message} ${error.detail.hint ?? ''}`.trim();
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_PARSE_ARGS')) return `${argumentError(code, error.message, command)}\n${useOf(command)}`;
  if (path !== undefined && FILE_ERRORS[code]) return `${FILE_ERRORS[code]}: ${path}`;
  return error.message;
}

/** The error of `parseArgs`, which speaks to programmers. */
function argumentError(code: string, message: string, { words }: Command): string {
  const [, given = ''] = /'([^']*)'/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `plumbline ${words} has no option ${given}.`;
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `plumbline ${words} takes no argument "${given}".`;
  const option = /--[a-z0-9-]+/.exec(given)?.[0] ?? given;
  return /does not take an argument/.test(message) ? `${option} takes no value.` : `${option} needs a value.`;
}

/** Prints the commands; for an unknown name, an error first. Returns the exit code. */
function explain(): number {
  if (name === 'help' || HELP.includes(name)) {
    const asked = rest.join(' ');
    const commands = COMMANDS.filter(({ words }) => asked !== '' && (words === asked || words.startsWith(`${asked} `)));
    console.log(commands.length > 0 ? commands.map(useOf).join('\n') : USAGE);
    return 0;
  }
  const ofGroup = COMMANDS.filter(({ words }) => words.startsWith(`${name} `));
  if (ofGroup.length > 0 && rest.some((word) => HELP.includes(word))) {
    console.log(ofGroup.map(useOf).join('\n'));
    return 0;
  }
  const group = COMMANDS.filter(({ words }) => words.startsWith(`${name} `)).map(({ words }) => `"${words}"`);
  if (group.length > 0) console.error(`"${[name, ...rest].join(' ')}" is not a command. Use ${group.join(' or ')}.\n`);
  else console.error(`"${name}" is not a command.\n`);
  console.error(USAGE);
  return 2;
}
