import { type Command, lazyCommand } from '#http/capability.ts';

const imports = () => import('./commands/imports.ts');

export const commands: readonly Command[] = [
  {
    words: 'import look',
    takes: 'FILE [--plan plan.json]',
    does: 'reads an export of another system, prints what an import would do, and writes the plan to edit',
    run: lazyCommand(imports, 'lookAtFile'),
  },
  {
    words: 'import run',
    takes: 'ID|plan.json [--resume] [--archive-because TEXT]',
    does: 'imports what the plan says, each article as a draft; --resume goes on after the process of an import ended; with a reason, articles that were public there go live as an archive, where IMPORT_ARCHIVE=on',
    run: lazyCommand(imports, 'runPlan'),
  },
  {
    words: 'redirects import',
    takes: 'FILE',
    does: 'adds literal redirects from lines of _redirects, /old /new 301, or from the redirects.json of Ghost',
    run: lazyCommand(imports, 'importRedirectFile'),
  },
  {
    words: 'redirects export',
    takes: '',
    does: 'prints every redirect that works now, as lines of _redirects',
    run: lazyCommand(imports, 'exportRedirectFile'),
  },
];
