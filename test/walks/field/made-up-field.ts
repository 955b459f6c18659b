import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PUBLISHED_TEXT_NAMES, publishedText } from '#article/article-fields.ts';
import type { After } from '../../support/site.ts';

// A made-up article field, and the edits that the recipe of CONTRIBUTING.md asks for: in the table of fields, in the schema and in the
// page that shows it. What the recipe has a script write is not here.

export const FIELD = 'epigraph';
const others = PUBLISHED_TEXT_NAMES.filter((name: string) => name !== FIELD);
/** One higher than the highest format of the other fields and 2, as the recipe says. */
export const FORMAT = 1 + Math.max(2, ...others.map((name) => publishedText(name).permanentFormat));

const ROW = `
  ${FIELD}: {
    label: 'Epigraph',
    column: '${FIELD}',
    max: 300,
    hint: 'A sentence of somebody else, above the text.',
    place: ['above the text', 'main'],
    isPublished: true,
    permanentFormat: ${FORMAT},
    frontMatter: '${FIELD}',
    isInFrontMatter: true,
    isInPublicJson: true,
    isSearched: true,
    isQuoted: true,
  },`;
const SHOWN = `
\${article.${FIELD} ? html\`<p class="dek"\${direction(article.${FIELD})}>\${article.${FIELD}}</p>\` : ''}`;

/** Each edit puts a text behind words that one of the files has once. */
const EDITS = [
  { file: 'src/article/article-fields.ts', behind: 'export const OPTIONAL_TEXTS = {', text: ROW },
  {
    file: 'src/db/schema/*/*.ts',
    behind: 'sponsorship_disclosure text,',
    text: ` ${FIELD} text,`,
  },
  {
    file: 'src/db/schema/tables.ts',
    behind: 'sponsorship_disclosure: string | null;',
    text: ` ${FIELD}: string | null;`,
  },
  { file: 'src/reading/pages/article-body.ts', behind: '$' + '{correction(article)}', text: SHOWN },
];

const root = join(import.meta.dirname, '..', '..', '..');

/** A copy of the project that has the field, removed after the test. */
export function copyWithField(t: After): string {
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-field-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  const listed = runIn(root, 'git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  addField(copy);
  runIn(copy, process.execPath, 'scripts/client-types.ts');
  return copy;
}

/** Runs a program to its end, and returns what it prints; the client of agents before the field is that of this checkout. */
export function runIn(folder: string, command: string, ...args: string[]): string {
  // Without what the tests of this checkout share, such as its empty database.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CLIENT_BEFORE: join(root, 'client') };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, maxBuffer: 100_000_000 });
  assert.equal(status, 0, `${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function addField(copy: string): void {
  for (const { file, behind, text } of EDITS) {
    const paths = globSync(join(copy, file)).filter((path) => readFileSync(path, 'utf8').includes(behind));
    const [path = file] = paths;
    const parts = paths.length === 1 ? readFileSync(path, 'utf8').split(behind) : [];
    assert.equal(parts.length, 2, `${file} has “${behind}” at one place`);
    writeFileSync(path, parts.join(behind + text));
  }
}
