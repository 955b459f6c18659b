import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_HTML_BYTES } from '../../src/brief/issues/gate.ts';
import type { Check, Target } from '../check.ts';
import { writeDefective } from '../pages.ts';
import { requirePassed, requireRefused, runTool } from '../run.ts';
import { withVnu } from '../vnu.ts';

/** Mail programs need tables with widths and styles on each element; the rest is checked as for a page. */
const RULES = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    ...{ 'no-deprecated-attr': 'off', 'no-inline-style': 'off', 'prefer-native-element': 'off' },
    ...{ 'prefer-tbody': 'off', 'presentation-role-style': 'off' },
  },
};

/** What the W3C's checker says about the same attributes. */
const TABLES = '.*attribute on the “(?:table|td)” element is obsolete.*';

/** Checks the HTML of the Field Brief's email. Its archive and its feed are among the pages and the feeds. */
export const brief: readonly Check[] = [
  {
    tool: 'html-validate',
    subject: 'email of the Field Brief',
    run: async (target) => requirePassed(await htmlValidate(target, write(target)), bytesOf(target)),
  },
  {
    tool: 'html-validate',
    subject: 'refuses an email with a link without words',
    run: async (target) => {
      const file = writeDefective(target, 'email-link.html', target.email, '>Unsubscribe</a>', '></a>');
      return requireRefused(await htmlValidate(target, file), /wcag\/h30/);
    },
  },
  {
    tool: 'vnu',
    subject: 'email of the Field Brief',
    run: async (target) =>
      withVnu(async (check) =>
        requirePassed(await check('--Werror', '--filterpattern', TABLES, write(target)), bytesOf(target)),
      ),
  },
  {
    tool: 'vnu',
    subject: 'refuses an email with a heading in a paragraph',
    run: async (target) =>
      withVnu(async (check) => {
        const file = writeDefective(target, 'email-heading.html', target.email, '</h1>', '</h1></p>');
        return requireRefused(await check('--Werror', '--filterpattern', TABLES, file), /No “p” element in scope/);
      }),
  },
  {
    tool: 'email weight',
    subject: 'email of the Field Brief',
    run: async ({ email }) => requireLight(email),
  },
  {
    tool: 'email weight',
    subject: `refuses an email of more than ${MOST_HTML_BYTES} bytes`,
    run: async ({ email }) => {
      const heavy = email.replace('</body>', `${'<p>one more story</p>'.repeat(MOST_HTML_BYTES / 20)}</body>`);
      const refused = await Promise.resolve(heavy)
        .then(requireLight)
        .then(
          () => null,
          (error: Error) => error.message,
        );
      if (refused === null) throw new Error('it accepted the defect');
      return refused;
    },
  },
];

/** @throws Error when mail programs would cut it */
function requireLight(email: string): string {
  const bytes = Buffer.byteLength(email);
  if (bytes > MOST_HTML_BYTES) throw new Error(`The email has ${bytes} bytes, more than ${MOST_HTML_BYTES}`);
  return `${bytes} of ${MOST_HTML_BYTES} bytes`;
}

function bytesOf({ email }: Target): string {
  return `${Buffer.byteLength(email)} bytes`;
}

function write({ out, email }: Target): string {
  const folder = join(out, 'email');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'brief.html'), email);
  return join(folder, 'brief.html');
}

function htmlValidate({ out }: Target, file: string) {
  const rules = join(out, 'html-validate-email.json');
  writeFileSync(rules, JSON.stringify(RULES));
  return runTool('html-validate', ['--config', rules, '--max-warnings=0', file]);
}
