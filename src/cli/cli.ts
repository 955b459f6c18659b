import { readFileSync } from 'node:fs';
import { Failure } from '../core/failure.ts';
import { misspelledSettings } from '../env.ts';
import { COMMANDS, RENAMED_COMMANDS, USAGE } from './commands.ts';

const [name = 'help', ...rest] = process.argv.slice(2);

process.umask(0o077); // files that a command writes are private to its user

if (name === 'start') {
  await import('../main.ts');
} else {
  process.exitCode = await runCommand();
}

async function runCommand(): Promise<number> {
  if (['--version', '-v', 'version'].includes(name)) {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    console.log(`plumbline ${version}, Node ${process.versions.node}`);
    return 0;
  }
  const command = COMMANDS.find((one) => one.words === name || one.words === `${name} ${rest[0]}`);
  if (!command) return explain();
  for (const warning of misspelledSettings(process.env)) console.error(warning);
  try {
    await command.run(command.words.includes(' ') ? rest.slice(1) : rest, process.env);
    return 0;
  } catch (error) {
    if (error instanceof Failure) console.error(`${error.message} ${error.detail.hint ?? ''}`.trim());
    else console.error(error instanceof Error ? error.message : error);
    return error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1;
  }
}

/** Prints the commands; for an unknown name, an error first. Returns the exit code. */
function explain(): number {
  if (['help', '--help', '-h'].includes(name)) {
    console.log(USAGE);
    return 0;
  }
  const renamed = RENAMED_COMMANDS.get(name);
  if (renamed) {
    console.error(`"${name}" is now "plumbline ${renamed}"; the options are the same.`);
    return 2;
  }
  const group = COMMANDS.filter(({ words }) => words.startsWith(`${name} `)).map(({ words }) => `"${words}"`);
  if (group.length > 0) console.error(`"${[name, ...rest].join(' ')}" is not a command. Use ${group.join(' or ')}.\n`);
  else console.error(`"${name}" is not a command.\n`);
  console.error(USAGE);
  return 2;
}
