import { createHash, createPublicKey, verify } from 'node:crypto';

// A verifier of DKIM signatures (RFC 6376, rsa-sha256, relaxed/relaxed) written from the RFC, apart from the code that signs.

/** The tags of the first DKIM-Signature of an email, such as `d` and `h`. */
export function signatureTags(email: Buffer): Map<string, string> {
  const { fields } = split(email);
  const field = fields.find((one) => /^dkim-signature:/i.test(one)) ?? '';
  return tagsOf(field.slice(field.indexOf(':') + 1));
}

/** Whether the signature is valid with this DNS record, for the header fields it names and the body. */
export function isSigned(email: Buffer, record: string): boolean {
  const { fields, body } = split(email);
  const own = fields.find((one) => /^dkim-signature:/i.test(one)) ?? '';
  const tags = signatureTags(email);
  if (createHash('sha256').update(relaxBody(body), 'latin1').digest('base64') !== tags.get('bh')) return false;
  const left = fields.filter((one) => one !== own);
  const named = (tags.get('h') ?? '').split(':').map((name) => {
    const at = left.findLastIndex((one) => one.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`));
    return at < 0 ? '' : `${relaxField(left.splice(at, 1)[0] ?? '')}\r\n`;
  });
  const signed = named.join('') + relaxField(own.replace(/(;\s*b=)[^;]*/, '$1'));
  const key = createPublicKey({
    key: Buffer.from(tagsOf(record).get('p') ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  const signature = Buffer.from(tags.get('b') ?? '', 'base64');
  return verify('sha256', Buffer.from(signed, 'latin1'), key, signature);
}

function split(email: Buffer): { fields: string[]; body: string } {
  const text = email.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return { fields: text.slice(0, end).split(/\r\n(?![ \t])/), body: text.slice(end + 4) };
}

function tagsOf(list: string): Map<string, string> {
  const pairs = list.split(';').filter((pair) => pair.includes('='));
  return new Map(
    pairs.map((pair) => [
      pair.slice(0, pair.indexOf('=')).trim(),
      pair.slice(pair.indexOf('=') + 1).replace(/\s/g, ''),
    ]),
  );
}

function relaxField(field: string): string {
  const at = field.indexOf(':');
  const value = field.slice(at + 1).replaceAll('\r\n', '');
  return `${field.slice(0, at).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').trim()}`;
}

function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}
