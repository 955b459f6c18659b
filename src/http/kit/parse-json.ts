import { Failure } from '../../core/failure.ts';

const DEEPEST = 32;
const MOST_MEMBERS = 10_000;

/**
 * Parses JSON text, refusing what JSON.parse lets pass: duplicate keys, text nested deeper than 32, more than 10,000
 * members and elements in all.
 * @throws bad_request
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure('bad_request', 'The body is not readable JSON.', { hint: 'Send one JSON object, in UTF-8.' });
  }
  inspect(text);
  return value;
}

/** Walks text that is known to be valid JSON, keeping the keys of each open object. */
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

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function addKey(keys: Set<string> | null | undefined, key: string): void {
  if (keys?.has(key)) {
    throw new Failure('bad_request', `The key ${JSON.stringify(key.slice(0, 80))} stands twice in one object.`, {
      hint: 'Send each key once.',
    });
  }
  keys?.add(key);
}

function tooMuch(what: string): Failure {
  return new Failure('bad_request', `The body is ${what}.`, { hint: 'Send a smaller document.' });
}
