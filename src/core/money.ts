import { groupDigits } from './group-digits.ts';

// Amounts are whole cents of a currency with two decimals. Documents of earlier releases name no currency: they are in US dollars.

export const USUAL_CURRENCY = 'USD';

/** `$1,800.00`, or `EUR 1,800.00` in another currency, from whole cents. */
export function formatAmount(cents: number, currency: string | undefined): string {
  return `${prefixOf(currency)}${groupDigits(Math.trunc(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** The currency in words: `US dollars`; the code of another one. */
export function currencyName(currency: string | undefined): string {
  return currency === undefined || currency === USUAL_CURRENCY ? 'US dollars' : currency;
}

/** Reads a typed amount (`1,800`, `$1800.50`, `EUR 1800.50`) as cents of a currency; null when the text is not an amount in it. */
export function readAmount(typed: string, currency: string): number | null {
  const text = typed.trim();
  const prefix = prefixOf(currency).trim();
  const bare = text.startsWith(prefix) ? text.slice(prefix.length).trimStart() : text;
  const [, whole = '', cents = ''] = /^(\d{1,3}(?:,\d{3})*|\d{1,8})(?:\.(\d\d))?$/.exec(bare) ?? [];
  return whole === '' ? null : Number(whole.replaceAll(',', '')) * 100 + Number(cents === '' ? 0 : cents);
}

function prefixOf(currency: string = USUAL_CURRENCY): string {
  return currency === USUAL_CURRENCY ? '$' : `${currency} `;
}

/** Whether this is the ISO 4217 code of a currency with two decimals. Loads the data of `Intl` only for other currencies than the usual one. */
export function isCurrency(code: string): boolean {
  if (code === USUAL_CURRENCY) return true;
  if (!Intl.supportedValuesOf('currency').includes(code)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits === 2;
}
