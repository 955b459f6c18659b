// Starts a script of this project: `node src/runtime/boot/boot.mjs src/main.ts [ARGUMENT …]`, from the bundle when it was made from the
// files as they are, else from the sources. Both are the same code; the bundle loads in half the time.

import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache, SourceMap } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FOLDER, findBundle, pinBundle, pinSources, root } from './bundle-state.mjs';

const IN_BUNDLE = new RegExp(`file://[^()\\s]*/${FOLDER.replaceAll('.', '\\.')}/([^():]+):(\\d+):(\\d+)`);
const maps = new Map();

const [script = ''] = process.argv.splice(2, 1);
process.argv[1] = resolve(root, script);
const bundle = findBundle();
const entry = bundle?.entries[relative(root, process.argv[1]).split(sep).join('/')];
if (entry && pinBundle(bundle.folder)) {
  enableCompileCache(join(bundle.folder, 'compile-cache'));
  Error.prepareStackTrace = traceInSources;
  await import(pathToFileURL(join(bundle.folder, entry)).href);
} else {
  if (!existsSync(process.argv[1])) {
    console.error(
      `The bundle of ${root} was not made for ${process.version}, or this user cannot read it: make the folder again.`,
    );
    process.exit(1);
  }
  pinSources();
  enableCompileCache();
  await import(pathToFileURL(process.argv[1]).href);
}

/** Names the source file and line of each place in the bundle. The maps are read for the first error that is shown. */
function traceInSources(error, places) {
  let head;
  try {
    head = Error.prototype.toString.call(error);
  } catch {
    head = '<error>';
  }
  return [head, ...places.map((place) => `    at ${inSource(String(place))}`)].join('\n');
}

function inSource(place) {
  return place.replace(IN_BUNDLE, (whole, file, line, column) => {
    try {
      const path = join(root, FOLDER, file);
      if (!maps.has(file)) maps.set(file, new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))));
      const { fileName, lineNumber, columnNumber } = maps.get(file).findOrigin(Number(line), Number(column));
      return `${new URL(fileName, pathToFileURL(path))}:${lineNumber}:${columnNumber}`;
    } catch {
      return whole;
    }
  });
}
