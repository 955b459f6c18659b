import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseArgs } from 'node:util';
import { thumbprint } from '#core/key-thumbprint.ts';
import { canonicalJson } from '#reading/records/signing/canonical-json.ts';
import { isSignedBy, parseSigned, type SignedDocument, sha256 } from '#reading/records/signing/signed-document.ts';
import { onlyArgument } from '#runtime/command-line/command.ts';
import { originOf, readSource } from './read-source.ts';

/** A public key and its id. */
type VerifyingKey = { kid: string; key: KeyObject };

/**
 * `verify`: checks a signed record, and prints each check. It needs no database. It asks only the sites that the person names.
 * @throws Error for the first check that fails
 */
export async function verifyRecord(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { keys: { type: 'string' } },
  });
  const source = onlyArgument(positionals, 'FILE or address of a record');
  const text = await readSource(source);
  const document = read(text);
  passed('form', `canonical JSON with an Ed25519 signature, ${text.length} characters`);
  const site = originOf(source) ?? originOf(values.keys ?? '');
  const { kid, key } = await findKey(document, values.keys ?? (site && `${site}/.well-known/record-keys.json`));
  passed('key', kid);
  if (!isSignedBy(document, key)) throw failed('signature', 'it is not the signature of this record by this key');
  passed('signature', 'made by this key over the bytes of the record');
  if (site) await checkText(site, document);
  printRecord(document);
}

function read(text: string): SignedDocument {
  try {
    return parseSigned(text.replace(/\r?\n$/, ''));
  } catch (error) {
    throw failed('form', error instanceof Error ? error.message : String(error));
  }
}

async function findKey({ signature }: SignedDocument, source: string | null): Promise<VerifyingKey> {
  if (source === null)
    throw new Error(
      'A file does not say whom to trust. Give the keys: --keys FILE (PEM, or record-keys.json), or --keys and the address of the site.',
    );
  const isSite = /^https?:\/\/[^/]+\/?$/.test(source);
  const text = await readSource(isSite ? `${originOf(source)}/.well-known/record-keys.json` : source);
  const keys = text.startsWith('-----BEGIN PUBLIC KEY-----') ? [fromPem(text)] : readHistory(text);
  const key = keys.find(({ kid }) => kid === signature.key);
  if (!key) throw failed('key', `${printable(signature.key)} is not among the keys of ${source}`);
  return key;
}

function fromPem(pem: string): VerifyingKey {
  const key = createPublicKey(pem);
  return { kid: thumbprint(String(key.export({ format: 'jwk' }).x)), key };
}

/** The keys of a history. The first signs itself, each other one by the previous key. */
function readHistory(text: string): VerifyingKey[] {
  const { keys: listed } = parseJson(text, 'key') as { keys?: { pem: string; statement: object }[] };
  if (!Array.isArray(listed) || listed.length === 0) throw failed('key', 'the site has no key');
  const keys: VerifyingKey[] = [];
  for (const { pem, statement } of listed) {
    const own = fromPem(pem);
    const { record, signature, signedText } = signedOf(statement);
    const by = keys.at(-1) ?? own;
    const isNamed = record.kid === own.kid && record.number === keys.length + 1;
    if (!isNamed || signature.key !== by.kid || !isSignedBy({ record, signature, signedText }, by.key))
      throw failed('key', `key ${keys.length + 1} is not signed by the previous key`);
    keys.push(own);
  }
  passed('history', `${keys.length} ${keys.length === 1 ? 'key' : 'keys, each signed by the previous one'}`);
  return keys;
}

/** A statement is printed inside of other JSON: written again, its text is canonical. */
function signedOf(statement: object): SignedDocument {
  return parseSigned(canonicalJson(statement as never));
}

/** That the article at its permanent address is the one that was signed. */
async function checkText(site: string, { record }: SignedDocument): Promise<void> {
  if (record.json === null) return;
  const address = `${site}${new URL(String(record.permalink)).pathname}.json`;
  if (sha256(await readSource(address)) !== record.json) throw failed('text', `${address} is not what was signed`);
  passed('text', `${address} is what was signed`);
}

function parseJson(text: string, check: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failed(check, 'the answer is not JSON');
  }
}

function printRecord({ record }: SignedDocument): void {
  const { article, revision, publishedAt, blocks } = record as Record<string, unknown> & {
    article?: { url?: string; headline?: string };
    blocks?: unknown[];
  };
  console.log(`\n${printable(article?.headline)}\n${printable(article?.url)}`);
  console.log(
    `revision ${printable(revision)}, published ${printable(publishedAt)}, blocks of text: ${blocks?.length ?? 0}`,
  );
}

function passed(check: string, words: string): void {
  console.log(`ok      ${check}: ${words}`);
}

function failed(check: string, words: string): Error {
  return new Error(`FAILED  ${check}: ${words}`);
}

/** Text of others for a terminal: without control characters. */
function printable(value: unknown): string {
  return String(value).replace(/[\p{Cc}\p{Cf}]/gu, '�');
}
