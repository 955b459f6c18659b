import { groupDigits } from './group-digits.ts';

/** `$1,800.00`, from whole US cents. */
export function dollars(cents: number): string {
  const whole = groupDigits(Math.trunc(cents / 100));
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/** Reads a typed amount (`1,800`, `$1800.50`) as US cents; null when the text is not an amount. */
export function readDollars(typed: string): number | null {
  const [, whole = '', cents = ''] = /^\$?(\d{1,3}(?:,\d{3})*|\d{1,8})(?:\.(\d\d))?$/.exec(typed.trim()) ?? [];
  return whole === '' ? null : Number(whole.replaceAll(',', '')) * 100 + Number(cents === '' ? 0 : cents);
}
