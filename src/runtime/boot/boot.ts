import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Starts another process of this project: from the bundle, or from the sources with the compile cache. */
export const BOOT = fileURLToPath(new URL('./boot.mjs', import.meta.url));

/** What npm wrote when it installed the packages. A folder that was made for production has none. */
const PACKAGES = fileURLToPath(new URL('../../../node_modules/.package-lock.json', import.meta.url));
const atStart = stampOf(PACKAGES);

/** False after an installation replaced or removed the packages, and with them the bundle, that this process loads later. */
export function isInstallationWhole(): boolean {
  return existsSync(import.meta.filename) && stampOf(PACKAGES) === atStart;
}

function stampOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs}` : null;
}
