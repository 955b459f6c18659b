// Units of measure, so that `4 feet` is found where the source says `48 in` or `1.2 m`.

/** The unit of a number: values of one dimension are compared after multiplication with `factor` and addition of `offset`. */
export type Unit = { dimension: string; factor: number; offset?: number };

const FOOT = 0.3048;
const INCH = 0.0254;
const YARD = 0.9144;
const MILE = 1609.344;
const POUND = 0.45359237;
const ACRE = 4046.8564224;
const GALLON = 0.003785411784;

/** Each dimension: spellings, as a pattern over the whole unit, and the factor to its base unit. Letters of short units keep their case. */
const TABLE: Record<string, readonly (readonly [RegExp, number, number?])[]> = {
  length: [
    [/^(?:mm|millimet(?:re|er)s?)$/, 1e-3],
    [/^(?:cm|centimet(?:re|er)s?)$/, 1e-2],
    [/^(?:dm)$/, 1e-1],
    [/^(?:m|met(?:re|er)s?)$/, 1],
    [/^(?:km|kilomet(?:re|er)s?)$/, 1e3],
    [/^(?:nm)$/, 1e-9],
    [/^(?:µm|um|micromet(?:re|er)s?|microns?)$/, 1e-6],
    [/^(?:ft\.?|feet|foot|linear f(?:ee|oo)t|′|')$/, FOOT],
    [/^(?:in\.?|inch(?:es)?|″|")$/, INCH],
    [/^(?:yd|yards?)$/, YARD],
    [/^(?:mi|miles?)$/, MILE],
    [/^(?:nautical miles?|nmi)$/, 1852],
  ],
  area: [
    [/^(?:m²|m2|sq m|sqm|square met(?:re|er)s?)$/, 1],
    [/^(?:mm²|mm2)$/, 1e-6],
    [/^(?:cm²|cm2)$/, 1e-4],
    [/^(?:km²|km2|sq km|square kilomet(?:re|er)s?)$/, 1e6],
    [/^(?:ft²|ft2|sq ft|square f(?:ee|oo)t)$/, FOOT * FOOT],
    [/^(?:sq in|square inch(?:es)?)$/, INCH * INCH],
    [/^(?:square yards?)$/, YARD * YARD],
    [/^(?:sq mi|square miles?)$/, MILE * MILE],
    [/^(?:acres?)$/, ACRE],
    [/^(?:ha|hectares?)$/, 1e4],
  ],
  volume: [
    [/^(?:m³|m3|cubic met(?:re|er)s?)$/, 1],
    [/^(?:l|L|lit(?:re|er)s?)$/, 1e-3],
    [/^(?:ml|mL|millilit(?:re|er)s?)$/, 1e-6],
    [/^(?:gal|gallons?)$/, GALLON],
    [/^(?:yd³|cu yd|cubic yards?)$/, YARD ** 3],
    [/^(?:ft³|cu ft|cubic f(?:ee|oo)t)$/, FOOT ** 3],
    [/^(?:cubic inch(?:es)?)$/, INCH ** 3],
  ],
  mass: [
    [/^(?:mg|milligrams?)$/, 1e-6],
    [/^(?:g|grams?)$/, 1e-3],
    [/^(?:kg|kilos?|kilograms?)$/, 1],
    [/^(?:t|tonnes?|metric tons?)$/, 1e3],
    [/^(?:kt)$/, 1e6],
    [/^(?:Mt)$/, 1e9],
    [/^(?:lbs?\.?|pounds?)$/, POUND],
    [/^(?:oz|ounces?)$/, POUND / 16],
    [/^(?:tons?|short tons?)$/, 2000 * POUND],
  ],
  time: [
    [/^(?:ns|nanoseconds?)$/, 1e-9],
    [/^(?:µs|microseconds?)$/, 1e-6],
    [/^(?:ms|milliseconds?)$/, 1e-3],
    [/^(?:s|sec|seconds?)$/, 1],
    [/^(?:min|mins|minutes?)$/, 60],
    [/^(?:h|hrs?|hours?)$/, 3600],
    [/^(?:d|days?|nights?)$/, 86_400],
    [/^(?:weeks?|weekends?)$/, 604_800],
    [/^(?:fortnights?)$/, 1_209_600],
  ],
  months: [
    [/^(?:months?)$/, 1],
    [/^(?:quarters?)$/, 3],
    [/^(?:years?|yrs?)$/, 12],
    [/^(?:decades?)$/, 120],
    [/^(?:century|centuries)$/, 1200],
  ],
  speed: [
    [/^(?:m\/s|met(?:re|er)s per second)$/, 1],
    [/^(?:km\/h|kilomet(?:re|er)s per hour)$/, 1 / 3.6],
    [/^(?:mph|miles per hour)$/, MILE / 3600],
    [/^(?:knots?|kn)$/, 1852 / 3600],
  ],
  power: [
    [/^(?:W|watts?)$/, 1],
    [/^(?:kW|kilowatts?)$/, 1e3],
    [/^(?:MW|megawatts?)$/, 1e6],
    [/^(?:GW|gigawatts?)$/, 1e9],
    [/^(?:TW)$/, 1e12],
    [/^(?:hp|horsepower)$/, 745.699_871_582],
  ],
  energy: [
    [/^(?:Wh)$/, 1],
    [/^(?:kWh|kilowatt[- ]hours?)$/, 1e3],
    [/^(?:MWh)$/, 1e6],
    [/^(?:GWh)$/, 1e9],
    [/^(?:TWh)$/, 1e12],
  ],
  pressure: [
    [/^(?:Pa)$/, 1],
    [/^(?:kPa)$/, 1e3],
    [/^(?:MPa)$/, 1e6],
    [/^(?:GPa)$/, 1e9],
    [/^(?:bar)$/, 1e5],
    [/^(?:psi)$/, 6894.757],
    [/^(?:ksi)$/, 6_894_757],
  ],
  force: [
    [/^(?:N|newtons?)$/, 1],
    [/^(?:kN|kilonewtons?)$/, 1e3],
    [/^(?:MN)$/, 1e6],
  ],
  temperature: [
    [/^(?:°C|degrees Celsius|C)$/, 1, 273.15],
    [/^(?:°F|degrees Fahrenheit|F)$/, 5 / 9, 273.15 - (32 * 5) / 9],
    [/^(?:K|kelvins?)$/, 1, 0],
  ],
  angle: [[/^(?:°|degrees?)$/, 1]],
  data: [
    [/^(?:B|bytes?|octets?)$/, 1],
    [/^(?:kB|KB|kilobytes?)$/, 1e3],
    [/^(?:MB|megabytes?)$/, 1e6],
    [/^(?:GB|gigabytes?)$/, 1e9],
    [/^(?:TB|terabytes?)$/, 1e12],
    [/^(?:PB|petabytes?)$/, 1e15],
  ],
  bits: [[/^(?:bits?)$/, 1]],
  rate: [
    [/^(?:Mbit\/s|Mbps)$/, 1],
    [/^(?:Gbit\/s|Gbps)$/, 1e3],
  ],
  frequency: [
    [/^(?:Hz|hertz)$/, 1],
    [/^(?:kHz)$/, 1e3],
    [/^(?:MHz)$/, 1e6],
    [/^(?:GHz)$/, 1e9],
  ],
  voltage: [
    [/^(?:V|volts?)$/, 1],
    [/^(?:kV)$/, 1e3],
  ],
  current: [
    [/^(?:A|amps?|amperes?)$/, 1],
    [/^(?:mA)$/, 1e-3],
  ],
  sound: [[/^(?:dB|dBA|decibels?)$/, 1]],
  percent: [
    [/^(?:%|per ?cent|pct)$/, 1],
    [/^(?:‰)$/, 0.1],
  ],
  points: [
    [/^(?:percentage points?)$/, 1],
    [/^(?:basis points?)$/, 0.01],
  ],
  times: [[/^(?:×|x|times)$/, 1]],
};

/** The unit with this spelling, or null. Words are taken in any case, short units only as they are written. */
export function unitNamed(spelling: string): Unit | null {
  const known = cache.get(spelling);
  if (known !== undefined) return known;
  const unit = readUnit(spelling.replace(/\s+/g, ' ').trim());
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(spelling, unit);
  return unit;
}

/** A cache: a table repeats few units many times. */
const cache = new Map<string, Unit | null>();
const MOST_CACHED = 2000;

/** From this length on, a unit is a word and its case does not count. */
const WORD = 4;

function readUnit(spelling: string): Unit | null {
  const folded =
    spelling.length >= WORD ? spelling.toLowerCase().replace(/\b(celsius|fahrenheit)\b/, capital) : spelling;
  for (const [dimension, units] of Object.entries(TABLE))
    for (const [pattern, factor, offset] of units)
      if (pattern.test(spelling) || pattern.test(folded))
        return { dimension, factor, ...(offset !== undefined && { offset }) };
  return null;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
