import { type Command, lazyCommand } from '#capability.ts';

const keys = () => import('./commands/keys.ts');
const verify = () => import('./commands/verify.ts');

export const commands: readonly Command[] = [
  {
    words: 'keys list',
    takes: '',
    does: 'lists the keys that sign the records of publications and the proofs of ad runs',
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
    takes: '[records|site|dkim|proofs]',
    does: 'makes another key: that signs records (the default), that encrypts the secrets in the database, that signs emails, or that signs proofs of ad runs',
    run: lazyCommand(keys, 'rotateKey'),
  },
  {
    words: 'verify',
    takes: 'FILE|URL [--keys FILE|URL] [--chain]',
    does: 'checks a signed record, of this site or of another one; --chain checks the list of all records, too',
    run: lazyCommand(verify, 'verifyRecord'),
  },
];
