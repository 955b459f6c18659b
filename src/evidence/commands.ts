import { type Command, lazyCommand } from '#capability.ts';

const sources = () => import('./commands/sources.ts');

export const commands: readonly Command[] = [
  {
    words: 'sources check',
    takes: '',
    does: 'requests every address that published articles cite, and marks figures for review whose source is gone or changed',
    run: lazyCommand(sources, 'checkCitedSources'),
  },
];
