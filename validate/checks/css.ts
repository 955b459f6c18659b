import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { writeSpoiled } from '../pages.ts';
import { requirePassed, requireRefused, runTool } from '../run.ts';
import { withVnu } from '../vnu.ts';

const STATIC = join(import.meta.dirname, '..', '..', 'src', 'http', 'assets');
const SHEETS = ['style.css', 'api.css', 'advertise.css', 'newsroom.css'].map((name) => join(STATIC, name));

const COUNT = `${SHEETS.length} sheets`;

/** The order of rules is the order of the page, as the house's own linter has it (biome.json). */
const RULES = { extends: 'stylelint-config-standard', rules: { 'no-descending-specificity': null } };

/** The style sheets of every page that anybody may read. */
export const css: readonly Check[] = [
  {
    tool: 'stylelint standard',
    subject: 'the style sheets',
    run: async (target) => requirePassed(await lint(target, ...SHEETS), COUNT),
  },
  {
    tool: 'stylelint standard',
    subject: 'refuses a colour that is none',
    run: async (target) => requireRefused(await lint(target, spoiled(target)), /declaration-property-value-no-unknown/),
  },
  {
    tool: 'vnu',
    subject: 'the style sheets',
    run: (target) =>
      withVnu(async (check) => requirePassed(await check('--css', '--Werror', ...SHEETS.map(forVnu(target))), COUNT)),
  },
  {
    tool: 'vnu',
    subject: 'refuses a colour that is none',
    run: (target) =>
      withVnu(async (check) =>
        requireRefused(await check('--css', '--Werror', spoiled(target)), /“color”: .*is not a/),
      ),
  },
];

/**
 * The W3C's checker does not know container queries (CSS Containment 3). It is given the sheets with what comes nearest in
 * their place, line by line; stylelint reads them as they are.
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

function spoiled(target: Target): string {
  const sheet = readFileSync(join(STATIC, 'style.css'), 'utf8');
  return writeSpoiled(target, 'style.css', sheet, 'color: var(--ink);', 'color: #12345z;');
}

function lint({ out }: Target, ...files: string[]) {
  const rules = join(out, 'stylelint.json');
  writeFileSync(rules, JSON.stringify(RULES));
  return runTool('stylelint', ['--config-basedir', '.', '--config', rules, ...files]);
}
