import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { FULL_ARTICLE } from '../full-article.ts';
import { read, save, writeDefective } from '../pages.ts';
import { requirePassed, requireRefused, runTool } from '../run.ts';
import { withVnu } from '../vnu.ts';

/** Subresource integrity is required only for files of other sites; the boxes of one choice share their name. */
const RULES = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    'require-sri': ['error', { target: 'crossorigin' }],
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
  },
};

/** Checks every page with html-validate, and with the W3C's checker where Java is installed. */
export const html: readonly Check[] = [
  {
    tool: 'html-validate',
    subject: 'every page',
    run: async (target) => requirePassed(await htmlValidate(target, ...(await savePages(target))), countOf(target)),
  },
  {
    tool: 'html-validate',
    subject: 'refuses a picture without alternative text',
    run: async (target) => {
      const file = writeDefective(target, 'no-alt.html', await read(target, FULL_ARTICLE), / alt="[^"]+"/, '');
      return requireRefused(await htmlValidate(target, file), /wcag\/h37/);
    },
  },
  {
    tool: 'vnu',
    subject: 'every page',
    run: async (target) =>
      withVnu(async (check) => requirePassed(await check('--Werror', ...(await savePages(target))), countOf(target))),
  },
  {
    tool: 'vnu',
    subject: 'refuses a paragraph in a list of pages',
    run: async (target) =>
      withVnu(async (check) => {
        const page = await read(target, '/');
        const file = writeDefective(
          target,
          'paragraph.html',
          page,
          '<nav aria-label="Sections"><ul>',
          '$&<p>Sections</p>',
        );
        return requireRefused(await check('--Werror', file), /Element “p” not allowed as child of element “ul”/);
      }),
  },
];

function countOf({ pages }: Target): string {
  return `${Object.keys(pages).length} pages`;
}

async function savePages(target: Target): Promise<string[]> {
  const folder = await save(target, target.pages, 'html');
  return Object.keys(target.pages).map((name) => {
    const file = join(folder, `${name}.html`);
    if (!readFileSync(file, 'utf8').includes('</main>')) throw new Error(`${target.pages[name]} is not a page`);
    return file;
  });
}

function htmlValidate({ out }: Target, ...files: string[]) {
  const rules = join(out, 'html-validate.json');
  writeFileSync(rules, JSON.stringify(RULES));
  return runTool('html-validate', ['--config', rules, '--max-warnings=0', ...files]);
}
