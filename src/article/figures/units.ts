// What numbers are counted in, as parts of regular expressions. Short ones are taken only as they are written.

const LETTERED =
  'µg/m³|mg/m³|kg/m³|kN/m²|W/m²K|W/m²|m³/h|t/h|kWh/m²|mm|cm|dm|km|m|nm|µm|um|m²|m2|m³|m3|mm²|mm2|cm²|cm2|km²|km2|km/h|m/s|mph|ft|ft²|ft2|sq ft|sq m|sqm|cu yd|yd|yd³|lbs?|oz|kg|mg|g|kt|t|Mt|psi|ksi|kPa|MPa|GPa|Pa|N|kN|MN|kNm|W|kW|MW|GW|TW|Wh|kWh|MWh|GWh|TWh|V|kV|mA|A|Ah|kVA|Hz|kHz|MHz|GHz|B|kB|KB|MB|GB|TB|PB|Mbit/s|Gbit/s|Mbps|Gbps|fps|°C|°F|°|K|dB|dBA|lx|lm|L|l|ml|mL|gal|bar|rpm|ms|µs|ns|s|min|h|hr|hrs|d|ha|px|dpi|ppm|ppb|x|×|¢|‰';

const SPELLED =
  'percentage points?|percent|per cent|basis points?|square (?:metres?|meters?|feet|foot|inches|miles|kilometres?|kilometers?|yards?)|cubic (?:metres?|meters?|feet|foot|yards?|inches)|linear (?:metres?|meters?|feet|foot)|millimetres?|millimeters?|centimetres?|centimeters?|kilometres?|kilometers?|metres?|meters?|feet|foot|inches|inch|yards?|miles?|acres?|hectares?|tonnes?|tons?|kilograms?|kilos?|grams?|pounds?|ounces?|litres?|liters?|gallons?|kilowatts?|megawatts?|gigawatts?|watts?|kilowatt[- ]hours?|volts?|amps?|degrees(?: Celsius| Fahrenheit)?|decibels?|hertz|megabytes?|gigabytes?|terabytes?|bytes?|pixels?|milliseconds?|seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|fortnights?|months?|quarters?|years?|decades?|centuries|euros?|dollars?|pounds sterling|cents?|francs?|times';

/** `in` is an inch where no word follows that it would lead to. */
const INCH =
  'in(?=\\.?(?:$|[,;:)]|\\. ?$| ?[x×(]| (?:by|wide|thick|long|deep|high|tall|diameter|of rain|of cover|of snow|on center|o\\.c\\.|and|or|to) ?))';

/** A unit spelt out, as behind a number word. */
export const UNIT_WORD = `(?i:${SPELLED})(?![\\p{L}\\p{N}])`;

/** A unit that may stand behind a number, with its thousand or million before it. */
export const UNIT = `(?:(?i:${SPELLED})|${INCH}|(?:${LETTERED.split('|')
  .sort((one, other) => other.length - one.length)
  .join('|')}))(?![\\p{L}\\p{N}])`;

/** `thousand`, `million`, `bn`, `k` behind a number. */
export const SCALE = '(?:thousand|million|billion|trillion|bn|mn|tn|k|K|M|B)(?![\\p{L}\\p{N}])';

/** `$`, `EUR`, `US$` before or behind a number. */
export const CURRENCY = '(?:(?:US|A|C|NZ|HK)?[$€£¥₹]|(?:EUR|USD|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|INR|CNY)(?![\\p{L}]))';
