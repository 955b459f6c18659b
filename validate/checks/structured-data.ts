import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { PAGES, read } from '../pages.ts';
import { type Ran, requirePassed, requireRefused, runProgram, runTool } from '../run.ts';
import { withSpoiled } from '../spoil.ts';

const tool = 'structured data';
const TALKING = ['home', 'desk', 'article-full', 'article', 'author'].map((name) => PAGES[name] ?? name);
const BLOCK = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

/** What pages say of themselves: every term one of schema.org, as a compiler holds it, and fit for what Google makes of it. */
export const structuredData: readonly Check[] = [
  {
    tool: `${tool}, schema-dts`,
    subject: 'every term is one of schema.org',
    run: async (target) => {
      const blocks = await readBlocks(target);
      return requirePassed(await compile(target, 'terms', blocks), `${blocks.length} blocks`);
    },
  },
  {
    tool: `${tool}, schema-dts`,
    subject: 'refuses a term that is none',
    run: async (target) => {
      const blocks = (await readBlocks(target)).join('\n').replace('"correctionsPolicy"', '"correctionsPolicies"');
      return requireRefused(
        await compile(target, 'no-terms', blocks.split('\n')),
        /'"correctionsPolicies"' does not exist/,
      );
    },
  },
  {
    tool: `${tool}, Adobe`,
    subject: 'fit for rich results',
    run: async ({ baseUrl }) => {
      const ran = await look(baseUrl);
      return requirePassed(ran, ran.output.trim());
    },
  },
  {
    tool: `${tool}, Adobe`,
    subject: 'refuses a trail whose step has no name',
    run: ({ baseUrl }) =>
      withSpoiled(
        baseUrl,
        (text) => text.replace(/"position":2,"name":"[^"]*"/, '"position":2'),
        async (address) => requireRefused(await look(address), /Required attribute "name" is missing/),
      ),
  },
];

/** The blocks of the pages, each as it was printed. */
async function readBlocks(target: Target): Promise<string[]> {
  const pages = await Promise.all(TALKING.map((path) => read(target, path)));
  const blocks = pages.flatMap((page) => [...page.matchAll(BLOCK)].map(([, block = '']) => asQuantities(block)));
  if (blocks.length < TALKING.length) throw new Error(`only ${blocks.length} blocks were found`);
  return blocks;
}

/** Pixels are told as numbers, as Google's documentation has them; the vocabulary asks for a length in words. */
function asQuantities(block: string): string {
  return block.replace(/"(width|height)":(\d+)/g, '"$1":"$2 px"');
}

/** Compiles blocks as values of the type each says it is. */
function compile({ out }: Target, name: string, blocks: readonly string[]): Promise<Ran> {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const values = blocks.map((block, index) => {
    const { '@type': type } = JSON.parse(block) as { '@type': string };
    return `export const block${index}: WithContext<schema.${type}> = ${block};`;
  });
  const heading = "import type * as schema from 'schema-dts';\nimport type { WithContext } from 'schema-dts';";
  writeFileSync(join(folder, 'blocks.ts'), `${heading}\n${values.join('\n')}\n`);
  const options = { extends: '../../client/tsconfig.json', files: ['blocks.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  return runTool('tsc', ['-p', folder]);
}

function look(baseUrl: string): Promise<Ran> {
  return runProgram('structured-data', [baseUrl, ...TALKING]);
}
