import { findFigures } from './find-figures.ts';

/**
 * Looks for figures in a few words, so that the patterns are compiled before anybody waits: that takes 100 ms of
 * processor time in one turn, once for texts of Latin letters alone and once for all others.
 */
export function compileFinder(): void {
  for (const words of [
    'It took 40 days and half of the crew.',
    'Žofie wrote: “It took 40 days – and half of the crew.”',
  ])
    for (let turn = 0; turn < TURNS; turn++) findFigures(words);
}

/** The engine compiles a pattern again, for speed, when it is used for the second time. */
const TURNS = 3;
