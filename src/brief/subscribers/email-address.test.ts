import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEmailAddress } from './email-address.ts';

const REFUSED: [string, RegExp][] = [
  ['', /Type your email address/],
  ['dana@example.com\r\nBcc: all@example.com', /no spaces, commas/],
  ['dana@example.com\n', /no spaces, commas/],
  ['dana@example.com,otto@example.com', /no spaces, commas/],
  ['dana@exam\0ple.com', /no spaces, commas/],
  ['"dana"@example.com', /no spaces, commas/],
  ['Dana <dana@example.com>', /no spaces, commas/],
  ['dana\u200b@example.com', /no spaces, commas/],
  ['dana', /one @/],
  ['@example.com', /one @/],
  ['dana@', /one @/],
  ['a@b@example.com', /one @/],
  ['dana%other@example.com', /before the @ is not valid/],
  ['dana..bell@example.com', /before the @ is not valid/],
  ['.dana@example.com', /before the @ is not valid/],
  [`${'a'.repeat(65)}@example.com`, /before the @ is not valid/],
  ['dänä@example.com', /Letters such as ü/],
  ['dana@localhost', /after the @/],
  ['dana@127.0.0.1', /after the @/],
  ['dana@-example.com', /after the @/],
  ['dana@example..com', /after the @/],
  [`dana@${'a'.repeat(64)}.com`, /after the @/],
  [`${'a'.repeat(60)}@${'b.'.repeat(96)}cd`, /at most 254/],
];

test('an address with a line break, a comma, NUL, quotes, 255 octets or foreign letters before the @ is refused with a sentence', () => {
  for (const [typed, sentence] of REFUSED)
    assert.throws(() => readEmailAddress(typed), { kind: 'validation_failed', message: sentence }, typed);
});

test('254 octets are accepted, and a domain in other letters becomes ASCII', () => {
  const longest = `${'a'.repeat(60)}@${'b.'.repeat(95)}cde`;
  assert.equal(longest.length, 254);
  assert.equal(readEmailAddress(longest).address, longest);
  assert.equal(readEmailAddress(' Dana@BÜCHER.example ').address, 'Dana@xn--bcher-kva.example');
  assert.equal(readEmailAddress("niamh.o'brien@example.ie").address, "niamh.o'brien@example.ie");
});

test('all spellings of one mailbox have one key', () => {
  const key = (typed: string) => readEmailAddress(typed).key;
  assert.equal(key('Dana.Bell+news@GoogleMail.com'), 'danabell@gmail.com');
  assert.equal(key('danabell@gmail.com'), 'danabell@gmail.com');
  assert.equal(key('Dana.Bell+a+b@Example.COM'), 'dana.bell@example.com');
  assert.notEqual(key('dana.bell@example.com'), key('danabell@example.com'));
  assert.notEqual(key('dana@bücher.example'), key('dana@bucher.example'));
});
