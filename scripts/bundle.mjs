// Makes the bundle: the code of this project and its libraries, in few files. `node scripts/bundle.mjs`; run.mjs does it.
// A start then loads about 40 files where it would load 700, and the code is the same.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOLDER, HASHES, hashOf, isPinned, root, stampOf } from '../src/runtime/boot/bundle-state.mjs';

/** The scripts that `boot.mjs` can start from the bundle. */
const ENTRIES = {
  main: 'src/main.ts',
  cli: 'src/cli/cli.ts',
  picture: 'src/media/convert-child.ts',
  creative: 'src/ads/creatives/creative-child.ts',
  sources: 'src/editorial/sources/check-child.ts',
  fetch: 'src/runtime/fetch-child.ts',
  messages: 'src/integrations/send-child.ts',
  imports: 'src/import/import-child.ts',
  reports: 'src/brief/bounces/report-child.ts',
  render: 'src/reading/render/render-worker.ts',
};
/** Libraries that stay in node_modules: they read files beside them, or have native parts. */
export const UNBUNDLED = [
  'sharp',
  'esbuild',
  'pg',
  'pdfkit',
  'fontkit',
  'wawoff2',
  'nodemailer',
  'imapflow',
  'postal-mime',
];
/** What decides which libraries are installed, and how the bundle is made. */
const ABOUT = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'scripts/bundle.mjs'];
/** A file changed within so many milliseconds before the build may change again without a new time. */
const TOO_NEW = 1000;
/** No file has this stamp, so that its hash is compared. */
const NO_STAMP = [-1, -1, -1];
/** Bundles that no running process uses are removed after these milliseconds. */
const KEEP_FOR = 60_000;

/** Makes the bundle of the files in `folder`. Several processes may do so at once: each writes its own, and the last one counts. */
export async function makeBundle(folder = root) {
  const esbuild = await import('esbuild');
  const home = join(folder, FOLDER);
  mkdirSync(home, { recursive: true });
  const outdir = mkdtempSync(join(home, 'made-'));
  try {
    const inputs = new Map();
    for (const path of ABOUT) if (existsSync(join(folder, path))) readInput(folder, path, inputs);
    const entries = {};
    for (const [name, entry] of Object.entries(ENTRIES)) {
      if (!existsSync(join(folder, entry))) continue; // its capability was taken out
      await esbuild.build({
        absWorkingDir: folder,
        entryPoints: [entry],
        outdir: join(outdir, name),
        outbase: folder,
        entryNames: name,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        splitting: true,
        format: 'esm',
        platform: 'node',
        target: 'node24',
        external: UNBUNDLED,
        sourcemap: 'linked',
        sourcesContent: false,
        legalComments: 'none',
        minifyWhitespace: true,
        minifySyntax: true,
        logLevel: 'error',
        tsconfigRaw: {},
        banner: { js: BANNER },
        plugins: [readOwnFiles(folder, inputs), joinStart(folder), lazyIndex, escapeMarkdown, useBuiltins],
      });
      entries[entry] = `${name}/${name}.mjs`;
    }
    const all = [...inputs.values()];
    const current = {
      ...{ id: basename(outdir), node: process.version, entries },
      ...{ paths: [...inputs.keys()], stamps: all.flatMap(({ stamp }) => stamp) },
    };
    writeFileSync(join(outdir, HASHES), JSON.stringify(all.map(({ hash }) => hash)));
    const written = join(outdir, 'current.json');
    writeFileSync(written, JSON.stringify(current));
    renameSync(written, join(home, 'current.json'));
  } catch (error) {
    rmSync(outdir, { recursive: true, force: true });
    throw error;
  }
  removeUnused(home, basename(outdir));
}

/** CommonJS libraries call `require`; `plumblineRoot` is the folder of the checkout. */
const BANNER = `const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
const plumblineRoot = import.meta.url.slice(0, import.meta.url.lastIndexOf('/${FOLDER}/') + 1);`;

/** Reads a file, and notes what it was when it was read. */
function readInput(folder, path, inputs) {
  const file = join(folder, path);
  const stamp = stampOf(file); // before reading: an edit in between makes the bundle stale
  const isTooNew = stamp[1] > Date.now() - TOO_NEW;
  const bytes = readFileSync(file);
  inputs.set(path, { stamp: isTooNew ? NO_STAMP : stamp, hash: hashOf(bytes) });
  return bytes.toString('utf8');
}

/** Reads our own files through `readInput`. `import.meta.url` stays the address of the source file. */
function readOwnFiles(folder, inputs) {
  const name = 'own-files';
  return {
    name,
    setup: (build) =>
      build.onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
        const own = relative(folder, path).split(sep).join('/');
        if (!own.startsWith('src/')) return null;
        const text = readInput(folder, own, inputs);
        const contents = text.replaceAll('import.meta.url', `(plumblineRoot + ${JSON.stringify(own)})`);
        return { contents: contents.replace(/[^\0-\x7f]/g, toEscape), loader: 'ts' };
      }),
  };
}

/**
 * In ASCII alone a text takes one byte of memory a character, else two. In patterns and templates esbuild leaves letters as
 * they are, and so one letter would double the largest file of the bundle.
 */
function toEscape(letter) {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const escapeMarkdown = {
  name: 'escape-markdown',
  setup: (build) =>
    build.onLoad({ filter: /markdown-it\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/[^\0-\x7f]/g, toEscape),
    })),
};

/**
 * The index of a library in CommonJS that loads each of its files when its export is first read, and not all of them: the
 * rate limiter has one for each database there is.
 */
const lazyIndex = {
  name: 'lazy-index',
  setup: (build) =>
    build.onLoad({ filter: /rate-limiter-flexible[/\\]index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const imports = [...text.matchAll(/^const (?:(\w+)|\{([^}]+)\}) = require\(('[^']+')\);$/gm)];
      const getters = imports.flatMap(([, whole, some = '', file]) =>
        whole
          ? [`get ${whole}() { return require(${file}); }`]
          : some.split(',').map((name) => `get ${name.trim()}() { return require(${file}).${name.trim()}; }`),
      );
      return { contents: `module.exports = { ${getters.join(', ')} };` };
    }),
};

/**
 * Puts all that a start loads into one file. The bundler makes a file of each set of modules that the same parts load; so each
 * part that is loaded later names the start, which is there already.
 */
function joinStart(folder) {
  const [main, serve] = [join(folder, 'src/main.ts'), join(folder, 'src/server/serve.ts')];
  const namespace = 'after-start';
  return {
    name: namespace,
    setup: (build) => {
      if (build.initialOptions.entryPoints[0] !== 'src/main.ts') return;
      build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, importer, resolveDir }) =>
        kind === 'dynamic-import' && importer !== main ? { path: join(resolveDir, path), namespace } : null,
      );
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: `import ${JSON.stringify(serve)};\nexport * from ${JSON.stringify(path)};`,
        resolveDir: folder,
      }));
    },
  };
}

/**
 * Takes Node's own modules as they are. An \`import\` would read every property of them, and that of \`node:http\` loads the
 * client behind \`fetch\`, a tenth of a start.
 */
const useBuiltins = {
  name: 'builtins',
  setup: (build) => {
    const known = new Set(builtinModules);
    build.onResolve({ filter: /^(?:node:)?[a-z0-9_/]+$/ }, ({ path, kind }) => {
      const bare = path.replace(/^node:/, '');
      if (!path.startsWith('node:') && !known.has(bare)) return null;
      return { path: `node:${bare}`, namespace: kind === 'require-call' ? 'builtin-cjs' : 'builtin-esm' };
    });
    build.onLoad({ filter: /.*/, namespace: 'builtin-cjs' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
    build.onLoad({ filter: /.*/, namespace: 'builtin-esm' }, ({ path }) => ({ contents: namedExports(path) }));
  },
};

/** Unused exports are dropped with their read, because it is marked as pure. */
function namedExports(path) {
  const names = Object.keys(process.getBuiltinModule(path)).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
  const exported = names
    .filter((name) => name !== 'default')
    .map((name) => `export const ${name} = /* @__PURE__ */ (() => all.${name})();`);
  return [`const all = process.getBuiltinModule('${path}');`, 'export default all;', ...exported].join('\n');
}

/** Removes older bundles that no running process uses. */
function removeUnused(home, current) {
  for (const one of readdirSync(home)) {
    if (one === current || !one.startsWith('made-')) continue;
    const folder = join(home, one);
    try {
      const pins = existsSync(join(folder, 'used-by')) ? readdirSync(join(folder, 'used-by')) : [];
      if (
        Date.now() - statSync(folder).mtimeMs < KEEP_FOR ||
        pins.some((pid) => isPinned(join(folder, 'used-by', pid)))
      )
        continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another build removes it at the same time.
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeBundle();
