import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { writeDefective } from '../pages.ts';
import { requirePassed, requireRefused, runTool } from '../run.ts';
import { withVnu } from '../vnu.ts';

const STATIC = join(import.meta.dirname, '..', '..', 'src', 'html', 'assets');
const PARTS = ['tokens', 'focus', 'page', 'stories'].map((name) => `parts/${name}.css`);
const SHEETS = ['style.css', 'api.css', 'advertise.css', 'newsroom.css', ...PARTS].map((name) => join(STATIC, name));

const COUNT = `${SHEETS.length} sheets`;

/** Rules are in the order of the page, as biome.json also allows. */
const RULES = { extends: 'stylelint-config-standard', rules: { 'no-descending-specificity': null } };

/** The style sheets of the public pages and of the newsroom's frame. */
export const css: readonly Check[] = [
  {
    tool: 'stylelint standard',
    subject: 'the style sheets',
    run: async (target) => requirePassed(await lint(target, ...SHEETS), COUNT),
  },
  {
    tool: 'stylelint standard',
    subject: 'refuses an invalid colour',
    run: async (target) =>
      requireRefused(await lint(target, defective(target)), /declaration-property-value-no-unknown/),
  },
  {
    tool: 'vnu',
    subject: 'the style sheets',
    run: (target) =>
      withVnu(async (check) => requirePassed(await check('--css', '--Werror', ...SHEETS.map(forVnu(target))), COUNT)),
  },
  {
    tool: 'vnu',
    subject: 'refuses an invalid colour',
    run: (target) =>
      withVnu(async (check) =>
        requireRefused(await check('--css', '--Werror', defective(target)), /“color”: .*is not a/),
      ),
  },
];

/**
 * The W3C's checker does not know container queries (CSS Containment 3). It gets the style sheets with media queries in
 * their place, line by line; stylelint gets the original files.
 */
function forVnu({ out }: Target): (sheet: string) => string {
  return (sheet) => {
    const file = join(out, `vnu-${basename(sheet)}`);
    const text = readFileSync(sheet, 'utf8')
      .replaceAll('container-type: inline-size;', 'display: block;')
      .replaceAll('@container (', '@media (')
      .replaceAll('cqi', 'vw');
    writeFileSync(file, text);
    return file;
  };
}

function defective(target: Target): string {
  const sheet = readFileSync(join(STATIC, 'parts/page.css'), 'utf8');
  return writeDefective(target, 'page.css', sheet, 'color: var(--ink);', 'color: #12345z;');
}

function lint({ out }: Target, ...files: string[]) {
  const rules = join(out, 'stylelint.json');
  writeFileSync(rules, JSON.stringify(RULES));
  return runTool('stylelint', ['--config-basedir', '.', '--config', rules, ...files]);
}
