import { type Command, lazyCommand } from '#capability.ts';

const verify = () => import('./commands/verify.ts');

export const commands: readonly Command[] = [
  {
    words: 'verify',
    takes: 'FILE|URL [--keys FILE|URL] [--chain]',
    does: 'checks a signed record, of this site or of another one; --chain checks the list of all records, too',
    run: lazyCommand(verify, 'verifyRecord'),
  },
];
