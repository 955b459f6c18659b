import { type Command, lazyCommand } from '#capability.ts';

const briefKey = () => import('./commands/brief-key.ts');
const briefSend = () => import('./commands/brief-send.ts');
const briefs = () => import('./commands/briefs.ts');
const subscribers = () => import('./commands/subscribers.ts');

export const commands: readonly Command[] = [
  {
    words: 'brief send',
    takes: 'DAY',
    does: 'sends a scheduled brief now, ahead of its time; the running server sends it',
    run: lazyCommand(briefSend, 'sendNow'),
  },
  {
    words: 'brief hold',
    takes: 'DAY --because TEXT',
    does: 'holds a scheduled brief, or one that is being sent',
    run: lazyCommand(briefSend, 'hold'),
  },
  {
    words: 'brief release',
    takes: 'DAY [--refused]',
    does: 'releases a held brief: the running server sends it, or the rest of it; --refused sends a held or sent one again to those whose mail server refused it',
    run: lazyCommand(briefSend, 'release'),
  },
  {
    words: 'brief key',
    takes: '[--replace]',
    does: 'makes the DKIM key that signs the Field Brief, once, and prints its DNS record; with --replace makes another key',
    run: lazyCommand(briefKey, 'makeKey'),
  },
  {
    words: 'subscribers import',
    takes: 'FILE --vouched-by NAME --consent TEXT [--as-confirmed-because TEXT]',
    does: 'imports addresses for the Field Brief; each is asked to confirm, unless TEXT says why nobody needs to be asked',
    run: lazyCommand(subscribers, 'importList'),
  },
  {
    words: 'subscribers export',
    takes: '[--suppressed]',
    does: 'prints the confirmed subscribers as CSV, or the suppressed addresses as hashes',
    run: lazyCommand(subscribers, 'exportList'),
  },
  {
    words: 'subscribers erase',
    takes: 'ADDRESS',
    does: 'erases an address and everything stored with it, except a keyed hash',
    run: lazyCommand(subscribers, 'eraseOne'),
  },
  {
    words: 'brief list',
    takes: '',
    does: 'lists every Field Brief with its state',
    run: lazyCommand(briefs, 'listAllBriefs'),
  },
  {
    words: 'brief show',
    takes: 'DAY [--revision N]',
    does: 'prints what stops a brief, and its latest revision, or revision N, as plain text',
    run: lazyCommand(briefs, 'showBrief'),
  },
  {
    words: 'brief test',
    takes: 'DAY --to EMAIL[,EMAIL] [--revision N]',
    does: 'emails a brief to at most five people of the team, marked as a test; the running server sends it',
    run: lazyCommand(briefs, 'testBrief'),
  },
];
