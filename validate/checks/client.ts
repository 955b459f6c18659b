import { dirname, join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { compile, emptyFolder, once } from '../compile.ts';
import { type Ran, requirePassed, requireRefused, runScript, runTool } from '../run.ts';

const FOLDER = dirname(import.meta.dirname);
const PROGRAM = join(FOLDER, 'client', 'drive.ts');
const tool = 'openapi-typescript, -fetch';

/** Programs that must not compile, each with its file name, its one statement and the reason. */
const WRONG: readonly { subject: string; name: string; statement: string; reason: RegExp }[] = [
  {
    subject: 'publishing does not compile',
    name: 'publish',
    statement: "await api.POST('/api/admin/articles/{articleId}/publish', {});",
    reason: /TS2345/,
  },
  {
    subject: 'an unknown section does not compile',
    name: 'section',
    statement: "await api.GET('/{section}/{slug}', { params: { path: { section: 'sports', slug: 's' } } });",
    reason: /TS2322.*'"sports"'/,
  },
  {
    subject: 'a draft without a body does not compile',
    name: 'draft',
    statement: "await api.POST('/api/admin/articles', { body: { headline: 'H', dek: 'D', section: 's', slug: 's' } });",
    reason: /'bodyBlocks' is missing/,
  },
  {
    subject: 'reading an undeclared field does not compile',
    name: 'field',
    statement: "const { data } = await api.GET('/api/public/articles');\nconsole.log(data?.articles[0]?.bodyBlocks);",
    reason: /TS2339.*bodyBlocks/,
  },
];

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
    run: async (target) => requirePassed((await heyApi(target))('robotics')),
  },
  {
    tool: 'hey-api',
    subject: 'an unknown section does not compile',
    run: async (target) => requireRefused((await heyApi(target))('sports'), /TS2322.*'"sports"'/),
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

/** Compiles the wrong programs against the generated client, as strictly as the right one. All compile together, once. */
const compileWrong = once(({ out }: Target) => {
  const programs = WRONG.map(({ name, statement }) => {
    const lines = [
      "import createClient from 'openapi-fetch';",
      "import type { paths } from '../api.d.ts';",
      "const api = createClient<paths>({ baseUrl: '' });",
      `${statement}\n`,
    ];
    return [name, lines.join('\n')] as const;
  });
  return compile(emptyFolder(join(out, 'wrong')), new Map(programs));
});

function wrongPrograms(): Check[] {
  return WRONG.map(({ subject, name, reason }) => ({
    tool,
    subject,
    run: async (target) => requireRefused((await compileWrong(target))(name), reason),
  }));
}

/** Generates types and a client with another generator, once, and compiles them with a program for each section. */
const heyApi = once(async ({ out, description }: Target): Promise<(name: string) => Ran> => {
  const folder = emptyFolder(join(out, 'hey-api'));
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'];
  const from = ['--input', description, '--output', folder];
  const made = await runTool('openapi-ts', [...from, '--no-log-file', '--plugins', ...plugins]);
  if (made.status !== 0) return () => made;
  const programs = ['robotics', 'sports'].map((section) => {
    const lines = ["import type { Desk } from './types.gen.ts';", `export const section: Desk = '${section}';\n`];
    return [section, lines.join('\n')] as const;
  });
  return compile(folder, new Map(programs), { more: ['index.ts'], compilerOptions: HEY_API });
});

/** Its generated files import each other without a file extension. */
const HEY_API = { module: 'esnext', moduleResolution: 'bundler' };
