import type { Creative } from '../catalog/catalog-schema.ts';
import type { AdType } from './ad-files.ts';

/** A part of the picture, in its pixels. */
export type Box = { x: number; y: number; width: number; height: number };

/** What the process that decodes is told. */
export type Job = { creative: Creative; file: Uint8Array };

/** A picture made anew, in one width; `difference` is how far its colours are off on the mean, of 255. */
export type Made = { type: AdType; width: number; height: number; bytes: Uint8Array; difference: number };

/**
 * What it says in the end: the same picture without anything else in it, widest first; or why there is none: it cannot be
 * decoded, or no copy is as light as the catalog asks.
 */
export type Done = { made: Made[]; isOpaque: boolean; margin: Box[] } | { refused: 'damaged' | 'bytes' };
