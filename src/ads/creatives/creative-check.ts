import { createHash } from 'node:crypto';
import { runInChild } from '../../core/child-process.ts';
import { Failure } from '../../core/failure.ts';
import { createSemaphore } from '../../core/semaphore.ts';
import { type ImageHeader, inspectImage } from '../../images/inspect-image.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { Creative } from '../catalog/catalog-schema.ts';
import { type AdType, adFileName } from './ad-files.ts';
import { block, type Finding, hasNoBlock, warn } from './findings.ts';
import { inspectJpegMetadata, inspectPngMetadata } from './image-metadata.ts';

/** A creative made anew from its pixels: all that is ever kept or shown of it. `hash` is that of its widest file. */
export type EncodedCreative = {
  hash: string;
  type: AdType;
  width: number;
  height: number;
  /** Of the widest file. */
  bytes: number;
  files: CreativeFile[];
};

/** One of its files; `difference` is how far its colours are from those that were sent, on the mean, of 255. */
export type CreativeFile = { name: string; type: AdType; width: number; bytes: Uint8Array; difference: number };

export type CreativeCheck = {
  /** SHA-256 of the file as it came. */
  sentHash: string;
  findings: Finding[];
  /** Where there is something in the area that type and logos keep clear of. */
  margin: PixelBox[];
  /** Null where something has to be mended. */
  made: EncodedCreative | null;
};

const CHILD = new URL('./creative-child.ts', import.meta.url);

/**
 * Creatives decoded at once, and how many more may wait: apart from the places of the newsroom's pictures. Checks that anybody
 * may ask for have places of their own, so that they never keep the ad desk waiting.
 */
const QUEUES = { anybody: createSemaphore(1, 6), desk: createSemaphore(1, 6) };
/** From which mean difference of colours on they are told, of 255: below it, they are hardly seen side by side. */
const SEEN = 1;
export type CheckQueue = keyof typeof QUEUES;

/**
 * Checks the file of a creative against the catalog. What passes a look at its bytes is decoded and made anew in a process of
 * its own; nothing is kept.
 * @throws busy
 */
export async function checkCreative(
  creative: Creative,
  file: Uint8Array,
  asker: CheckQueue = 'anybody',
): Promise<CreativeCheck> {
  const sentHash = createHash('sha256').update(file).digest('hex');
  const found = inspectCreative(creative, file);
  if (!hasNoBlock(found)) return { sentHash, findings: found, margin: [], made: null };
  const leave = await QUEUES[asker].acquire();
  const done = await runInChild<CreativeJob, CreativeResult>(CHILD, { creative, file }).finally(leave);
  if (!done || 'refused' in done)
    return { sentHash, findings: [...found, refusedFor(creative, done)], margin: [], made: null };
  const { made, isOpaque, margin } = done;
  const lossy = made.filter(({ difference }) => difference >= SEEN);
  const findings = [
    ...found,
    ...(isOpaque ? [] : [transparent()]),
    ...(lossy.length > 0 ? [colourLoss(lossy)] : []),
    ...(margin.length > 0 ? [crowded(creative)] : []),
  ];
  return { sentHash, findings, margin, made: nameFiles(made) };
}

/** Keeps the files of a creative that was made; before the row that names them. @throws storage_full, db_unavailable */
export async function storeCreativeFiles({ files }: Deps, { files: made }: EncodedCreative): Promise<void> {
  for (const { name, bytes } of made) await files.put(name, bytes);
}

function nameFiles(made: readonly CreativeRendition[]): EncodedCreative | null {
  const [widest] = made;
  if (!widest) return null;
  const hash = createHash('sha256').update(widest.bytes).digest('hex');
  const { type, width, height, bytes } = widest;
  const files = made.map((one) => ({
    name: adFileName(hash, one.width, one.type),
    type: one.type,
    width: one.width,
    bytes: one.bytes,
    difference: one.difference,
  }));
  return { hash, type, width, height, bytes: bytes.byteLength, files };
}

function refusedFor({ maxBytes }: Creative, done: { refused: 'damaged' | 'bytes' } | null): Finding {
  if (done?.refused !== 'bytes') return damaged(done === null);
  return block(
    'bytes',
    'No copy of the picture that readers could be sent is light enough.',
    'more detail than the bytes hold',
    `a picture that fits ${maxBytes} bytes at every size it is shown in`,
  );
}

function colourLoss(lossy: readonly CreativeRendition[]): Finding {
  const each = lossy.map(({ width, difference }) => `${width} px wide: ${difference.toFixed(1)}`);
  return warn(
    'colour-loss',
    'Colours change in copies of the picture, because they have to stay within their bytes. Look at the picture before you agree to it.',
    `a mean difference, of 255, of ${each.join('; ')}`,
    'less detail, or more even colours',
  );
}

function damaged(wasEnded: boolean): Finding {
  return block(
    'damaged',
    'The picture cannot be decoded from beginning to end.',
    wasEnded ? 'more time or memory than a picture may take' : 'a damaged file',
    'a plain PNG or JPEG, exported anew',
  );
}

function transparent(): Finding {
  return warn(
    'transparent',
    'Parts are transparent; they are shown in white.',
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

/** A part of the picture, in its pixels. */
export type PixelBox = { x: number; y: number; width: number; height: number };

/** What the process that decodes is told. */
export type CreativeJob = { creative: Creative; file: Uint8Array };

/** A picture made anew, in one width; `difference` is how far its colours are off on the mean, of 255. */
export type CreativeRendition = { type: AdType; width: number; height: number; bytes: Uint8Array; difference: number };

/**
 * What it says in the end: the same picture without anything else in it, widest first; or why there is none: it cannot be
 * decoded, or no copy is as light as the catalog asks.
 */
export type CreativeResult =
  | { made: CreativeRendition[]; isOpaque: boolean; margin: PixelBox[] }
  | { refused: 'damaged' | 'bytes' };

/**
 * Looks at the file of a creative byte by byte, before any decoder does, and finds what the catalog does not take: its
 * weight, form, size and colours, movement, and whatever else is in the file.
 */
export function inspectCreative(creative: Creative, file: Uint8Array): Finding[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const findings = inspectWeight(creative, bytes);
  try {
    const looked = inspectImage(bytes);
    return [
      ...findings,
      ...inspectShape(creative, looked),
      ...(looked.form === 'png' ? inspectPngMetadata(bytes) : inspectJpegMetadata(bytes)),
    ];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [...findings, flawFinding(creative, error)];
  }
}

/** What a file is that cannot be walked through to its end. */
export function flawFinding(creative: Creative, { message, detail }: Failure): Finding {
  const flaw = (detail.more?.flaw ?? 'damaged') as Finding['code'];
  return block(flaw, message, MEASURED[flaw] ?? 'a damaged file', ASKED[flaw] ?? `a whole ${typesOf(creative)}`);
}

const MEASURED: Partial<Record<Finding['code'], string>> = {
  type: 'another type',
  animated: 'an animation',
  'trailing-data': 'bytes behind the end of the picture',
  'colour-space': 'CMYK',
};
const ASKED: Partial<Record<Finding['code'], string>> = {
  animated: 'one still picture',
  'trailing-data': 'a file that ends where its picture ends',
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
      block(
        'pixels',
        'The picture is not of the size asked for.',
        `${width} × ${height} px`,
        `${widthPx} × ${heightPx} px`,
      ),
    );
  return findings;
}

function typesOf({ mimeTypes }: Creative): string {
  return mimeTypes.join(' or ');
}
