import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson, type JsonValue } from './canonical-json.ts';

// A document with its Ed25519 signature (RFC 8032) in one line of canonical JSON: {"record":…,"signature":{…}}. The signature is over
// the bytes of the record as they are in that line, so that a program that reads no JSON can cut them out and verify them.

export type JsonRecord = { readonly [name: string]: JsonValue };
export type DocumentSignature = {
  alg: 'Ed25519';
  /** The id of the key: its thumbprint (RFC 7638). */
  key: string;
  /** Base64. */
  value: string;
};
export type SignedDocument = { record: JsonRecord; signature: DocumentSignature; signedText: string };

export function signDocument(record: JsonRecord, key: { kid: string; privateKey: KeyObject }): string {
  const signedText = canonicalJson(record);
  const value = sign(null, Buffer.from(signedText), key.privateKey).toString('base64');
  return `{"record":${signedText},"signature":${canonicalJson({ alg: 'Ed25519', key: key.kid, value })}}`;
}

/** Reads a signed document. It does not verify the signature. @throws Error that says what is wrong with its form */
export function parseSigned(text: string): SignedDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  const { record, signature } = (value ?? {}) as Partial<SignedDocument>;
  if (typeof record !== 'object' || record === null || typeof signature !== 'object' || signature === null)
    throw new Error('it has no record with a signature');
  if (signature.alg !== 'Ed25519' || typeof signature.key !== 'string' || typeof signature.value !== 'string')
    throw new Error('its signature is not an Ed25519 signature');
  if (canonicalJson(value as JsonRecord) !== text)
    throw new Error('it is not canonical JSON (RFC 8785): its text was changed after it was signed');
  return { record, signature, signedText: canonicalJson(record) };
}

export function isSignedBy({ signedText, signature }: SignedDocument, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(signedText), publicKey, Buffer.from(signature.value, 'base64'));
}

/** SHA-256 of a text in UTF-8, hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
