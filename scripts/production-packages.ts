import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from '../src/runtime/boot/bundle-state.mjs';
import { UNBUNDLED } from './bundle.mjs';

// The files of packages that the bundle loads while it runs: those that its imports reach, and those that packages read by their
// names.

/** Loaded through `createRequire`, which the bundler does not follow. */
export const REQUIRED = ['libheif-js/wasm-bundle', 'fontkit'];
/** Only a build needs it. */
const BUILD_ONLY = 'esbuild';
/** Files that packages read by name, and packages with native parts. */
const READ_BY_NAME = [
  'node_modules/pdfkit/js/data/*',
  'node_modules/@fontsource-variable/*/{package.json,unicode.json,files/*-wght-normal.woff2}',
  'node_modules/@img/*/{*.*,lib/**/*.*}',
];

/** Paths in the checkout. `bundle` is the folder with the bundle. */
export async function listPackageFiles(bundle: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: listNames(bundle).flatMap(loadTwice).join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    external: ['@img/*', 'pg-native', 'pg-cloudflare'],
    plugins: [leaveNativeParts],
    logLevel: 'error',
  });
  const inputs = Object.keys(metafile.inputs).map((path) => path.replace(/ with \{.*$/, ''));
  const reached = inputs.filter((path) => path.startsWith('node_modules/'));
  const named = globSync(READ_BY_NAME, { cwd: root }).filter((path) => !/\.(?:map|md|d\.[cm]?ts)$/.test(path));
  const manifests = reached.flatMap(manifestsOf);
  return [...new Set([...reached, ...named, ...manifests])].map((path) => path.split(sep).join('/')).sort();
}

/** Native parts are in packages of their own; sharp makes their names while it runs. */
const leaveNativeParts: Plugin = {
  name: 'native-parts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /sharp[/\\]dist[/\\]sharp\.[cm]?js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/require\(`[^`]*\.node`\)/g, 'null'),
    })),
};

/** Imported as the bundle does it, and required as other packages do. */
function loadTwice(name: string): string[] {
  return [`import ${JSON.stringify(name)};`, `require(${JSON.stringify(name)});`];
}

/** The packages, and files of packages, that the bundle loads. */
export function listNames(bundle: string): string[] {
  const names = new Set(REQUIRED);
  const pattern = new RegExp(`["']((?:${UNBUNDLED.join('|')})(?:/[\\w./-]+)?)["']`, 'g');
  for (const path of globSync('**/*.mjs', { cwd: bundle }))
    for (const [, name = ''] of readFileSync(join(bundle, path), 'utf8').matchAll(pattern)) names.add(name);
  return [...names].filter((name) => name !== BUILD_ONLY && canLoad(name));
}

/** The bundle also has texts that only look like the name of a package. */
function canLoad(name: string): boolean {
  try {
    return import.meta.resolve(name) !== '';
  } catch {
    return false;
  }
}

/** Each `package.json` above a file: they say how the files of the package are loaded. */
function manifestsOf(path: string): string[] {
  const manifests: string[] = [];
  for (let folder = dirname(path); folder.includes('node_modules/'); folder = dirname(folder)) {
    const manifest = `${folder}/package.json`;
    if (existsSync(join(root, manifest))) manifests.push(manifest);
  }
  return manifests;
}
