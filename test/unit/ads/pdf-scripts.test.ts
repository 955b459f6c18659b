import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printPdf } from '#html/pdf/pdf.ts';
import { paperText } from '../../support/pdf-text.ts';

const ABOUT = {
  title: 'Names',
  author: 'Plumbline',
  madeAt: '2026-09-06T08:00:00.000Z',
  elsewhere: 'on the page of your order',
};

for (const name of [
  'Żółć Pomiary Inżynierskie Sp. z o.o.',
  'Ærø – “Müller” €100 ½',
  'İstanbul Ölçüm A.Ş.',
  'Công ty Đo đạc Việt',
  'Μετρήσεις Ακριβείας Α.Ε.',
  'ООО «Точные измерения»',
])
  test(`a PDF shows every character of ${name}, also in bold and beside an amount`, async () => {
    const line = { text: name, right: '$1.00' } as const;
    assert.equal(await shown({ text: name }, { ...line, bold: true }), `${name} ${name}$1.00`);
  });

test('a PDF shows a plain letter correctly after a line that had the letter with an accent', async () => {
  const names = ['Müller Žižek Ölçüm', 'Muller Zizek Olcum cuz', 'ế e ạ a'];
  assert.equal(await shown(...names.map((text) => ({ text }))), names.join(' '));
});

test('a PDF breaks a long line and a long word without losing a character', async () => {
  const text = `${'one two three '.repeat(60)}${'x'.repeat(400)}`;
  assert.equal((await shown({ text })).replace(/\s/g, ''), text.replace(/\s/g, ''));
});

for (const [name, words] of [
  ['株式会社 測量テック', '[not shown]'],
  ['Attn. חברת Laser 12 בע"מ', 'Attn. [not shown] Laser 12 [not shown]'],
  ['Rocket 👩‍🚀 Ltd', 'Rocket [not shown] Ltd'],
] as const)
  test(`a PDF has a stand-in for the letters of ${name} that its font lacks, and says where to read them`, async () => {
    const sentence =
      'Some letters are not in the font of this file: [not shown] is in their place. You can read them on the page of your order.';
    assert.equal(await shown({ text: name }, { text: 'Total', right: '$1.00' }), `${words} Total$1.00 ${sentence}`);
  });

test('the same lines give the same bytes', async () => {
  const lines = [{ text: 'Żółć 株式会社' }];
  assert.deepEqual(await printPdf(lines, ABOUT), await printPdf(lines, ABOUT));
});

async function shown(...lines: Parameters<typeof printPdf>[0]): Promise<string> {
  return paperText(await printPdf(lines, ABOUT)).trim();
}
