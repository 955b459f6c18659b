import type { Environment } from '#config/env.ts';

/** A command: its name, its arguments, and its function. */
export type Command = {
  words: string;
  takes: string;
  does: string;
  run: (args: string[], environment: Environment) => Promise<void>;
};

/** The function of this name, from a file that is loaded when the command runs. */
export function lazy<Name extends string>(
  load: () => Promise<Record<Name, Command['run']>>,
  name: Name,
): Command['run'] {
  return async (args, environment) => (await load())[name](args, environment);
}
