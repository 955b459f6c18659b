import { timingSafeEqual } from 'node:crypto';
import { type FoundInSource, foundSchema } from '#article/found-in-source.ts';
import { Failure } from '#core/failure.ts';
import { hmacSecret } from '#core/secret.ts';
import type { Deps } from '#runtime/deps.ts';

// The page of a person shows the passage that the server found, and sends it back when they settle the number by it. The seal proves that
// the server found it, for this figure, in this source, at this place, in these words.

/** The passage by which a figure is settled. */
export type SeenPassage = { articleId: string; anchor: string; source: string; locator: string; quote: string };

/** The finding with its seal, as the value of a form field. */
export function sealFound(deps: Pick<Deps, 'key'>, seen: SeenPassage, finding: FoundInSource): string {
  const words = Buffer.from(JSON.stringify(finding)).toString('base64url');
  return `${words}.${macOf(deps, seen, words)}`;
}

/** Opens the sealed finding of a form field. @throws validation_failed when the server found no such passage */
export function openFound(deps: Pick<Deps, 'key'>, seen: SeenPassage, sealed: string): FoundInSource {
  const [words = '', mac = ''] = sealed.split('.');
  const expected = Buffer.from(macOf(deps, seen, words));
  const given = Buffer.from(mac);
  if (given.length === expected.length && timingSafeEqual(given, expected))
    return foundSchema.parse(JSON.parse(Buffer.from(words, 'base64url').toString('utf8')));
  throw new Failure('validation_failed', 'This is not the passage that was found in the source.', {
    hint: 'Open the source again, and settle the number by the passage that you see.',
  });
}

function macOf(deps: Pick<Deps, 'key'>, seen: SeenPassage, words: string): string {
  const { articleId, anchor, source, locator, quote } = seen;
  return hmacSecret(deps.key, `found ${JSON.stringify([articleId, anchor, source, locator, quote, words])}`);
}
