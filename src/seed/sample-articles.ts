import { aCorrectionIsARevisionMark } from './articles/a-correction-is-a-revision-mark.ts';
import { eightLettersAtTheGate } from './articles/eight-letters-at-the-gate.ts';
import { howANumberIsSettled } from './articles/how-a-number-is-settled.ts';
import { noKeyToThePress } from './articles/no-key-to-the-press.ts';
import { oneStoryThreeForms } from './articles/one-story-three-forms.ts';
import { sixQuestionsForABenchmark } from './articles/six-questions-for-a-benchmark.ts';
import { whatADeskIs } from './articles/what-a-desk-is.ts';
import { whatAnAdvertiserCanBuy } from './articles/what-an-advertiser-can-buy.ts';
import { whichFootDoesTheRobotUse } from './articles/which-foot-does-the-robot-use.ts';
import { whyTheLedgerOnlyGrows } from './articles/why-the-ledger-only-grows.ts';
import type { SampleArticle } from './sample-article.ts';

/** The sample edition, in the order it is filed: oldest first. */
export const EDITION: readonly SampleArticle[] = [
  whatADeskIs,
  howANumberIsSettled,
  eightLettersAtTheGate,
  aCorrectionIsARevisionMark,
  noKeyToThePress,
  whatAnAdvertiserCanBuy,
  oneStoryThreeForms,
  sixQuestionsForABenchmark,
  whyTheLedgerOnlyGrows,
  whichFootDoesTheRobotUse,
];
