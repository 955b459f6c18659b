/** A parsed formula: a number, a name, a negated part, or two parts with an operator. */
type Part =
  | { is: 'number'; value: number }
  | { is: 'name'; name: string }
  | { is: 'minus'; of: Part }
  | { is: 'two'; by: '+' | '-' | '*' | '/'; left: Part; right: Part };
export type Formula = { root: Part; names: string[] };

/** Longest formula in code points. */
export const LONGEST_FORMULA = 500;
const DEEPEST = 50;
const MOST_NAMES = 50;

/** Reads `(f1 + f2) / 2`: numbers, names, + − × ÷ (also - * /) and parentheses. Returns a message when it cannot be parsed. */
export function readFormula(text: string): Formula | string {
  const before = formulaCache.get(text);
  if (before !== undefined) return before;
  const formula = readAnew(text);
  if (text.length > LONGEST_FORMULA) return formula;
  if (formulaCache.size >= MOST_KNOWN) formulaCache.clear();
  formulaCache.set(text, formula);
  return formula;
}

/** A cache: each reading of an article parses its formulas again. */
const formulaCache = new Map<string, Formula | string>();
const MOST_KNOWN = 2000;

function readAnew(text: string): Formula | string {
  if (text.length > LONGEST_FORMULA) return `A formula has at most ${LONGEST_FORMULA} characters.`;
  const tokens = tokensOf(text);
  if (typeof tokens === 'string') return tokens;
  let at = 0;
  let deep = 0;
  try {
    const root = sum();
    if (at < tokens.length) return `Part ${at + 1} should not be there: the formula is complete before it.`;
    const names = [...new Set(tokens.filter((token) => NAME.test(token)))];
    if (names.length > MOST_NAMES) return `A formula names at most ${MOST_NAMES} numbers.`;
    return { root, names };
  } catch (wrong) {
    if (wrong instanceof SyntaxError) return wrong.message;
    throw wrong;
  }

  function sum(): Part {
    let left = product();
    for (let by = tokens[at]; by === '+' || by === '-'; by = tokens[at]) {
      at++;
      left = { is: 'two', by, left, right: product() };
    }
    return left;
  }

  function product(): Part {
    let left = single();
    for (let by = tokens[at]; by === '*' || by === '/'; by = tokens[at]) {
      at++;
      left = { is: 'two', by, left, right: single() };
    }
    return left;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one rule of the grammar of formulas
  function single(): Part {
    const token = tokens[at++];
    if (token === undefined) throw new SyntaxError('The formula ends too early.');
    if (/^[\d.]/.test(token)) return { is: 'number', value: Number(token) };
    if (NAME.test(token)) return { is: 'name', name: token };
    if (token !== '(' && token !== '-') throw new SyntaxError(`Part ${at} should be a number or a name.`);
    if (++deep > DEEPEST) throw new SyntaxError(`A formula can be nested at most ${DEEPEST} deep.`);
    const inner = token === '-' ? single() : sum();
    deep--;
    if (token === '-') return { is: 'minus', of: inner };
    if (tokens[at++] !== ')') throw new SyntaxError('A parenthesis is not closed.');
    return inner;
  }
}

/** The value of a formula for the values of its names, or a message, such as for a division by zero. */
export function evaluate({ root }: Formula, values: ReadonlyMap<string, number>): number | string {
  const value = valueOfPart(root, values);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'The formula gives no finite number.';
  return value;
}

export const NAME = /^[a-z]\w{0,19}$/i;

function valueOfPart(part: Part, values: ReadonlyMap<string, number>): number | string {
  if (part.is === 'number') return part.value;
  if (part.is === 'name') return values.get(part.name) ?? 'A name in the formula names no number.';
  if (part.is === 'minus') {
    const of = valueOfPart(part.of, values);
    return typeof of === 'string' ? of : -of;
  }
  const left = valueOfPart(part.left, values);
  const right = valueOfPart(part.right, values);
  if (typeof left === 'string') return left;
  if (typeof right === 'string') return right;
  switch (part.by) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 'The formula divides by zero.' : left / right;
  }
}

const SIGNS: Record<string, string> = { '−': '-', '–': '-', '×': '*', '·': '*', '÷': '/', ':': '/' };

function tokensOf(text: string): string[] | string {
  const tokens: string[] = [];
  const token = /\s+|(\d+(?:\.\d+)?|\.\d+)|([a-z]\w*)|([-+*/()−–×·÷:])|(.)/giu;
  for (const { index, 1: number, 2: name, 3: sign, 4: other } of text.matchAll(token)) {
    if (other !== undefined) return `The sign at position ${index + 1} is not allowed in a formula.`;
    if (name !== undefined && !NAME.test(name)) return `The name at position ${index + 1} is too long.`;
    const read = number ?? name ?? (sign && (SIGNS[sign] ?? sign));
    if (read !== undefined) tokens.push(read);
  }
  return tokens.length === 0 ? 'The formula is empty.' : tokens;
}
