// Which tests of `npm run test:all` and `npm run test:walks` run apart from the others.

/** Tests with time limits: they run last, one at a time, while nothing else runs. */
export const ALONE = /^test\/(?:process\/faults|browser\/editor-speed|public\/cache-times)\.test\.ts$/;
/**
 * Tests that start several processes or bundle the code, the comparison of answers with and without the fast path, and the long
 * test of the board, which counts its own processor time. They run a few at a time, the longest first.
 */
export const SEVERAL = [
  ...['process/launcher-stop', 'process/cluster', 'process/faults-untimed', 'process/metrics', 'newsroom/board-speed'],
  ...[
    'process/stop',
    'data/differential',
    'process/away-at-start',
    'data/full-disk',
    'process/two-processes',
    'data/postgres-lost',
    'process/bundle',
    'process/fast-path',
    'process/starting-two-processes',
  ],
].map((name) => `test/${name}.test.ts`);

/**
 * Long walks through several parts of the product, most of them in a browser, and axe on every page of the newsroom: they run with
 * the tests of several processes.
 */
export const WALKS = /^test\/(?:walks\/|browser\/(?:access|editor-access)\.test\.ts$)/;

/**
 * Walks that kill, load or watch the server for a long time, walks with the keys alone, and the longest walks in a browser. Shorter
 * tests of the same parts run always; these run before a release, so that the whole check of a change takes less than 15 minutes.
 * A walk that takes few seconds belongs to each check, and so does one that a document names as its proof.
 */
export const LONG_WALKS = new RegExp(
  `^test/walks/(?:${[
    '(?:deletion|deploying|integrations|board)/.*',
    'ads/(?!sponsored-brief).*',
    'databases/(?!engines).*',
    'sending/(?!one-click|unsubscribe).*',
    'caches/(?!purges).*',
    'exchange/(?!archive-marks).*',
    'site/(?!site-page).*',
    ...['brief-composing', 'brief-send-page', 'changes', 'client-npx', 'editor-pictures', 'mail-servers', 'monitoring'],
    ...[
      'browser-engines',
      'newsroom-keys',
      'public-mcp-measured',
      'quotes-measured',
      'reading-type',
      'subscribe-flood',
    ],
    ...['editor/(?:bubble|trials-engines)', 'field/field-tests', 'revisions/(?:edits|text-fragments)', 'worst-inputs'],
  ].join('|')})\\.test\\.ts$`,
);
/** Those that are held to times run alone. */
export const TIMED_WALKS =
  /(?:measured|ghost-move|webhooks-hold|pgbouncer|replica|sending\/stop|worst-inputs|caches\/(?:nginx|varnish|site-changes))\.test\.ts$/;
