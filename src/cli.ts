import { COMMANDS, USAGE } from './commands/commands.ts';
import { Failure } from './ground/failure.ts';

const [name = 'help', ...rest] = process.argv.slice(2);

if (name === 'start') {
  await import('./main.ts');
} else {
  process.exitCode = await runCommand();
}

async function runCommand(): Promise<number> {
  const command = COMMANDS.find((one) => one.words === name || one.words === `${name} ${rest[0]}`);
  if (!command) {
    console.error(USAGE);
    return name === 'help' || name === '--help' ? 0 : 2;
  }
  try {
    await command.run(command.words.includes(' ') ? rest.slice(1) : rest, process.env);
    return 0;
  } catch (error) {
    if (error instanceof Failure) console.error(`${error.message} ${error.detail.hint ?? ''}`.trim());
    else console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
