import { type Command, lazyCommand } from '#http/capability.ts';

const exporting = () => import('./commands/export.ts');

export const commands: readonly Command[] = [
  {
    words: 'export',
    takes: 'FOLDER|FILE.zip [--since DAY] [--private]',
    does: 'exports all published content, with --private what readers never see',
    run: lazyCommand(exporting, 'runExportCommand'),
  },
];
