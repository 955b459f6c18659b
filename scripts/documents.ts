// Writes the tables of settings and commands in docs/settings.md from the code. With `--check` it only says whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../src/cli/commands.ts';
import { describeSettings } from '../src/runtime/config/env.ts';

const PAGE = join(import.meta.dirname, '../docs/settings.md');

const TABLES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '| Setting | Default | Meaning |': describeSettings().map(({ name, standard, text }) => [
    `\`${name}\``,
    standard,
    text,
  ]),
  '| Command | What it does |': [{ words: 'start', takes: '', does: 'starts the server' }, ...COMMANDS].map(
    ({ words, takes, does }) => [
      `\`npx plumbline ${[words, takes].filter(Boolean).join(' ')}\``,
      `${does.charAt(0).toUpperCase()}${does.slice(1)}.`,
    ],
  ),
};

const page = readFileSync(PAGE, 'utf8');
let written = page;
for (const [head, rows] of Object.entries(TABLES)) {
  const from = written.indexOf(head);
  if (from < 0) throw new Error(`docs/settings.md has no table “${head}”.`);
  const to = written.indexOf('\n\n', from);
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const line = head.replace(/[^|]+/g, '---');
  written = `${written.slice(0, from)}${[head, line, ...lines].join('\n')}${written.slice(to)}`;
}
if (written !== page && process.argv.includes('--check')) {
  console.error('docs/settings.md does not have the settings and commands of the code. Run `npm run format`.');
  process.exit(1);
}
if (written !== page) writeFileSync(PAGE, written);
