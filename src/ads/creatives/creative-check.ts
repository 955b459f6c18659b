import { createHash } from 'node:crypto';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { createSemaphore } from '#core/concurrency.ts';
import { Failure } from '#core/failure.ts';
import { type ImageHeader, inspectImage } from '#media/images/inspect-image.ts';
import { runInChild } from '#runtime/child-process.ts';
import type { Deps } from '#runtime/deps.ts';
import { type AdType, adFileName } from './ad-files.ts';
import { block, type Finding, hasNoBlock, warn } from './findings.ts';
import { inspectJpegMetadata, inspectPngMetadata } from './image-metadata.ts';

/** A rectangle of the image, in pixels. */
export type PixelBox = { x: number; y: number; width: number; height: number };

/** The input of the child process. */
export type CreativeJob = { creative: Creative; file: Uint8Array };

/** The image encoded again in one width. `difference` is the mean difference of its colours from the original, of 255. */
export type CreativeRendition = { type: AdType; width: number; height: number; bytes: Uint8Array; difference: number };

/**
 * The output of the child process: the image in each width, widest first, without metadata; or the reason why it failed.
 * `damaged`: the file cannot be decoded. `bytes`: no encoding fits the catalog's limit.
 */
export type CreativeResult =
  | { made: CreativeRendition[]; isOpaque: boolean; margin: PixelBox[] }
  | { refused: 'damaged' | 'bytes' };

/** A creative encoded again from its pixels. Only this is stored and shown. `hash` is the hash of the widest file. */
export type EncodedCreative = {
  hash: string;
  type: AdType;
  width: number;
  height: number;
  /** The size of the widest file. */
  bytes: number;
  files: CreativeFile[];
};

/** One file of a creative. `difference` is the mean difference of its colours from the original, of 255. */
export type CreativeFile = { name: string; type: AdType; width: number; bytes: Uint8Array; difference: number };

export type CreativeCheck = {
  /** SHA-256 of the original file. */
  sentHash: string;
  findings: Finding[];
  /** The parts of the safe area that may contain type or a logo. */
  margin: PixelBox[];
  /** Null when a finding must be fixed. */
  made: EncodedCreative | null;
};

const CHILD = new URL('./creative-child.ts', import.meta.url);

/**
 * One creative is decoded at a time in each queue, and six more may wait. The public check has its own queue, so that it never
 * delays the ad desk. The pictures of the newsroom have another one.
 */
const QUEUES = { anybody: createSemaphore(1, 6), desk: createSemaphore(1, 6) };
/** The mean difference of colours, of 255, that gives a warning. A smaller one is hardly visible side by side. */
const VISIBLE_DIFFERENCE = 1;
export type CheckQueue = keyof typeof QUEUES;

/**
 * Checks the file of a creative against the catalog. First it inspects the bytes; a file that passes is decoded and encoded
 * again in a child process. Stores nothing.
 * @throws busy
 */
export async function checkCreative(
  creative: Creative,
  file: Uint8Array,
  asker: CheckQueue = 'anybody',
): Promise<CreativeCheck> {
  const sentHash = createHash('sha256').update(file).digest('hex');
  const inspected = inspectCreative(creative, file);
  if (!hasNoBlock(inspected)) return { sentHash, findings: inspected, margin: [], made: null };
  const leave = await QUEUES[asker].acquire();
  const done = await runInChild<CreativeJob, CreativeResult>(CHILD, { creative, file: pictureOf(file) }).finally(leave);
  if (!done || 'refused' in done)
    return { sentHash, findings: [...inspected, refusedFor(creative, done)], margin: [], made: null };
  const { made, isOpaque, margin } = done;
  const lossy = made.filter(({ difference }) => difference >= VISIBLE_DIFFERENCE);
  const findings = [
    ...inspected,
    ...(isOpaque ? [] : [transparent()]),
    ...(lossy.length > 0 ? [colourLoss(lossy)] : []),
    ...(margin.length > 0 ? [crowded(creative)] : []),
  ];
  return { sentHash, findings, margin, made: nameFiles(made) };
}

/** Stores the files of a creative. Call it before the row that names them is written. @throws storage_full, db_unavailable */
export async function storeCreativeFiles({ files }: Deps, { files: made }: EncodedCreative): Promise<void> {
  for (const { name, bytes } of made) await files.put(name, bytes);
}

function nameFiles(made: readonly CreativeRendition[]): EncodedCreative | null {
  const [widest] = made;
  if (!widest) return null;
  const hash = createHash('sha256').update(widest.bytes).digest('hex');
  const { type, width, height, bytes } = widest;
  const files = made.map((rendition) => ({
    name: adFileName(hash, rendition.width, rendition.type),
    type: rendition.type,
    width: rendition.width,
    bytes: rendition.bytes,
    difference: rendition.difference,
  }));
  return { hash, type, width, height, bytes: bytes.byteLength, files };
}

function refusedFor({ maxBytes }: Creative, done: { refused: 'damaged' | 'bytes' } | null): Finding {
  if (done?.refused !== 'bytes') return damaged(done === null);
  return block(
    'bytes',
    'The picture cannot be encoded within the byte limit.',
    'too much detail for the byte limit',
    `a picture that fits ${maxBytes} bytes at every display size`,
  );
}

function colourLoss(lossy: readonly CreativeRendition[]): Finding {
  const each = lossy.map(({ width, difference }) => `${width} px wide: ${difference.toFixed(1)}`);
  return warn(
    'colour-loss',
    'Some sizes of the picture lose colour, because each size has a byte limit. Look at the picture before you accept it.',
    `a mean difference, of 255, of ${each.join('; ')}`,
    'less detail, or more even colours',
  );
}

function damaged(wasEnded: boolean): Finding {
  return block(
    'damaged',
    'The picture cannot be decoded from beginning to end.',
    wasEnded ? 'more time or memory than a picture may take' : 'a damaged file',
    'a plain PNG or JPEG, exported again',
  );
}

function transparent(): Finding {
  return warn(
    'transparent',
    'Some parts are transparent. They are shown in white.',
    'transparent pixels',
    'an opaque picture',
  );
}

function crowded({ safeAreaPx }: Creative): Finding {
  return warn(
    'margin',
    'There may be type or a logo in the margin. Look at the marked parts: if it is type or a logo, move it in; if it is background, it may stay.',
    'hard outlines in the margin, marked on the picture',
    `type and logos ${safeAreaPx} px inside the crop`,
  );
}

/**
 * Inspects the file of a creative byte by byte, before any decoder reads it. Finds what the catalog does not accept: bytes,
 * type, pixels, colours, animation and other data in the file.
 */
export function inspectCreative(creative: Creative, file: Uint8Array): Finding[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const findings = inspectWeight(creative, bytes);
  try {
    const looked = inspectImage(bytes);
    const picture = bytes.subarray(0, looked.end);
    return [
      ...findings,
      ...inspectShape(creative, looked),
      ...(looked.form === 'png' ? inspectPngMetadata(picture) : inspectJpegMetadata(picture)),
      ...(looked.end < bytes.byteLength ? [trailingData(bytes.byteLength - looked.end)] : []),
    ];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [...findings, flawFinding(creative, error)];
  }
}

/** The bytes of an inspected file without what follows its picture. */
function pictureOf(file: Uint8Array): Uint8Array {
  return file.subarray(0, inspectImage(Buffer.from(file.buffer, file.byteOffset, file.byteLength)).end);
}

function trailingData(length: number): Finding {
  return warn(
    'trailing-data',
    'The file contains data after the end of the picture, such as a film of a telephone. It is dropped.',
    `${length} bytes after the end of the picture`,
    'a file that ends where its picture ends',
  );
}

/** The finding for a file whose structure cannot be read to its end. */
function flawFinding(creative: Creative, { message, detail }: Failure): Finding {
  const flaw = (detail.more?.flaw ?? 'damaged') as Finding['code'];
  return block(flaw, message, MEASURED[flaw] ?? 'a damaged file', ASKED[flaw] ?? `a whole ${typesOf(creative)}`);
}

const MEASURED: Partial<Record<Finding['code'], string>> = {
  type: 'another type',
  animated: 'an animation',
  'colour-space': 'CMYK',
};
const ASKED: Partial<Record<Finding['code'], string>> = {
  animated: 'one still picture',
  'colour-space': 'sRGB, or no profile at all',
};

function inspectWeight({ maxBytes }: Creative, { byteLength }: Buffer): Finding[] {
  if (byteLength <= maxBytes) return [];
  return [block('bytes', 'The file is too heavy.', `${byteLength} bytes`, `at most ${maxBytes} bytes`)];
}

function inspectShape(creative: Creative, { form, width, height }: ImageHeader): Finding[] {
  const { widthPx, heightPx, mimeTypes } = creative;
  const findings: Finding[] = [];
  if (!mimeTypes.includes(`image/${form}`))
    findings.push(block('type', `This is a ${form.toUpperCase()}.`, `image/${form}`, typesOf(creative)));
  if (width !== widthPx || height !== heightPx)
    findings.push(
      block('pixels', 'The picture has the wrong size.', `${width} × ${height} px`, `${widthPx} × ${heightPx} px`),
    );
  return findings;
}

function typesOf({ mimeTypes }: Creative): string {
  return mimeTypes.join(' or ');
}
