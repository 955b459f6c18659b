import { CAPABILITIES } from '#app.ts';

/** The names of the keys that `keys rotate` replaces. */
export const ROTATED_KEYS: readonly string[] = [...CAPABILITIES.flatMap(({ keys }) => keys?.signs ?? []), 'site'];
