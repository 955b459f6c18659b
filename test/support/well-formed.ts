import assert from 'node:assert/strict';

const NAME = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const ATTRIBUTE = String.raw`\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const TOKEN = new RegExp(
  String.raw`<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>|<!--(?<comment>[\s\S]*?)-->|<\/(?<end>${NAME})\s*>|<(?<start>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\s*(?<empty>\/?)>|(?<text>[^<]+)`,
  'y',
);
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** @throws AssertionError unless `xml` is a well-formed XML 1.0 document with every prefix declared (no DTD allowed). */
export function assertWellFormed(xml: string): void {
  const declaration = /^<\?xml version="1\.0" encoding="utf-8"\?>\s*/i.exec(xml)?.[0];
  assert.ok(declaration, 'no XML declaration');
  assert.doesNotMatch(xml, FORBIDDEN, 'a character XML does not know');
  const open: { name: string; prefixes: Set<string> }[] = [];
  let roots = 0;
  TOKEN.lastIndex = declaration.length;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(xml)?.groups;
    assert.ok(token, `not well-formed at ${at}: ${xml.slice(at, at + 60)}`);
    const { cdata, comment, start, attributes = '', empty, end, text } = token;
    if (text !== undefined) assertText(text, open.length > 0);
    if (cdata !== undefined) assert.ok(open.length > 0, 'CDATA outside the root');
    if (comment !== undefined) assert.doesNotMatch(comment, /--|-$/);
    if (start !== undefined) {
      if (open.length === 0) roots++;
      const prefixes = readAttributes(attributes, open.at(-1)?.prefixes ?? new Set(['xml', 'xmlns']));
      assertDeclared(start, prefixes);
      if (!empty) open.push({ name: start, prefixes });
    }
    if (end !== undefined) assert.equal(end, open.pop()?.name, 'a wrong end tag');
  }
  assert.equal(open.length, 0, 'an element is left open');
  assert.equal(roots, 1, 'there is one root');
}

function assertText(text: string, inside: boolean): void {
  assert.ok(inside || text.trim() === '', 'text outside the root');
  assert.doesNotMatch(text, /\]\]>/);
  assertReferences(text);
}

function assertReferences(text: string): void {
  assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/, 'a bare ampersand');
  for (const [, decimal, hex] of text.matchAll(/&#(?:(\d+)|x([\da-fA-F]+));/g))
    assert.doesNotMatch(String.fromCodePoint(Number(decimal ?? `0x${hex}`)), FORBIDDEN);
}

function readAttributes(attributes: string, outer: Set<string>): Set<string> {
  const prefixes = new Set(outer);
  const names = [...attributes.matchAll(new RegExp(String.raw`(${NAME})\s*=\s*(["'])(.*?)\2`, 'gs'))];
  for (const [, name = '', , value = ''] of names) {
    assertReferences(value);
    if (name.startsWith('xmlns:')) prefixes.add(name.slice('xmlns:'.length));
  }
  assert.equal(new Set(names.map(([, name]) => name)).size, names.length, 'an attribute is there twice');
  for (const [, name = ''] of names) assertDeclared(name, prefixes);
  return prefixes;
}

function assertDeclared(name: string, prefixes: Set<string>): void {
  const [prefix, local] = name.split(':');
  assert.ok(local === undefined || prefixes.has(prefix ?? ''), `the prefix of ${name} is not declared`);
}
