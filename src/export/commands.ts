import { type Command, lazyCommand } from '#capability.ts';

const exporting = () => import('./commands/export.ts');

export const commands: readonly Command[] = [
  {
    words: 'export',
    takes: '[FOLDER|FILE.zip [--site] [--since DAY] [--private] | --nginx [--listen ADDRESS]]',
    does: 'exports all published content, with --site a static site too, with --private what readers never see; without a place, writes the site to EXPORT_DIR, or prints the nginx configuration that serves it',
    run: lazyCommand(exporting, 'runExportCommand'),
  },
];
