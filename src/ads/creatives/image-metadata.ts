import { inflateSync } from 'node:zlib';
import { block, type Finding, warn } from './findings.ts';
import { isSrgb, profileName } from './icc-profile.ts';

// What a file says of its picture besides the pixels: colours first of all. The file has been walked through before, so
// that every length in it is good.

/** Longest text a PNG may carry, and longest profile once it is unpacked, in bytes. */
const MOST_TEXT = 64 * 1024;
const MOST_PROFILE = 1024 * 1024;

type FilePart = { name: string; data: Buffer };

/** Findings of what stands in a PNG beside its pixels (PNG, third edition, 11.3). */
export function inspectPngMetadata(bytes: Buffer): Finding[] {
  const findings: Finding[] = [];
  const chunks = [...pngChunks(bytes)];
  const hasProfile = chunks.some(({ name }) => name === 'iCCP');
  const seen = new Set<string>();
  for (const { name, data } of chunks) {
    const isSecond = ONCE.has(name) && seen.has(name);
    const isLate = name in PNG_COLOURS && seen.has('IDAT');
    seen.add(name);
    if (isSecond || isLate) findings.push(misplaced(name, isSecond));
    else findings.push(...readChunk(name, data, hasProfile));
  }
  return withoutRepeats(findings);
}

function readChunk(name: string, data: Buffer, hasProfile: boolean): Finding[] {
  const says = PNG_COLOURS[name]?.(data);
  if (says) return [otherColours(says)];
  if (/^(?:tEXt|zTXt|iTXt)$/.test(name) && data.byteLength > MOST_TEXT) return [hiddenText(data.byteLength)];
  return name === 'eXIf' ? inspectExif(data, hasProfile) : [];
}

/** A file may have thousands of parts with the same fault: it is told once. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const told = new Map<string, Finding>();
  for (const one of findings) {
    const key = `${one.code} ${one.measured}`;
    if (!told.has(key)) told.set(key, one);
  }
  return [...told.values()];
}

/** Findings of what stands in a JPEG before its pixels (ITU-T T.81, B.1; ICC.1:2022, B.4; CIPA DC-007). */
export function inspectJpegMetadata(bytes: Buffer): Finding[] {
  const findings: Finding[] = [];
  const segments = [...jpegSegments(bytes)];
  const profile = Buffer.concat(segments.filter(starts('APP2', 'ICC_PROFILE\0')).map(({ data }) => data.subarray(14)));
  if (profile.byteLength > 0 && !isSrgb(profile)) findings.push(otherColours(profileName(profile)));
  for (const { data } of segments.filter(starts('APP1', 'Exif\0\0')))
    findings.push(...inspectExif(data.subarray(6), profile.byteLength > 0));
  if (segments.some(starts('APP2', 'MPF\0')))
    findings.push(block('second-picture', 'The file names a second picture in it.', 'several pictures', 'one picture'));
  return withoutRepeats(findings);
}

/** The chunks of a PNG that was walked through before. */
export function* pngChunks(bytes: Buffer): Generator<FilePart> {
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const length = bytes.readUInt32BE(at);
    yield { name: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

function* jpegSegments(bytes: Buffer): Generator<FilePart> {
  for (let at = 2; at + 4 <= bytes.byteLength; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker >= 0xe0 && marker <= 0xef)
      yield { name: `APP${marker - 0xe0}`, data: bytes.subarray(at + 4, at + 2 + length) };
    at += 2 + length;
  }
}

function starts(name: string, mark: string) {
  return (part: FilePart) => part.name === name && part.data.toString('latin1', 0, mark.length) === mark;
}

/** By chunk: what it says of colours where they are not sRGB's; null where they are. */
const PNG_COLOURS: Record<string, (data: Buffer) => string | null> = {
  cICP: (data) =>
    data.equals(Buffer.from([1, 13, 0, 1])) ? null : `coding points ${[...data.subarray(0, 4)].join('/')}`,
  iCCP: (data) => {
    const profile = unpackProfile(data);
    if (!profile) return 'a profile that cannot be read';
    return isSrgb(profile) ? null : profileName(profile);
  },
  gAMA: (data) => {
    const gamma = data.byteLength === 4 ? data.readUInt32BE(0) : 0;
    return Math.abs(gamma - 45_455) < 1500 ? null : `gamma ${gamma / 100_000}`;
  },
  cHRM: (data) => {
    const found = data.byteLength === 32 ? CHROMATICITIES.map((_, at) => data.readUInt32BE(at * 4) / 100_000) : [];
    const isNear = CHROMATICITIES.every((wanted, at) => Math.abs((found[at] ?? 9) - wanted) < 0.005);
    return isNear ? null : 'other primaries';
  },
};

/** Chunks of which a PNG holds one at most (PNG, third edition, 5.6). A second one is not read: each could be long when unpacked. */
const ONCE = new Set([...Object.keys(PNG_COLOURS), 'eXIf']);

/** White, red, green and blue of sRGB, each in x and y. */
const CHROMATICITIES = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/** Unpacks no more than a profile may be: a few kilobytes can be packed that fill a memory. */
function unpackProfile(data: Buffer): Buffer | null {
  const end = data.indexOf(0);
  if (end < 1 || end > 79) return null;
  try {
    return inflateSync(data.subarray(end + 2), { maxOutputLength: MOST_PROFILE });
  } catch {
    return null;
  }
}

/** A profile says more of the colours than Exif data. */
function inspectExif(exif: Buffer, hasProfile: boolean): Finding[] {
  const { turned, colours } = readExif(exif);
  return [
    ...(colours && !hasProfile ? [exifColours(colours)] : []),
    ...(turned
      ? [
          block(
            'turned',
            'The file says that its picture is to be turned.',
            'turned by a note in the file',
            'pixels that stand upright',
          ),
        ]
      : []),
  ];
}

/** Where the Exif data names no colour space and there is no profile, browsers show the picture as sRGB, and so do we. */
function exifColours({ kind, says }: ExifColours): Finding {
  if (kind === 'other') return block('colour-space', 'The colours are not those of sRGB.', says, 'sRGB');
  return warn(
    'colour-space',
    'The Exif data calls the colours uncalibrated, and the file has no profile. The picture is shown as sRGB. If you made it in another colour space, convert it to sRGB.',
    says,
    'sRGB',
  );
}

function otherColours(measured: string): Finding {
  return block('colour-space', 'The colours are not those of sRGB.', measured, 'sRGB, or no profile at all');
}

function misplaced(name: string, isSecond: boolean): Finding {
  const measured = `${isSecond ? 'a second' : 'a late'} chunk ${name}`;
  return block('damaged', 'The file breaks a rule of its format.', measured, `one ${name} at most, before the pixels`);
}

function hiddenText(length: number): Finding {
  const measured = `${length} bytes of text`;
  return block(
    'hidden-text',
    'The file carries a long text beside its picture.',
    measured,
    `at most ${MOST_TEXT} bytes`,
  );
}

/** What Exif data says that changes how a picture is seen. `colours` is null where it says nothing, or that they are sRGB. */
export type ExifFacts = { turned: boolean; colours: ExifColours | null };
/** `uncalibrated` alone names no colour space: many programs write it into any file. */
export type ExifColours = { kind: 'uncalibrated' | 'other'; says: string };

const ORIENTATION = 0x0112;
const EXIF_IFD = 0x8769;
const INTEROP_IFD = 0xa005;
const COLOUR_SPACE = 0xa001;
const INTEROP_INDEX = 0x0001;
const SRGB = 1;
const ADOBE_RGB = 2;
const UNCALIBRATED = 0xffff;
const MOST_ENTRIES = 200;

/**
 * Reads two facts out of Exif (CIPA DC-008, 4.6): whether the picture lies on its side, and which colours it says it has. A
 * camera marks Adobe RGB as `uncalibrated` with the interoperability index R03 (CIPA DC-010).
 */
export function readExif(exif: Buffer): ExifFacts {
  const order = exif.toString('latin1', 0, 2);
  if (exif.byteLength < 14 || (order !== 'II' && order !== 'MM')) return { turned: false, colours: null };
  const little = order === 'II';
  const short = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number) => (little ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  /** Where the value of a tag is; null where the directory does not have it. */
  const find = (from: number, tag: number): number | null => {
    if (from + 2 > exif.byteLength) return null;
    const count = Math.min(short(from), MOST_ENTRIES);
    for (let at = from + 2; at < from + 2 + count * 12 && at + 12 <= exif.byteLength; at += 12)
      if (short(at) === tag) return at + 8;
    return null;
  };
  const below = (from: number, tag: number): number | null => {
    const at = find(from, tag);
    return at === null ? null : long(at);
  };
  const first = long(4);
  const at = find(first, ORIENTATION);
  const orientation = at === null ? 0 : short(at);
  const exifIfd = below(first, EXIF_IFD);
  const spaceAt = exifIfd === null ? null : find(exifIfd, COLOUR_SPACE);
  const interopIfd = exifIfd === null ? null : below(exifIfd, INTEROP_IFD);
  const indexAt = interopIfd === null ? null : find(interopIfd, INTEROP_INDEX);
  const isR03 = indexAt !== null && exif.toString('latin1', indexAt, indexAt + 3) === 'R03';
  return { turned: orientation > 1, colours: coloursOf(spaceAt === null ? null : short(spaceAt), isR03) };
}

function coloursOf(space: number | null, isR03: boolean): ExifColours | null {
  if (space === ADOBE_RGB || (isR03 && space === UNCALIBRATED))
    return { kind: 'other', says: `the Exif data says Adobe RGB (ColorSpace ${space}${isR03 ? ', index R03' : ''})` };
  if (space === null || space === SRGB) return null;
  if (space === UNCALIBRATED) return { kind: 'uncalibrated', says: `ColorSpace ${UNCALIBRATED} in the Exif data` };
  return { kind: 'other', says: `the Exif data says ColorSpace ${space}` };
}
