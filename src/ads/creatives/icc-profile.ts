// Decides whether an ICC profile is sRGB by its values, not by its name (ICC.1:2022, 7 to 10).

/** The primaries of sRGB as profiles store them, adapted to D50 (IEC 61966-2-1). */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const;
/** The largest accepted difference of a primary, and of a curve. */
const NEAR = 0.004;
const NEAR_CURVE = 0.01;
const SAMPLES = [0.1, 0.25, 0.5, 0.75, 0.9];
const MOST_TAGS = 100;

type Tags = Map<string, Buffer>;

/** Whether a profile gives the same colours as sRGB; for grey images, the same greys. */
export function isSrgb(profile: Buffer): boolean {
  const tags = readTags(profile);
  if (!tags) return false;
  const space = profile.toString('latin1', 16, 20);
  if (space === 'GRAY') return isSrgbCurve(tags.get('kTRC'));
  if (space !== 'RGB ' || profile.toString('latin1', 20, 24) !== 'XYZ ' || tags.has('A2B0')) return false;
  for (const [name, wanted] of Object.entries(PRIMARIES)) {
    const xyz = readXyz(tags.get(name));
    if (!xyz?.every((value, at) => Math.abs(value - (wanted[at] ?? 0)) < NEAR)) return false;
  }
  return ['rTRC', 'gTRC', 'bTRC'].every((name) => isSrgbCurve(tags.get(name)));
}

/** The profile's own name, for people; ASCII characters only. */
export function profileName(profile: Buffer): string {
  const tag = readTags(profile)?.get('desc');
  if (!tag || tag.byteLength < 28) return 'a profile without a name';
  const isMany = tag.toString('latin1', 0, 4) === 'mluc';
  const [at, length] = isMany ? [tag.readUInt32BE(24), tag.readUInt32BE(20)] : [12, tag.readUInt32BE(8)];
  const name = tag
    .subarray(at, at + Math.min(length, 160))
    .toString('latin1')
    .replace(/[^ -~]/g, '')
    .trim();
  return name.slice(0, 60) || 'a profile without a name';
}

function readTags(profile: Buffer): Tags | null {
  if (profile.byteLength < 132 || profile.toString('latin1', 36, 40) !== 'acsp') return null;
  const count = profile.readUInt32BE(128);
  if (count > MOST_TAGS || 132 + count * 12 > profile.byteLength) return null;
  const tags: Tags = new Map();
  for (let at = 132; at < 132 + count * 12; at += 12) {
    const [from, length] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    if (from + length > profile.byteLength) return null;
    tags.set(profile.toString('latin1', at, at + 4), profile.subarray(from, from + length));
  }
  return tags;
}

function readXyz(tag: Buffer | undefined): number[] | null {
  if (!tag || tag.byteLength < 20) return null;
  return [8, 12, 16].map((at) => fixed(tag, at));
}

/** Reads a signed fixed-point number: 16 bits before the point and 16 after it. */
function fixed(tag: Buffer, at: number): number {
  return tag.readInt32BE(at) / 65536;
}

function isSrgbCurve(tag: Buffer | undefined): boolean {
  const curve = tag ? readCurve(tag) : null;
  if (!curve) return false;
  return SAMPLES.every((value) => Math.abs(curve(value) - srgbToLight(value)) < NEAR_CURVE);
}

function srgbToLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

type Curve = (value: number) => number;

/** Reads a curve, given as a table or as a formula (ICC.1:2022, 10.6 and 10.18); null for anything else. */
function readCurve(tag: Buffer): Curve | null {
  if (tag.byteLength < 12) return null;
  const type = tag.toString('latin1', 0, 4);
  if (type === 'para') return readFormula(tag);
  if (type !== 'curv') return null;
  const count = tag.readUInt32BE(8);
  if (tag.byteLength < 12 + count * 2) return null;
  if (count === 0) return (value) => value;
  if (count === 1) return (value) => value ** (tag.readUInt16BE(12) / 256);
  return (value) => {
    const at = value * (count - 1);
    const low = Math.floor(at);
    const read = (index: number) => tag.readUInt16BE(12 + Math.min(index, count - 1) * 2) / 65535;
    return read(low) + (at - low) * (read(low + 1) - read(low));
  };
}

/** The count of parameters of each formula type. */
const NUMBERS = [1, 3, 4, 5, 7];

function readFormula(tag: Buffer): Curve | null {
  const kind = tag.readUInt16BE(8);
  const count = NUMBERS[kind] ?? 0;
  if (count === 0 || tag.byteLength < 12 + count * 4) return null;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, at) =>
    fixed(tag, 12 + at * 4),
  );
  switch (kind) {
    case 0:
      return (value) => value ** g;
    case 1:
      return (value) => (value >= -b / a ? (a * value + b) ** g : 0);
    case 2:
      return (value) => (value >= -b / a ? (a * value + b) ** g + c : c);
    case 3:
      return (value) => (value >= d ? (a * value + b) ** g : c * value);
    default:
      return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f);
  }
}
