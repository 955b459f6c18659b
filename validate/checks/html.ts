import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { PAGES, read, save, writeSpoiled } from '../pages.ts';
import { requirePassed, requireRefused, runTool } from '../run.ts';
import { FULL_ARTICLE } from '../stock.ts';
import { withVnu } from '../vnu.ts';

const COUNT = `${Object.keys(PAGES).length} pages`;

/** Integrity is for what comes from elsewhere; our one sheet comes from ourselves. */
const RULES = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
};

/** Every page by html-validate, and by the checker of the W3C where there is Java to run it. */
export const html: readonly Check[] = [
  {
    tool: 'html-validate',
    subject: 'every page',
    run: async (target) => requirePassed(await htmlValidate(target, ...(await savePages(target))), COUNT),
  },
  {
    tool: 'html-validate',
    subject: 'refuses a picture without a text for it',
    run: async (target) => {
      const file = writeSpoiled(target, 'no-alt.html', await read(target, FULL_ARTICLE), / alt="[^"]+"/, '');
      return requireRefused(await htmlValidate(target, file), /wcag\/h37/);
    },
  },
  {
    tool: 'vnu',
    subject: 'every page',
    run: async (target) =>
      withVnu(async (check) => requirePassed(await check('--Werror', ...(await savePages(target))), COUNT)),
  },
  {
    tool: 'vnu',
    subject: 'refuses a paragraph in a list of pages',
    run: async (target) =>
      withVnu(async (check) => {
        const page = await read(target, '/');
        const file = writeSpoiled(target, 'paragraph.html', page, '<nav aria-label="Desks"><ul>', '$&<p>Desks</p>');
        return requireRefused(await check('--Werror', file), /Element “p” not allowed as child of element “ul”/);
      }),
  },
];

async function savePages(target: Target): Promise<string[]> {
  const folder = await save(target, PAGES, 'html');
  return Object.keys(PAGES).map((name) => {
    const file = join(folder, `${name}.html`);
    if (!readFileSync(file, 'utf8').includes('</main>')) throw new Error(`${PAGES[name]} is no page`);
    return file;
  });
}

function htmlValidate({ out }: Target, ...files: string[]) {
  const rules = join(out, 'html-validate.json');
  writeFileSync(rules, JSON.stringify(RULES));
  return runTool('html-validate', ['--config', rules, '--max-warnings=0', ...files]);
}
