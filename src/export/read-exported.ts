import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { FetchPage } from '#capability.ts';

const VARIANTS: readonly [string, (bytes: Buffer) => Promise<Buffer>][] = [
  ['', async (bytes) => bytes],
  ['.gz', promisify<Buffer, Buffer>(gunzip)],
  ['.br', promisify<Buffer, Buffer>(brotliDecompress)],
];

/**
 * Pages as readers get them where a web server in front serves the export in `folder`: the exported file, and what has none from
 * `ask`. A page whose compressed variants differ answers without text, because readers get different ones.
 */
export function preferExported(folder: string, ask: FetchPage): FetchPage {
  return async (path) => {
    if (!/^(?:\/[a-z0-9-]+)*\/?$/.test(path)) return ask(path);
    const texts = await readVariants(join(folder, 'html', `${path === '/' ? '/index' : path}.html`));
    const [text] = texts;
    if (text === undefined) return ask(path);
    return new Response(texts.every((variant) => variant === text) ? text : '');
  };
}

/** The text of each variant of an exported page that is there. */
async function readVariants(file: string): Promise<string[]> {
  const texts: string[] = [];
  for (const [extension, decode] of VARIANTS) {
    const bytes = await readFile(file + extension).catch(() => null);
    if (bytes) texts.push((await decode(bytes).catch(() => Buffer.from(''))).toString());
  }
  return texts;
}
