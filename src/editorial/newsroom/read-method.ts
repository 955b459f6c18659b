import type { PlacedFigure } from '#evidence/figures/place-figures.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';

/** Reads the fields of this kind of settlement; the act checks their values. A formula names `figures` by their numbers. */
export function readMethod(fields: Record<string, string>, figures: readonly PlacedFigure[]): SettlementMethod {
  const {
    kind = '',
    source = '',
    locator = '',
    quote = '',
    who = '',
    class: given = '',
    reason = '',
    formula = '',
  } = fields;
  switch (kind) {
    case 'sourced':
      return { kind, source, locator, ...(quote && { quote: unix(quote) }) };
    case 'computed':
      return { kind, formula, inputs: inputsOf(formula, figures) };
    case 'quoted':
      return { kind, who, when: fields.when ?? '' };
    case 'signed':
      return { kind, reason: unix(reason), ...(fields.readers === 'yes' && { forReaders: true }) };
    default:
      return { kind, class: given } as SettlementMethod; // the act rejects unknown kinds
  }
}

/** The figures a formula names by their numbers: `f3` is the third of the revision. */
function inputsOf(formula: string, figures: readonly PlacedFigure[]): Record<string, string> {
  const names = formula.match(/\bf[1-9]\d{0,4}\b/g) ?? [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const figure = figures[Number(name.slice(1)) - 1];
      return figure ? [[name, figure.anchor]] : [];
    }),
  );
}

/** Forms send each line break as two characters; stored text has one. */
export function unix(typed: string): string {
  return typed.replaceAll('\r\n', '\n');
}
