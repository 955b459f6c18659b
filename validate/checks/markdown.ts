import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { FULL_ARTICLE } from '../full-article.ts';
import { read, save, writeDefective } from '../pages.ts';
import { requirePassed, requireRefused, runTool } from '../run.ts';

const tool = 'markdownlint';

/** Lines are whole paragraphs (MD013). A link to llms.txt precedes the title (MD041), which the front matter repeats (MD025). */
const RULES = { MD013: false, MD041: false, MD025: { front_matter_title: '' } };
/** One text with many articles, each with its title and its sources. */
const FULL_RULES = { ...RULES, MD024: false, MD025: false };

/** Every public Markdown text. */
export const markdown: readonly Check[] = [
  {
    tool,
    subject: 'every Markdown text',
    run: async (target) => {
      const { 'llms-full': full = '', ...rest } = target.texts;
      const folder = await save(target, { ...rest, 'llms-full': full }, 'md');
      const files = (names: string[]) => names.map((name) => join(folder, `${name}.md`));
      requirePassed(await lint(target, RULES, ...files(Object.keys(rest))));
      return requirePassed(
        await lint(target, FULL_RULES, ...files(['llms-full'])),
        `${Object.keys(target.texts).length} texts`,
      );
    },
  },
  {
    tool,
    subject: 'refuses a heading that skips a level',
    run: async (target) => {
      const text = await read(target, `${FULL_ARTICLE}.md`);
      const file = writeDefective(target, 'heading.md', text, '\n## What stopped it', '\n#### What stopped it');
      return requireRefused(await lint(target, RULES, file), /heading-increment/);
    },
  },
];

function lint({ out }: Target, rules: object, ...files: string[]) {
  const config = join(out, '.markdownlint-cli2.jsonc');
  writeFileSync(config, JSON.stringify({ config: { default: true, ...rules } }));
  return runTool('markdownlint-cli2', ['--config', config, ...files]);
}
