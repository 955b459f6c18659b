import type { AdType } from './ad-files.ts';
import type { Creative } from './catalog-schema.ts';

/** A part of the picture, in its pixels. */
export type Box = { x: number; y: number; width: number; height: number };

/** What the process that decodes is told. */
export type Job = { creative: Creative; file: Uint8Array };

/** A picture made anew, in one width. */
export type Made = { width: number; height: number; bytes: Uint8Array };

/** What it says in the end: the same picture without anything else in it, widest first; or that it cannot be decoded. */
export type Done = { type: AdType; made: Made[]; isOpaque: boolean; margin: Box[] } | { refused: true };
