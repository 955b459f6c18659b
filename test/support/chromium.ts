import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import wawoff2 from 'wawoff2';

// The browser of the npm package, for tests and validators.

/** How to start the browser: by its file, or by the name of an installed browser. */
export type FoundBrowser = { executablePath: string; env: Record<string, string> } | { channel: 'chrome' };

const run = promisify(execFile);

/** The packed browser is extracted once for all test files, next to the packages. */
const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const PARENT = join(dirname(dirname(PACKAGE)), '.cache');

/** The font files of our pages, which the browser also finds as an installed family: for text that does not wait for them. */
const FACES = ['text', 'text-italic', 'text-european'].map((name) =>
  fileURLToPath(new URL(`../../src/html/assets/fonts/${name}.woff2`, import.meta.url)),
);

/** The family of the package for sans text, ours for serif text, and no other: text has the same width on every machine. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>
<alias binding="strong"><family>serif</family><prefer><family>Plumbline Text</family></prefer></alias>
<alias binding="strong"><family>Times New Roman</family><prefer><family>Plumbline Text</family></prefer></alias>
<match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match></fontconfig>
`;

/** On Linux the browser of the package, with its environment; on other systems the installed Chrome. */
export async function findBrowser(): Promise<FoundBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = await unpack();
  await installFaces(join(folder, 'fonts'));
  return { executablePath: join(folder, 'chromium'), env: await environmentFor(folder) };
}

/**
 * The folder of the browser, extracted at the first use. Two processes that extract at the same time use separate folders;
 * the first that finishes renames its folder to the final name.
 */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(PARENT, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(PARENT, { recursive: true });
  const own = mkdtempSync(join(PARENT, 'chromium-'));
  const script = 'import(process.argv[1]).then((packed) => packed.default.executablePath())';
  // The package extracts to the temporary folder, and extracts its libraries only when it believes to run on AWS Lambda.
  const env = { ...process.env, TMPDIR: own, TEMP: own, TMP: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  await run(process.execPath, ['-e', script, import.meta.resolve('@sparticuz/chromium')], { env });
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
}

/** Adds the fonts of our pages, unpacked, and the list of all. The list is written last; where it is current, all is there. */
async function installFaces(folder: string): Promise<void> {
  const packed = FACES.map((file) => readFileSync(file));
  const conf = `${FONTS}<!-- ${createHash('sha256').update(Buffer.concat(packed)).digest('hex')} -->\n`;
  const list = join(folder, 'fonts.conf');
  if (existsSync(list) && readFileSync(list, 'utf8') === conf) return;
  for (const [index, file] of FACES.entries())
    replace(join(folder, 'fonts', `${basename(file)}.ttf`), await wawoff2.decompress(packed[index] ?? Buffer.alloc(0)));
  replace(list, conf);
}

/** Other processes may read the file at the same time. */
function replace(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
}

/** The fonts of the package, and its libraries if the machine lacks them. */
async function environmentFor(folder: string): Promise<Record<string, string>> {
  const env = {
    FONTCONFIG_PATH: join(folder, 'fonts'),
    ...(process.env as Record<string, string>),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  const starts = await run(join(folder, 'chromium'), ['--version'], { env }).then(
    () => true,
    () => false,
  );
  if (starts) return env;
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { ...env, LD_LIBRARY_PATH: libraries };
}
