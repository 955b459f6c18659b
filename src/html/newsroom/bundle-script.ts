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
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  }).finally(() => {
    if (--underway === 0) return stop(); // esbuild runs a child process
  });
  return outputFiles[0]?.text ?? '';
}
