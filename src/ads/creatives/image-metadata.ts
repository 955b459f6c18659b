import { inflateSync } from 'node:zlib';
import { block, type Finding, warn } from './findings.ts';
import { isSrgb, profileName } from './icc-profile.ts';

// Checks everything in an image file except the pixels, above all its colour space. `inspectImage` has already read the
// structure of the file, so every length in it is valid.

/** The longest text in a PNG, and the longest unpacked profile, in bytes. */
const MOST_TEXT = 64 * 1024;
const MOST_PROFILE = 1024 * 1024;

type FilePart = { name: string; data: Buffer };

/** Findings about the chunks of a PNG other than its pixels (PNG, third edition, 11.3). */
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

/** A file may have thousands of parts with the same fault: it is reported once. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const reported = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.code} ${finding.measured}`;
    if (!reported.has(key)) reported.set(key, finding);
  }
  return [...reported.values()];
}

/** Findings about the segments of a JPEG before its pixels (ITU-T T.81, B.1; ICC.1:2022, B.4; CIPA DC-007). */
export function inspectJpegMetadata(bytes: Buffer): Finding[] {
  const findings: Finding[] = [];
  const segments = [...jpegSegments(bytes)];
  const profile = Buffer.concat(segments.filter(starts('APP2', 'ICC_PROFILE\0')).map(({ data }) => data.subarray(14)));
  if (profile.byteLength > 0 && !isSrgb(profile)) findings.push(otherColours(profileName(profile)));
  for (const { data } of segments.filter(starts('APP1', 'Exif\0\0')))
    findings.push(...inspectExif(data.subarray(6), profile.byteLength > 0));
  if (segments.some(starts('APP2', 'MPF\0')))
    findings.push(
      warn('second-picture', 'Only the first picture of the file is shown.', 'several pictures', 'one picture'),
    );
  return withoutRepeats(findings);
}

/** The chunks of a PNG whose structure is valid. */
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

/** Reads the colours of a chunk. Returns a description of them when they are not sRGB, else null. */
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
    const values = data.byteLength === 32 ? CHROMATICITIES.map((_, at) => data.readUInt32BE(at * 4) / 100_000) : [];
    const isNear = CHROMATICITIES.every((wanted, at) => Math.abs((values[at] ?? 9) - wanted) < 0.005);
    return isNear ? null : 'other primaries';
  },
};

/** Chunks that may appear only once (PNG, third edition, 5.6). A second one is not read: it could be very long when unpacked. */
const ONCE = new Set([...Object.keys(PNG_COLOURS), 'eXIf']);

/** White, red, green and blue of sRGB, each as x and y. */
const CHROMATICITIES = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/** Unpacks at most `MOST_PROFILE` bytes: a few kilobytes can unpack to gigabytes. */
function unpackProfile(data: Buffer): Buffer | null {
  const end = data.indexOf(0);
  if (end < 1 || end > 79) return null;
  try {
    return inflateSync(data.subarray(end + 2), { maxOutputLength: MOST_PROFILE });
  } catch {
    return null;
  }
}

/** When the file has a profile, the colour space in the Exif data does not count. */
function inspectExif(exif: Buffer, hasProfile: boolean): Finding[] {
  const { turned, colours } = readExif(exif);
  return [
    ...(colours && !hasProfile ? [exifColours(colours)] : []),
    ...(turned
      ? [
          block(
            'turned',
            'The Exif data says that the picture must be rotated.',
            'rotated by the Exif data',
            'upright pixels',
          ),
        ]
      : []),
  ];
}

/** Without a named colour space and without a profile, browsers show the image as sRGB, and so does the magazine. */
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
  return block('hidden-text', 'The file contains a long text.', measured, `at most ${MOST_TEXT} bytes`);
}

/** The Exif facts that change how an image looks. `colours` is null when Exif names none, or names sRGB. */
export type ExifFacts = { turned: boolean; colours: ExifColours | null };
/** `uncalibrated` alone names no colour space: many programs write it into every file. */
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
 * Reads two facts from Exif (CIPA DC-008, 4.6): whether the image is rotated, and its colour space. A
 * camera marks Adobe RGB as `uncalibrated` with the interoperability index R03 (CIPA DC-010).
 */
function readExif(exif: Buffer): ExifFacts {
  const order = exif.toString('latin1', 0, 2);
  if (exif.byteLength < 14 || (order !== 'II' && order !== 'MM')) return { turned: false, colours: null };
  const little = order === 'II';
  const short = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number) => (little ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  /** The offset of a tag's value; null when the directory does not have the tag. */
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
