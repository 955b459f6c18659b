import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFigures } from '#evidence/figures/find-figures.ts';

// Measures recall and precision of `findFigures` on sentences written for this test. Use `tuning.txt` to improve it;
// `kept-for-measuring.txt` is only for measuring.

type Label = { text: string; kind: string; at: number };
type Sentence = { text: string; labels: Label[] };

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'figures');

/** The sentences of a corpus file, with their marked figures. */
function sentencesOf(file: string): Sentence[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readLine);
}

function readLine(line: string): Sentence {
  const labels: Label[] = [];
  let text = '';
  for (const [, plain = '', figure, kind = ''] of line.matchAll(/([^[]*)(?:\[([^|\]]+)\|(\w+)\])?/g)) {
    text += plain;
    if (figure === undefined) continue;
    labels.push({ text: figure, kind, at: text.length });
    text += figure;
  }
  return { text, labels };
}

type Span = { at: number; text: string };
const meet = (one: Span, other: Span) => one.at < other.at + other.text.length && other.at < one.at + one.text.length;

function measure(file: string) {
  const missed: string[] = [];
  const invented: string[] = [];
  let [measures, missedMeasures, figures, found, exact] = [0, 0, 0, 0, 0];
  for (const { text, labels } of sentencesOf(file)) {
    const here = findFigures(text);
    for (const label of labels) {
      const hit = here.find((one) => meet(one, label));
      figures++;
      if (hit?.text === label.text) exact++;
      if (label.kind === 'measure') measures++;
      if (hit) continue;
      if (label.kind === 'measure') missedMeasures++;
      missed.push(`${label.text} | ${text}`);
    }
    for (const one of here) {
      found++;
      if (!labels.some((label) => meet(one, label))) invented.push(`${one.text} | ${text}`);
    }
  }
  const recall = 1 - missedMeasures / measures;
  const precision = 1 - invented.length / found;
  const all = 1 - missed.length / figures;
  return {
    sentences: sentencesOf(file).length,
    measures,
    figures,
    recall,
    precision,
    all,
    exact: exact / figures,
    missed,
    invented,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

test('on the measuring corpus, recall on measures is at least 99% and precision at least 90%', (t) => {
  const { sentences, measures, figures, recall, precision, all, exact } = measure('kept-for-measuring.txt');
  t.diagnostic(`${sentences} sentences with ${figures} figures, ${measures} of them measures`);
  t.diagnostic(
    `recall on measures ${percent(recall)}, on all figures ${percent(all)}; precision ${percent(precision)}; to the letter ${percent(exact)}`,
  );
  assert.ok(recall >= 0.99, `recall on measures is ${percent(recall)}`);
  assert.ok(precision >= 0.9, `precision is ${percent(precision)}`);
});

test('on the tuning corpus, every marked figure is found, with a precision of at least 90%', (t) => {
  const { sentences, recall, precision, missed, invented } = measure('tuning.txt');
  t.diagnostic(`${sentences} sentences: recall on measures ${percent(recall)}, precision ${percent(precision)}`);
  assert.deepEqual(missed, []);
  assert.ok(precision >= 0.9, invented.join('\n'));
});

test('the corpus has at least 300 different sentences, half of them for measuring, some without a figure', () => {
  const kept = sentencesOf('kept-for-measuring.txt');
  const tuning = sentencesOf('tuning.txt');
  assert.ok(kept.length >= 150 && tuning.length >= 150, `${kept.length} and ${tuning.length}`);
  assert.ok(Math.abs(kept.length - tuning.length) <= 1);
  assert.ok(kept.filter(({ labels }) => labels.length === 0).length >= 15);
  assert.equal(new Set([...kept, ...tuning].map(({ text }) => text)).size, kept.length + tuning.length);
});

test('a number is found whole: with the currency before its space, and in words of another language', () => {
  const found = (text: string) => findFigures(text).map((one) => one.text);
  assert.deepEqual(found('The crew paid € 500 for it.'), ['€ 500']);
  assert.deepEqual(found('Ils sont vingt et un ici.'), ['vingt et un']);
  assert.deepEqual(found('A Tale of Two Feet'), ['Two Feet']);
});
