import { type Command, lazyCommand } from '#http/capability.ts';

const briefKey = () => import('./commands/brief-key.ts');

export const commands: readonly Command[] = [
  {
    words: 'brief key',
    takes: '[--replace]',
    does: 'makes the DKIM key that signs the Field Brief, once, and prints its DNS record; with --replace makes another key',
    run: lazyCommand(briefKey, 'makeKey'),
  },
];
