import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printPdf } from '#html/pdf/pdf.ts';
import { escapeUnprintable, findUnprintable } from '#html/pdf/pdf-fonts.ts';
import { paperText } from '../../support/pdf-text.ts';

const ABOUT = { title: 'Names', author: 'Plumbline', madeAt: '2026-09-06T08:00:00.000Z' };

for (const name of [
  'Żółć Pomiary Inżynierskie Sp. z o.o.',
  'Ærø – “Müller” €100 ½',
  'İstanbul Ölçüm A.Ş.',
  'Công ty Đo đạc Việt',
  'Μετρήσεις Ακριβείας Α.Ε.',
  'ООО «Точные измерения»',
  '株式会社測量テック',
  '测量科技有限公司',
  '測量科技股份有限公司',
  '한국측량주식회사',
])
  test(`a PDF shows every character of ${name}, also in bold and beside an amount`, async () => {
    const line = { text: name, right: '$1.00' } as const;
    const pdf = await printPdf([{ text: name }, { ...line, bold: true }], ABOUT);
    assert.equal(paperText(pdf).trim(), `${name} ${name}$1.00`);
  });

test('a PDF shows a plain letter correctly after a line that had the letter with an accent', async () => {
  const names = ['Müller Žižek Ölçüm', 'Muller Zizek Olcum cuz', 'ế e ạ a'];
  const pdf = await printPdf(
    names.map((text) => ({ text })),
    ABOUT,
  );
  assert.equal(paperText(pdf).trim(), names.join(' '));
});

// Arabic and Hebrew are drawn from right to left; the marks of Devanagari and Thai are drawn where they belong.
for (const [name, letters] of [
  ['شركة القياس الدقيق', 'ﻗﻴ'],
  ['חברת המדידות', ''],
  ['भारत सर्वेक्षण प्राइवेट लिमिटेड', ''],
  ['บริษัท สำรวจไทย จำกัด', ''],
] as const)
  test(`a PDF has a glyph for each letter of ${name}`, async () => {
    const shown = paperText(await printPdf([{ text: name }], ABOUT));
    const sorted = (text: string) => [...text.normalize('NFKD').replace(/\s/g, '')].sort().join('');
    assert.equal(sorted(shown), sorted(name), letters);
  });

test('a PDF shows Hebrew from right to left', async () => {
  assert.equal(paperText(await printPdf([{ text: 'חברת המדידות' }], ABOUT)).trim(), 'תודידמה תרבח');
});

test('a PDF breaks a long line and a long word without losing a character', async () => {
  const text = `${'one two three '.repeat(60)}${'x'.repeat(400)}${'測量'.repeat(80)}`;
  const shown = paperText(await printPdf([{ text }], ABOUT));
  assert.equal(shown.replace(/\s/g, ''), text.replace(/\s/g, ''));
});

test('a PDF with a character that no font has is refused; the same lines give the same bytes', async () => {
  await assert.rejects(printPdf([{ text: 'Rocket 🚀 Ltd' }], ABOUT), {
    kind: 'validation_failed',
    message: 'The PDF cannot show these characters: “🚀” (U+1F680).',
  });
  const again = [{ text: 'Żółć 株式会社' }];
  assert.deepEqual(await printPdf(again, ABOUT), await printPdf(again, ABOUT));
});

test('a PDF shows Hebrew, Arabic, Latin and numbers of one line in the order in which people read them', async () => {
  const shown = async (text: string) => paperText(await printPdf([{ text }], ABOUT)).trim();
  assert.equal(await shown('חברת המדידות בע"מ (2024)'), '(2024) מ"עב תודידמה תרבח');
  assert.equal(await shown('Attn. חברת Laser 12 בע״מ'), 'Attn. תרבח Laser 12 מ״עב');
});

test('a character that no font has is found before a document is made, and can be shown by its number', () => {
  assert.deepEqual(findUnprintable('Żółć 測量', 'Rocket 🚀 ქ 🚀'), ['🚀', 'ქ']);
  assert.equal(escapeUnprintable('Rocket 🚀 Ltd'), 'Rocket [U+1F680] Ltd');
});
