/** Longest old path: it has to fit a database key. */
const LONGEST = 1000;

/**
 * An old path in the form in which it is stored and looked up: small letters, without a slash at its end, a host or a query. Of
 * `/?p=12`, which WordPress uses for a post without its own address, the query stays. Null for a text that is no path.
 */
export function normalizeOldPath(given: string): string | null {
  if (!given.startsWith('/') || given.startsWith('//') || /[\s\\\0]/.test(given)) return null;
  const url = URL.parse(given, 'https://old.example');
  if (url?.host !== 'old.example') return null;
  const path = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
  const post = url.searchParams.get('p') ?? url.searchParams.get('page_id');
  if (path === '/' || path === '/index.php') return post && /^\d{1,18}$/.test(post) ? `/?p=${post}` : null;
  return path.length > LONGEST ? null : path;
}

/**
 * Other forms of a picture beside its file: Ghost names a folder for each size. WordPress ends the name with the size, with its change of a large or turned
 * picture, and with the time of an edit.
 */
const GHOST_FORM = /\/size\/w\d{1,5}(?:h\d{1,5})?(?:\/format\/[a-z]{3,4})?(?=\/)/;
const WORDPRESS_FORMS = [
  /-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/,
  /-(?:scaled|rotated)(?=\.[a-z]{3,4}$)/,
  /-e\d{10,14}(?=\.[a-z]{3,4}$)/,
];

/** The old paths of the larger forms of a picture, from that of a smaller form, the whole picture last; none for another path. */
export function largerPicturePaths(given: string): string[] {
  let path = given;
  const larger = [GHOST_FORM, ...WORDPRESS_FORMS].map((form) => {
    path = path.replace(form, '');
    return path;
  });
  return [...new Set(larger)].filter((form) => form !== given);
}
