import { join } from 'node:path';
import type { Check, Target } from '../check.ts';
import { compile, emptyFolder, once } from '../compile.ts';
import { withDefect } from '../defect.ts';
import { PAGES, read, replaceRequired } from '../pages.ts';
import { type Ran, requirePassed, requireRefused, runProgram } from '../run.ts';

const tool = 'structured data';
const PATHS = ['home', 'section', 'article-full', 'article', 'author'].map((name) => PAGES[name] ?? name);
const BLOCK = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

/** The structured data of pages uses only terms of schema.org, and fits Google's rich results. */
export const structuredData: readonly Check[] = [
  {
    tool: `${tool}, schema-dts`,
    subject: 'every term is from schema.org',
    run: async (target) => {
      const { right, count } = await compileBlocks(target);
      return requirePassed(right, `${count} blocks`);
    },
  },
  {
    tool: `${tool}, schema-dts`,
    subject: 'refuses an unknown term',
    run: async (target) => {
      const { wrong } = await compileBlocks(target);
      return requireRefused(wrong, /'"correctionsPolicies"' does not exist/);
    },
  },
  {
    tool: `${tool}, Adobe`,
    subject: 'fit for rich results',
    run: async ({ baseUrl }) => {
      const ran = await validate(baseUrl);
      return requirePassed(ran, ran.output.trim());
    },
  },
  {
    tool: `${tool}, Adobe`,
    subject: 'refuses a breadcrumb without a name',
    run: ({ baseUrl }) =>
      withDefect(
        baseUrl,
        (text) => text.replace(/"position":2,"name":"[^"]*"/, '"position":2'),
        async (address) => requireRefused(await validate(address), /Required attribute "name" is missing/),
      ),
  },
];

/** The JSON-LD blocks of the pages. */
async function readBlocks(target: Target): Promise<string[]> {
  const pages = await Promise.all(PATHS.map((path) => read(target, path)));
  const blocks = pages.flatMap((page) => [...page.matchAll(BLOCK)].map(([, block = '']) => asQuantities(block)));
  if (blocks.length < PATHS.length) throw new Error(`only ${blocks.length} blocks were found`);
  return blocks;
}

/** Google documents widths and heights as numbers of pixels; schema.org wants a text with a unit. */
function asQuantities(block: string): string {
  return block.replace(/"(width|height)":(\d+)/g, '"$1":"$2 px"');
}

/** Compiles each block as a value of its `@type`, and the blocks with an unknown term. Both compile together, once. */
const compileBlocks = once(async (target: Target) => {
  const blocks = await readBlocks(target);
  const unknown = replaceRequired(blocks.join('\n'), '"correctionsPolicy"', '"correctionsPolicies"').split('\n');
  const programs = new Map([
    ['terms', programOf(blocks)],
    ['no-terms', programOf(unknown)],
  ]);
  const resultOf = await compile(emptyFolder(join(target.out, 'terms')), programs);
  return { right: resultOf('terms'), wrong: resultOf('no-terms'), count: blocks.length };
});

function programOf(blocks: readonly string[]): string {
  const values = blocks.map((block, index) => {
    const { '@type': type } = JSON.parse(block) as { '@type': string };
    return `export const block${index}: WithContext<schema.${type}> = ${block};`;
  });
  const heading = "import type * as schema from 'schema-dts';\nimport type { WithContext } from 'schema-dts';";
  return `${heading}\n${values.join('\n')}\n`;
}

function validate(baseUrl: string): Promise<Ran> {
  return runProgram('structured-data', [baseUrl, ...PATHS]);
}
