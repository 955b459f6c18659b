import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { issueWords } from '#core/text.ts';
import { validationReport } from './validation-errors.ts';

/** Largest JSON body, in bytes. */
export const LARGEST_JSON = 1024 * 1024;
/** Largest form body, in bytes. */
const LARGEST_FORM = 64 * 1024;

/**
 * Reads a JSON body as it was sent.
 * @throws unsupported_media_type, payload_too_large, bad_request
 */
export async function readJson(request: Request): Promise<unknown> {
  requireType(request, 'application/json');
  return parseBody(await readBytes(request, LARGEST_JSON));
}

/** Bytes from which other work gets a turn between two steps of reading a body. */
const LONG_BODY = 64 * 1024;

/**
 * Parses the bytes of a JSON body: refuses what JSON.parse accepts, duplicate keys, nesting deeper than 32 levels, and more
 * than 10,000 members and elements in total.
 * @throws bad_request
 */
export async function parseBody(bytes: Uint8Array): Promise<unknown> {
  const text = decode(bytes);
  const value = parseJson(text);
  if (bytes.length >= LONG_BODY) await nextTurn();
  inspect(text);
  if (bytes.length >= LONG_BODY) await nextTurn();
  return value;
}

/**
 * Reads form fields, each as often as it was sent.
 * @throws unsupported_media_type, payload_too_large, bad_request
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  requireType(request, 'application/x-www-form-urlencoded');
  return new URLSearchParams(decode(await readBytes(request, LARGEST_FORM)));
}

/** Where REST callers find the schema. */
const IN_OPENAPI = 'The schema is in /openapi.json.';

/**
 * Validates a value against a schema and returns the parsed value. `where` says where the schema can be read.
 * @throws validation_failed with `issues: [{path, message}]`
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown, where = IN_OPENAPI): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { issues, takes } = validationReport(read.error, schema, value);
  const only = takes === undefined ? '' : ` The only fields are ${takes.join(', ')}.`;
  const quoted = typeof value === 'string' && value.trimStart().startsWith('{') ? QUOTED_BODY : '';
  const whole = issues.some(({ path, message }) => path in REVISED && message.startsWith('is missing')) ? WHOLE : '';
  throw new Failure('validation_failed', `The payload is not valid: ${describe(issues)}.`, {
    hint: `Correct the fields in issues.${quoted}${only}${whole} ${where}`,
    more: { issues },
  });
}

/**
 * Validates the fields of a form against a schema.
 * @throws validation_failed that names every wrong field by its label, with `issues: [{path, message}]`
 */
export function validateForm<T>(schema: z.ZodType<T>, fields: unknown, labels: Record<string, string>): T {
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  const messages = read.error.issues.map((issue) => {
    const path = String(issue.path[0] ?? '');
    return { path, message: `${labels[path] ?? 'A field'} ${issueWords(issue)}.` };
  });
  const issues = messages.filter(({ path }, at) => messages.findIndex((other) => other.path === path) === at);
  const isOne = issues.length === 1;
  throw new Failure('validation_failed', issues.map(({ message }) => message).join(' '), {
    hint: `Correct ${isOne ? 'it' : 'them'} below and send the form again.`,
    more: { issues },
  });
}

const QUOTED_BODY = ' The body is a JSON string that holds JSON: send the object itself, encoded once.';

/** Fields that are missing when only a part of an article was sent. */
const REVISED: Record<string, true> = { bodyBlocks: true, dek: true, headline: true };
const WHOLE = ' Send the whole article: to revise one, read it, change it, and send all its fields again.';

/** How many issues the error message names; `issues` has all of them. */
const MOST_NAMED = 5;

function describe(issues: { path: string; message: string }[]): string {
  const named = issues.slice(0, MOST_NAMED).map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  const rest = issues.length - named.length;
  return `${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

/** @throws unsupported_media_type unless the body has this media type, in UTF-8, without a content encoding */
export function requireType(request: Request, type: string): void {
  const [sent = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset =
    parameters
      .find((parameter) => parameter.startsWith('charset='))
      ?.slice('charset='.length)
      .replaceAll('"', '') ?? 'utf-8';
  if (sent === type && charset === 'utf-8' && !request.headers.has('content-encoding')) return;
  throw new Failure('unsupported_media_type', `Send the body as ${type} in UTF-8, without a Content-Encoding.`, {
    hint: `Set Content-Type: ${type}.`,
  });
}

/** Reads a body of at most `most` bytes. @throws payload_too_large, bad_request */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    // If something else reads the body too, a cancel would wait for that other reader.
    for await (const part of request.body?.values({ preventCancel: true }) ?? []) {
      size += part.byteLength;
      if (size > most) throw tooLarge(most);
      parts.push(part);
    }
  } catch (error) {
    void request.body?.cancel().catch(() => {});
    throw error instanceof Failure ? error : cutOff();
  }
  return Buffer.concat(parts);
}

/** The error for a body that ended too early. The caller has most likely closed the connection and never sees it. */
export function cutOff(): Failure {
  return new Failure('bad_request', 'The body is incomplete: the connection closed too early.', {
    hint: 'Send the request again.',
  });
}

function tooLarge(most: number): Failure {
  return new Failure('payload_too_large', `The body is larger than ${most} bytes.`, { hint: 'Send a smaller body.' });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('bad_request', 'The body is not UTF-8.', { hint: 'Encode the body as UTF-8.' });
  }
}

const DEEPEST = 32;
const MOST_MEMBERS = 10_000;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('bad_request', 'The body is not valid JSON.', { hint: 'Send one JSON object, in UTF-8.' });
  }
}

/** Reads valid JSON text and collects the keys of each open object. */
function inspect(text: string): void {
  const open: (Set<string> | null)[] = [];
  let members = 0;
  let expectsKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        open.push(text[at] === '{' ? new Set() : null);
        expectsKey = text[at] === '{';
        members++;
        if (open.length > DEEPEST) throw tooMuch(`nested deeper than ${DEEPEST} levels`);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        expectsKey = open.at(-1) !== null;
        members++;
        if (members > MOST_MEMBERS) throw tooMuch(`of more than ${MOST_MEMBERS} members and elements`);
        break;
      case '"': {
        const end = stringEnd(text, at);
        if (expectsKey) addKey(open.at(-1), JSON.parse(text.slice(at, end + 1)));
        expectsKey = false;
        at = end;
      }
    }
  }
}

/** The position of the quotation mark that ends a string: the first after an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
}

function addKey(keys: Set<string> | null | undefined, key: string): void {
  if (keys?.has(key)) {
    throw new Failure('bad_request', `The key ${JSON.stringify(key.slice(0, 80))} appears twice in one object.`, {
      hint: 'Send each key once.',
    });
  }
  keys?.add(key);
}

function tooMuch(what: string): Failure {
  return new Failure('bad_request', `The body is ${what}.`, { hint: 'Send a smaller document.' });
}
