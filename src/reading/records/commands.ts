import { type Command, lazyCommand } from '#http/capability.ts';

const verify = () => import('./commands/verify.ts');

export const commands: readonly Command[] = [
  {
    words: 'verify',
    takes: 'FILE|URL [--keys FILE|URL]',
    does: 'checks a signed record, of this site or of another one',
    run: lazyCommand(verify, 'verifyRecord'),
  },
];
