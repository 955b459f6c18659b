import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMacro, findMergeTag } from '#ads/creatives/macros.ts';

const BASE = 'https://supplier.example';

const MACROS = [
  '[CACHEBUSTER]',
  '[timestamp]',
  '[random]',
  '[RANDOM_NUMBER]',
  '[gdpr_consent]',
  '%%CLICK_URL_UNESC%%',
  '%%GDPR%%',
  '%%PATTERN:url%%',
  '%CACHEBUSTER%',
  '{{click_url}}',
  '{{ campaign.id }}',
  '{{{url}}}',
  '{%timestamp%}',
  `\${CLICK_URL}`,
  `\${GDPR_CONSENT_755}`,
  '{CLICK_URL}',
  '{lpurl}',
  '<macro>',
  '__CAMPAIGN_ID__',
  '*|EMAIL|*',
];

test('each macro in an address is found: as query value, as parameter, in the path, within a value, encoded once or twice', () => {
  for (const macro of MACROS) {
    const encoded = encodeURIComponent(macro);
    for (const form of [
      macro,
      encoded,
      encoded.replace(/%../g, (code) => code.toLowerCase()),
      encodeURIComponent(encoded),
    ]) {
      const addresses = [`?cb=${form}`, `?${form}`, `/${form}/x`, `?ord=1;c=${form}?`, `?u=a-${form}&v=1`, `#${form}`];
      for (const address of addresses) assert.ok(findMacro(`${BASE}/${address}`), address);
    }
  }
  assert.equal(findMacro(`${BASE}/?cb=%5BCACHEBUSTER%5D`), '[CACHEBUSTER]');
  for (const whole of ['%%CLICK_URL_UNESC%%https://supplier.example/', '{{click_url}}', `\${CLICK_URL}`])
    assert.ok(findMacro(whole), whole);
});

test('an address without macros has none', () => {
  for (const address of [
    '/',
    '/a%20b',
    '/100%25',
    '/?discount=50%25%25',
    '/?ids[]=1&ids[]=2',
    '/?ids%5B%5D=1',
    '/?filter[name]=crane&page[size]=10',
    '/?filter%5BSTATUS%5D=open',
    '/?a[b][c]=d',
    '/?q={%22a%22:1}',
    '/?doc=%7BA1B2C3D4-4F89-11D3-9A0C-0305E82C3301%7D',
    '/?price=%3C100&max=%3E5',
    '/a(b)?<c>"d',
    '/__init__.py?x=__a',
    '/?range=[1,5]',
    '/?q=caf%C3%A9%20%E2%82%AC',
    '/?utm_source=plumbline&utm_medium=email',
    '/$49?price=$49',
    '/no%C3%ABEL%20?bad=%ZZ&%',
  ])
    assert.equal(findMacro(BASE + address), null, address);
});

test('words may have brackets, and no merge tags', () => {
  for (const words of ['[NEW] Rent a robot', 'Up to 50 % off, <b> included', 'From {A} to {B}', 'Set 100 %% of it'])
    assert.equal(findMergeTag(words), null, words);
  for (const words of ['Hello {{first_name}}', `Now \${price}`, 'Ends %%DATE%%', 'For *|FNAME|*'])
    assert.ok(findMergeTag(words), words);
});
