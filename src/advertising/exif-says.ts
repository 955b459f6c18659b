/** What a camera's notes say that changes how a picture is seen. */
export type ExifSays = { turned: boolean; otherColours: boolean };

const ORIENTATION = 0x0112;
const MORE = 0x8769;
const COLOUR_SPACE = 0xa001;
const SRGB = 1;
const MOST_ENTRIES = 200;

/** Reads two facts out of Exif (CIPA DC-008, 4.6): whether the picture lies on its side, and whether its colours are not sRGB's. */
export function exifSays(exif: Buffer): ExifSays {
  const order = exif.toString('latin1', 0, 2);
  if (exif.byteLength < 14 || (order !== 'II' && order !== 'MM')) return { turned: false, otherColours: false };
  const little = order === 'II';
  const short = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number) => (little ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  const look = (from: number, tag: number): number | null => {
    if (from + 2 > exif.byteLength) return null;
    const count = Math.min(short(from), MOST_ENTRIES);
    for (let at = from + 2; at < from + 2 + count * 12 && at + 12 <= exif.byteLength; at += 12)
      if (short(at) === tag) return tag === MORE ? long(at + 8) : short(at + 8);
    return null;
  };
  const first = long(4);
  const more = look(first, MORE);
  const colours = more === null ? null : look(more, COLOUR_SPACE);
  const orientation = look(first, ORIENTATION);
  return {
    turned: orientation !== null && orientation !== 1 && orientation !== 0,
    otherColours: colours !== null && colours !== SRGB,
  };
}
