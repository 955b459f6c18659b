import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, type JsonValue } from './canonical-json.ts';

test('the examples of RFC 8785 are written as the RFC has them', () => {
  // Section 3.2.2 and 3.2.4: numbers, escapes, literals.
  const first = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`);
  const canonical = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
  assert.equal(canonicalJson(first), canonical);
  // Section 3.2.3: the order of members is that of UTF-16 code units.
  const sorted = JSON.parse(String.raw`{
    "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
  }`);
  assert.deepEqual(
    [...canonicalJson(sorted).matchAll(/:"([^"]+)"/g)].map(([, value]) => value),
    [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ],
  );
  // Appendix B: numbers by their bits.
  const numbers: [string, string][] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555555', '333333333.3333333'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
  ];
  for (const [bits, text] of numbers) assert.equal(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE()), text);
});

test('what JSON cannot say is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud83d', { '\udc00': 1 }, undefined, [() => 1]])
    assert.throws(() => canonicalJson(value as JsonValue));
});
