/** What Exif data says that changes how a picture is seen. `colours` is null where it says nothing, or that they are sRGB. */
export type ExifSays = { turned: boolean; colours: ExifColours | null };
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
export function exifSays(exif: Buffer): ExifSays {
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
