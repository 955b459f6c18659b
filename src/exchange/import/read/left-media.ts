import { escapeAttribute } from './read-text.ts';

// Sound and films that a field beside the text names. The import takes none of them over, so the report has to name their addresses.

const FILE = /\.(?:mp3|m4[abv]|aac|og[agv]|opus|flac|wav|mp4|mov|webm)(?:[?#]\S*)?$/i;
const NAME = /audio|podcast|enclosure|video|episode|sound|movie/i;
const PICTURE = /\.(?:jpe?g|png|gif|webp|svg|avif)(?:[?#]|$)/i;
const DEEPEST = 5;

/** The text with a player before it for each of these addresses that it does not have: a player is lost with its address. */
export function withMedia(text: string, addresses: readonly string[]): string {
  const left = [...new Set(addresses)].filter((address) => !text.includes(address));
  return left.map((address) => `<audio src="${escapeAttribute(address)}"></audio>\n\n`).join('') + text;
}

/** The addresses of sound and films in a field and in what it holds. */
export function mediaIn(name: string, value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return mediaInText(name, value.trim().replaceAll('\\/', '/'));
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, part]) => mediaIn(`${name} ${key}`, part, depth + 1));
}

/** A file by its ending, and any address in a field whose name says what it is. */
function mediaInText(name: string, text: string): string[] {
  const words = text.split(/[\s"'<>]+/).filter((word) => word.length <= 2000 && !PICTURE.test(word));
  const [first = ''] = words;
  if (NAME.test(name) && (/^https?:\/\//.test(first) || FILE.test(first))) return [first];
  return words.filter((word) => FILE.test(word) && (/^https?:\/\//.test(word) || word === text));
}
