import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

let underway = 0;

/** Bundles a script of the newsroom pages with all that it imports. */
export async function bundleScript(source: string): Promise<string> {
  underway++;
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    // Markdown is read without bare addresses as links, so that their finder is never called.
    alias: { 'linkify-it': fileURLToPath(new URL('./no-linkify.ts', import.meta.url)) },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  }).finally(() => {
    if (--underway === 0) return stop(); // esbuild runs a child process
  });
  return outputFiles[0]?.text ?? '';
}
