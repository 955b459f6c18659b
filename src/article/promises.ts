import { type GateCode, type GateLevels, type MayPass, whoMayPass } from './gate-codes.ts';

/** What the gate of this server guarantees before readers see an article. `/standards` and `/method` say it in words. */
export type Promises = {
  /** Who may publish an article with a number that is not settled. */
  openNumber: MayPass;
  /** Who may change a number that readers saw without a correction note. */
  changedNumber: MayPass;
  /** Whether two people have to agree on a publication. */
  isByTwo: boolean;
  /** Whether articles of another site can be live with a mark instead of settled numbers. */
  hasArchive: boolean;
};

/** From the strictest rule to the loosest: a promise about two checks takes the looser one, so that it holds for both. */
const ORDER: readonly MayPass[] = ['nobody', 'chief', 'editor'];

/** The promises of a server, from the values that its gate uses. */
export function promisesOf(
  { gateLevels, reviewBy }: { gateLevels?: GateLevels; reviewBy: 'one' | 'two' },
  hasArchive: boolean,
): Promises {
  const most = (...codes: GateCode[]) =>
    ORDER[Math.max(...codes.map((code) => ORDER.indexOf(whoMayPass(code, gateLevels))))] ?? 'editor';
  return {
    openNumber: most('figure_open', 'figure_unconfirmed'),
    changedNumber: most('figure_changed_needs_note'),
    isByTwo: reviewBy === 'two',
    hasArchive,
  };
}
