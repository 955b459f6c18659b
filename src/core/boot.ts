import { fileURLToPath } from 'node:url';

/** Starts another process of this project: from the bundle, or from the sources with the compile cache. */
export const BOOT = fileURLToPath(new URL('../../scripts/boot.mjs', import.meta.url));
