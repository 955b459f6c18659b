import type { PlacedFigure } from './place-figures.ts';

// Small counts, such as the two of "two reasons". The rule only suggests them to an editor, who decides; it exempts none.

const SMALL =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|half|(?:a|one) (?:hundred|thousand|million|billion))$/i;

/** Whether a figure is a small number in words, without a unit: only such a figure can be exempt as a small count. */
export function isSmallNumber(figure: string): boolean {
  return SMALL.test(figure);
}

/** The subjects that a reader would check however small the number is: people, work, machines, harm and money. */
const CHECKED =
  /^[ \u00a0-](?:(?:of|in|out of) )?(?:[\p{L}’'-]+[ -]){0,2}(?:(?:worker|crew|site|project|person|robot|machine|drone|crane|truck|model|drawing|error|defect|fault|failure|delay|firm|compan|contractor|supplier|answer|case|test|run|shift|job|position|employee|apprentice|operator|engineer|estimator|superintendent|house|home|building|floor|storey|unit|bid|tender|contract|permit|inspection|visit|point|mark|hole|sensor|customer|client|user|death|injur|accident|incident|fatalit|collapse|fire|recall|lawsuit|claim|vote|cent|penn)(?:s|y|ies|es)?|people|men|women|children)(?!\p{L})|^ (?:died|dead|killed|injured|hurt|failed|fell|lost|missing)(?!\p{L})/iu;

/** Whether a figure looks like a count that structures the text and measures nothing; half is a share, so it never does. */
export function looksLikeSmallCount({ text, sentence, inSentence }: SmallFigure): boolean {
  if (!isSmallNumber(text) || /^half$/i.test(text)) return false;
  if (text.includes(' ')) return /\b(?:in|per|out of) $/i.test(sentence.slice(0, inSentence));
  return !CHECKED.test(sentence.slice(inSentence + text.length));
}

type SmallFigure = Pick<PlacedFigure, 'text' | 'sentence' | 'inSentence'>;
