import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '#app.ts';
import { declared } from '#http/declared.ts';

// Which words a picture of the documents shows, so that a test can tell when a picture is older than its page.

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs', 'picture-digests.json');

/** The folders of the newsroom, or files of readers' pages, whose labels a picture shows; by its path below `docs`. */
export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  'article.png': ['src/reading/pages/article-html.ts', 'src/html/page-html.ts'],
  'board.png': inNewsroom('newsroom/articles'),
  ...handbook('newsroom/articles', ['board', 'calendar']),
  ...handbook('newsroom/editor', ['editor']),
  ...handbook('newsroom/figures', ['figures']),
  ...handbook('newsroom/article', ['article']),
  ...handbook('newsroom/review', ['compare']),
  ...handbook('newsroom/publish', ['publish']),
  ...handbook('media/newsroom', ['pictures']),
  ...handbook('agents/newsroom', ['agents']),
  ...handbook('newsroom/activity', ['journal']),
  ...handbook('people/newsroom', ['masthead']),
  ...handbook('brief/newsroom', ['brief', 'brief-previews', 'send', 'mail-domain']),
  ...handbook('brief/newsroom/subscribers', ['subscribers']),
  ...handbook('ads/newsroom', ['ads']),
  ...handbook('site/newsroom', ['site', 'pages']),
  ...handbook('site/newsroom', ['sections']),
  ...handbook('export/newsroom', ['export']),
  ...handbook('integrations/newsroom', ['integrations']),
  ...handbook('import/newsroom', ['import']),
};

/** A folder and the frame around every page, whose menu has the links of the navigation. */
function inNewsroom(folder: string): string[] {
  return ['src/html/newsroom/page.ts', `src/${folder}`];
}

function handbook(folder: string, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [`editors/${name}.webp`, inNewsroom(folder)]));
}

/** Heads, buttons, labels, links and terms in the markup of a file. */
const LABEL = /<(?:h[1-3]|button|th|dt|label|legend|summary|a)\b[^<>]*>([^<>$`{}]{2,60})</g;

/** A digest of the labels that a picture shows, as the sources have them now. */
export function digestOf(picture: string): string {
  const labels = (PICTURES[picture] ?? []).flatMap(filesIn).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(LABEL)].map(([, label = '']) => label.trim());
  });
  if (picture !== 'article.png') labels.push(...declared().navigation.map(({ text }) => text));
  const hash = createHash('sha256').update(JSON.stringify([...new Set(labels)].sort()));
  return hash.digest('hex').slice(0, 16);
}

function filesIn(path: string): string[] {
  const at = join(ROOT, path);
  if (path.endsWith('.ts')) return [at];
  return readdirSync(at)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(at, name));
}

/** The digests of when the pictures were taken. */
export function storedDigests(): Record<string, string> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Notes that a picture was taken now. */
export function noteTaken(picture: string): void {
  const digests = { ...storedDigests(), [picture]: digestOf(picture) };
  const sorted = Object.fromEntries(Object.entries(digests).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
