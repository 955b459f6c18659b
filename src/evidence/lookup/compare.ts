import type { Quantity, StatedDate } from './quantity.ts';

/** How a number of the source agrees: the same value, the same in another unit, or a longer number that rounds to it. */
export type Agreement = 'same' | 'converted' | 'rounded';

/** How the quantities of a source agree with those of a sentence; null when they do not. A range agrees with a range. */
export function agreementOf(claimed: readonly Quantity[], stated: readonly Quantity[]): Agreement | null {
  if (claimed.length === 0 || claimed.length !== stated.length) return null;
  const all = claimed.map((quantity, index) => agreementOfOne(quantity, stated[index] as Quantity));
  if (all.includes(null)) return null;
  return all.includes('rounded') ? 'rounded' : all.includes('converted') ? 'converted' : 'same';
}

/** Whether two quantities are of one kind, so that one could contradict the other: both lengths, both dollars, both years. */
export function isOfOneKind(quantity: Quantity, other: Quantity): boolean {
  if (isDay(quantity) !== isDay(other)) return false;
  if (quantity.isOrdinal !== other.isOrdinal) return false;
  return quantity.currency === other.currency && (quantity.unit?.dimension ?? null) === (other.unit?.dimension ?? null);
}

const isDay = ({ date }: Quantity) => date?.month !== undefined;

function agreementOfOne(claimed: Quantity, stated: Quantity): Agreement | null {
  if (isDay(claimed)) return stated.date && holdsDate(stated.date, claimed.date as StatedDate) ? 'same' : null;
  if (claimed.date !== null && stated.date?.year === claimed.date.year) return 'same';
  if (claimed.value === null || stated.value === null || claimed.isOrdinal !== stated.isOrdinal) return null;
  if (claimed.currency !== stated.currency) return null;
  return agreementOfValues(claimed as Valued, stated as Valued);
}

type Valued = Quantity & { value: number };

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each way in which two values agree
function agreementOfValues(claimed: Valued, stated: Valued): Agreement | null {
  if (claimed.unit?.dimension !== stated.unit?.dimension) return null;
  const isConverted = claimed.unit?.factor !== stated.unit?.factor || claimed.unit?.offset !== stated.unit?.offset;
  const [wanted, there] = isConverted ? [claimed.value, inUnitOf(claimed, stated)] : [claimed.value, stated.value];
  if (isConverted ? isSame(wanted, there) : isExact(wanted, there)) return isConverted ? 'converted' : 'same';
  const finest = isConverted ? (stated.step * (stated.unit?.factor ?? 1)) / (claimed.unit?.factor ?? 1) : stated.step;
  // A rounded number is coarser than the number it was rounded from; a conversion may be as fine.
  const isCoarser = isConverted ? claimed.step >= finest / CONVERSION_DIGITS : claimed.step > finest;
  if (!isCoarser || Math.sign(wanted) !== Math.sign(there)) return null;
  const isClose = Math.abs(wanted - there) <= (claimed.step / 2) * (1 + 1e-9);
  const isFaithful = Math.abs(wanted - there) <= Math.abs(there) * MOST_ROUNDED;
  return isClose && isFaithful ? (isConverted ? 'converted' : 'rounded') : null;
}

/** A conversion may state this many times finer digits than the number of the source: 4 feet are 1.22 m. */
const CONVERSION_DIGITS = 100;
/** Rounding changes a number by this share at most. */
const MOST_ROUNDED = 0.06;

/** The value of the source in the unit of the claim. */
function inUnitOf({ unit }: Valued, stated: Valued): number {
  const base = stated.value * (stated.unit?.factor ?? 1) + (stated.unit?.offset ?? 0);
  return (base - (unit?.offset ?? 0)) / (unit?.factor ?? 1);
}

function isSame(value: number, other: number): boolean {
  return Math.abs(value - other) <= Math.max(Math.abs(value), Math.abs(other)) * 1e-9;
}

/** Whether two values are equal within the precision of floating-point numbers. */
function isExact(value: number, other: number): boolean {
  return Math.abs(value - other) <= Math.max(Math.abs(value), Math.abs(other)) * 1e-14;
}

/** Whether a date has all parts of the claimed date. */
function holdsDate(stated: StatedDate, claimed: StatedDate): boolean {
  return (['year', 'month', 'day'] as const).every(
    (part) => claimed[part] === undefined || claimed[part] === stated[part],
  );
}
