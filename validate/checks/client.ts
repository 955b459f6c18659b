import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { type Ran, requirePassed, requireRefused, runScript, runTool } from '../run.ts';

const FOLDER = dirname(import.meta.dirname);
const PROGRAM = join(FOLDER, 'client', 'drive.ts');
const tool = 'openapi-typescript, -fetch';

/** A client generated from the API description must compile strictly, and then work. */
export const client: readonly Check[] = [
  {
    tool,
    subject: 'types of /openapi.json',
    run: async ({ description, out }) =>
      requirePassed(await runTool('openapi-typescript', [description, '--output', join(out, 'api.d.ts')])),
  },
  {
    tool,
    subject: 'a program compiles, strictly',
    run: async () => requirePassed(await runTool('tsc', ['-p', 'client'])),
  },
  ...wrongPrograms(),
  {
    tool: 'hey-api',
    subject: 'types and a client compile, strictly',
    run: async (target) => requirePassed(await heyApi(target, 'robotics')),
  },
  {
    tool: 'hey-api',
    subject: 'an unknown section does not compile',
    run: async (target) => requireRefused(await heyApi(target, 'sports'), /TS2322.*'"sports"'/),
  },
  {
    tool,
    subject: 'the program reads, drafts and revises',
    run: async ({ baseUrl, requestToken }) => requirePassed(await runScript(PROGRAM, [baseUrl, await requestToken()])),
  },
  {
    tool,
    subject: 'the program fails without a token',
    run: async ({ baseUrl }) => requireRefused(await runScript(PROGRAM, [baseUrl, 'none']), /unauthorized/),
  },
];

function wrongPrograms(): Check[] {
  const programs: Record<string, [statement: string, reason: RegExp]> = {
    'publishing does not compile': ["await api.POST('/api/admin/articles/{articleId}/publish', {});", /TS2345/],
    'an unknown section does not compile': [
      "await api.GET('/{section}', { params: { path: { section: 'sports' } } });",
      /TS2322.*'"sports"'/,
    ],
    'a draft without a body does not compile': [
      "await api.POST('/api/admin/articles', { body: { headline: 'H', dek: 'D', section: 's', slug: 's' } });",
      /'bodyBlocks' is missing/,
    ],
    'reading an undeclared field does not compile': [
      "const { data } = await api.GET('/api/public/articles');\nconsole.log(data?.articles[0]?.bodyBlocks);",
      /TS2339.*bodyBlocks/,
    ],
  };
  return Object.entries(programs).map(([subject, [statement, reason]], index) => ({
    tool,
    subject,
    run: async (target) => requireRefused(await compile(target, `wrong-${index}`, statement), reason),
  }));
}

/** Compiles one statement against the generated client, as strictly as the program. */
function compile({ out }: Target, name: string, statement: string) {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const program = [
    "import createClient from 'openapi-fetch';",
    "import type { paths } from '../api.d.ts';",
    "const api = createClient<paths>({ baseUrl: '' });",
    `${statement}\n`,
  ].join('\n');
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../client/tsconfig.json', files: ['program.ts'] }),
  );
  return runTool('tsc', ['-p', folder]);
}

/** Compiles the types and client of another generator, with a program that uses them. */
async function heyApi({ out, description }: Target, desk: string): Promise<Ran> {
  const folder = join(out, `hey-api-${desk}`);
  rmSync(folder, { recursive: true, force: true });
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'];
  const from = ['--input', description, '--output', folder];
  const made = await runTool('openapi-ts', [...from, '--no-log-file', '--plugins', ...plugins]);
  if (made.status !== 0) return made;
  const program = ["import type { Desk } from './types.gen.ts';", `export const desk: Desk = '${desk}';\n`];
  writeFileSync(join(folder, 'program.ts'), program.join('\n'));
  const options = {
    extends: '../../client/tsconfig.json',
    files: ['index.ts', 'program.ts'],
    compilerOptions: HEY_API,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  return runTool('tsc', ['-p', folder]);
}

/** Its generated files import each other without a file extension. */
const HEY_API = { module: 'esnext', moduleResolution: 'bundler' };
