import { posix } from 'node:path';
import { decodePath } from './find-file.ts';

// Links in the Markdown of one folder that name another file of it, by a shortcode of Hugo, a tag of Jekyll, or the path of the file.

/** A file of Markdown, by its ending. */
export const MARKDOWN_FILE = /\.(?:md|mdx|markdown|mdown)$/i;

/** Finds the file that a link names, or null. `from` is the path of the file with the link. */
export type FindLinked = (named: string, from: string) => string | null;

/** The name of a page without its ending: the name of a folder means its `index.md`. */
function keyOf(path: string): string {
  return path
    .normalize('NFC')
    .replace(MARKDOWN_FILE, '')
    .replace(/(?:^|\/)_?index(?:\.\w\w)?$/, '');
}

/** Looks beside the file with the link, then in the folders that hold the articles, then anywhere when only one file has the name. */
export function indexLinked(paths: readonly string[]): FindLinked {
  const pages = paths.filter((path) => MARKDOWN_FILE.test(path));
  const byKey = new Map(pages.map((path) => [keyOf(path), path]));
  const byName = new Map<string, string | null>();
  for (const [key, path] of byKey) {
    const name = posix.basename(key);
    byName.set(name, byName.has(name) ? null : path);
  }
  return (named, from) => {
    const key = keyOf(posix.normalize(named.replace(/[?#].*$/s, '')).replace(/\/$/, ''));
    const root = /^(?:.*\/)?(?=(?:content|src\/content|_posts|_drafts)\/)/.exec(from)?.[0] ?? '';
    const folders = ['', 'content', 'src/content', '_posts', '_drafts'].map((folder) => posix.join(root, folder));
    const places = key.startsWith('/') ? folders : [posix.dirname(from), ...folders];
    const file = places
      .map((folder) => byKey.get(posix.join(folder, key).normalize('NFC')))
      .find((path) => path !== undefined);
    return file ?? byName.get(posix.basename(key)) ?? null;
  };
}

/** A way to name a file: the text before the name stays, where it is not a part of the link itself. */
type LinkPattern = { pattern: RegExp; named: (inner: string) => string };

const LINKS: readonly LinkPattern[] = [
  // Hugo: {{< ref "name.md" >}}, {{% relref path="name.md" %}}
  {
    pattern: /()\{\{[<%]\s{0,20}(?:rel)?ref\s([^{}\n]{1,600})[>%]\}\}/g,
    named: (inner) => /^\s*(?:path\s*=\s*)?"?([^"`\s]{1,300})/.exec(inner)?.[1] ?? '',
  },
  // Jekyll: {% post_url 2020-05-04-name %}, {% link _posts/2020-05-04-name.md %}
  {
    pattern: /()\{%-?\s{0,20}(?:post_url|link)\s([^{%\n]{1,300})%\}/g,
    named: (inner) => inner.replace(/-$/, '').trim(),
  },
  // [words](name.md#part) and [name]: name.md
  {
    pattern:
      /(\]\(<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,20}<?)((?![a-z]{1,40}:|\/\/)[^\s()<>:"]{1,300}?\.(?:md|mdx|markdown|mdown)(?:#[^\s()<>"]{0,200})?)(?=[\s)>]|$)/gim,
    named: (inner) => inner,
  },
];
/** Code is not read. */
const CODE = /(^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\2|$(?![\s\S]))|`[^`\n]+`)/m;

/** Replaces the name of each linked file by the address that `addressOf` has for it; a link without one is as it was. */
export async function followFileLinks(
  text: string,
  from: string,
  find: FindLinked,
  addressOf: (path: string) => Promise<string | null>,
): Promise<string> {
  let whole = '';
  for (const [at, part] of text.split(CODE).entries()) {
    if (at % 3 === 0) whole += await followIn(part ?? '', from, find, addressOf);
    else if (at % 3 === 1) whole += part;
  }
  return whole;
}

async function followIn(
  given: string,
  from: string,
  find: FindLinked,
  addressOf: (path: string) => Promise<string | null>,
): Promise<string> {
  let text = given;
  for (const { pattern, named } of LINKS) {
    const addresses = new Map<string, string>();
    for (const [whole, before = '', inner = ''] of text.matchAll(pattern)) {
      const path = find(decodePath(named(inner)), from);
      const address = path === null ? null : await addressOf(path);
      if (address !== null) addresses.set(whole, before + address);
    }
    text = text.replace(pattern, (whole) => addresses.get(whole) ?? whole);
  }
  return text;
}
