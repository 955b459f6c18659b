import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// The browser of the npm package, for tests and validators.

/** How to start the browser: by its file, or by the name of an installed browser. */
export type FoundBrowser = { executablePath: string; env: Record<string, string> } | { channel: 'chrome' };

const run = promisify(execFile);

/** The packed browser is extracted once for all test files, next to the packages. */
const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const PARENT = join(dirname(dirname(PACKAGE)), '.cache');

/** The only font family in the package; text has the same width on every machine. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** On Linux the browser of the package, with its environment; on other systems the installed Chrome. */
export async function findBrowser(): Promise<FoundBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = await unpack();
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
  writeFileSync(join(own, 'fonts', 'fonts.conf'), FONTS);
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
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
