import type { BodyBlock } from '#article/copy.ts';
import { withSite } from '#exchange/import/read/body-context.ts';
import { plainText } from '#html/inline.ts';
import { cleanLine, cutAt } from './found-text.ts';
import type { FoundPicture, ImportArticle } from './import-item.ts';
import type { LostThing } from './item-report.ts';

// What an article loses, with its words and its place, for the report and the comments.

/** The main picture that cannot be had. */
export function noteMain({ hero }: ImportArticle): LostThing[] {
  const words = hero ? pictureWords(hero) : '';
  return hero
    ? [{ kind: 'main picture', address: withSite(hero.address, null).slice(0, 2000), ...(words && { words }) }]
    : [];
}

/** A main picture without an alternative text is not shown, so its caption and credit are missing too. */
export function noteCaption({ hero }: ImportArticle, hasAlt: boolean): LostThing[] {
  const words = hero && !hasAlt ? pictureWords(hero) : '';
  return hero && words ? [{ kind: 'caption', address: withSite(hero.address, null).slice(0, 2000), words }] : [];
}

/** The words of a picture that readers saw or heard there. */
export function pictureWords({ alt, caption, credit }: FoundPicture): string {
  return [alt, caption, credit]
    .map(cleanLine)
    .filter((words, at, all) => words !== '' && all.indexOf(words) === at)
    .join(' – ')
    .slice(0, 1000)
    .toWellFormed();
}

/** Characters of a block that say where something was. */
const NEAR = 60;

/** A lost thing with its words and place, for the report. */
export function lostThing(
  { kind, address, words, picture, block }: LostThing & { block?: number; picture?: FoundPicture },
  blocks: readonly BodyBlock[],
): LostThing {
  const quoted = words || (picture ? pictureWords(picture) : '');
  const near = block === undefined ? '' : cutAt(cleanLine(plainText(blocks[block]?.text ?? '')), NEAR, ' ');
  return { kind, address, ...(quoted && { words: quoted }), ...(near && { near }) };
}
