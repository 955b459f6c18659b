import type { FailureKind } from '../core/failure.ts';
import type { PictureForm } from './renditions.ts';

/** What the process that converts is told. */
export type Job = { file: Uint8Array };

export type Rendition = { width: number; form: PictureForm; bytes: Uint8Array };

/** A converted picture; its size is that of the picture as it came, upright. */
export type Converted = { width: number; height: number; renditions: Rendition[] };

/** What it says in the end. */
export type Done = { converted: Converted } | { refused: { kind: FailureKind; message: string; hint: string } };
