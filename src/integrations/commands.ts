import { type Command, lazyCommand } from '#capability.ts';

const webhooks = () => import('./commands/webhooks.ts');

export const commands: readonly Command[] = [
  {
    words: 'webhooks list',
    takes: '',
    does: 'lists the webhooks with their state',
    run: lazyCommand(webhooks, 'listWebhooks'),
  },
  {
    words: 'webhooks add',
    takes: 'ADDRESS [--note TEXT] [--ed25519]',
    does: 'adds a webhook, which gets every change from now on, and prints its secret once; --ed25519 adds a second signature',
    run: lazyCommand(webhooks, 'addOne'),
  },
  {
    words: 'webhooks test',
    takes: 'ID',
    does: 'sends a test message to a webhook now, and prints the answer',
    run: lazyCommand(webhooks, 'testOne'),
  },
  {
    words: 'webhooks rotate',
    takes: 'ID',
    does: 'makes a new secret and prints it once; the one before signs, too, for 24 hours',
    run: lazyCommand(webhooks, 'rotateOne'),
  },
  {
    words: 'webhooks off',
    takes: 'ID',
    does: 'sends nothing more to a webhook until it is switched on',
    run: lazyCommand(webhooks, 'switchOneOff'),
  },
  {
    words: 'webhooks on',
    takes: 'ID',
    does: 'sends to a webhook again, beginning with what it did not get',
    run: lazyCommand(webhooks, 'switchOneOn'),
  },
  {
    words: 'webhooks remove',
    takes: 'ID',
    does: 'removes a webhook with its secret and its deliveries',
    run: lazyCommand(webhooks, 'removeOne'),
  },
];
