import assert from 'node:assert/strict';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { findNumber } from '#evidence/lookup/find-number.ts';
import { indexSource } from '#evidence/lookup/index-source.ts';
import { readSource, Unreadable } from '#evidence/open/read-source.ts';
import { makeZip } from '../../support/make-zip.ts';

// Sources of every format are read into passages that say where they are.

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** Three anchors with their loads and shares, as a spreadsheet stores them. */
const WORKBOOK = makeZip([
  { path: 'xl/workbook.xml', data: `${XML}<workbook><sheets><sheet name="Loads"/></sheets></workbook>` },
  {
    path: 'xl/sharedStrings.xml',
    data: `${XML}<sst><si><t>Anchor</t></si><si><t>Load (kN)</t></si><si><t>Share</t></si><si><t>Post</t></si><si><r><t>Beam </t></r><r><t>clamp</t></r></si></sst>`,
  },
  {
    path: 'xl/styles.xml',
    data: `${XML}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
  },
  {
    path: 'xl/worksheets/sheet1.xml',
    data: `${XML}<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2"><v>22.2</v></c><c r="C2" s="1"><v>0.41</v></c></row><row r="3"><c r="A3" t="s"><v>4</v></c><c r="B3"><v>15.600000000000001</v></c><c r="C3" s="1"><v>0.59</v></c></row></sheetData></worksheet>`,
  },
]);

const DOCUMENT = makeZip([
  {
    path: 'word/document.xml',
    data: `${XML}<w:document xmlns:w="w"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Clearance</w:t></w:r></w:p><w:p><w:r><w:t>The clearance is </w:t></w:r><w:r><w:t>17.5 feet.</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Anchor</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Load (kN)</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>Post</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>22.2</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`,
  },
]);

/** Two pages: prose, and a table whose cells are placed by their positions alone. */
async function makePdf(): Promise<Buffer> {
  const file = new PDFDocument({ size: 'A4' });
  const parts: Buffer[] = [];
  const done = new Promise((resolve) => file.on('end', resolve));
  file.on('data', (part: Buffer) => parts.push(part));
  file
    .fontSize(11)
    .text('The clearance below the anchor is at least 17.5 feet. It was measured on twelve sites.', 72, 72, {
      width: 300,
    });
  file.addPage();
  file.fontSize(16).text('Loads of anchors', 72, 72);
  const rows = [
    ['Anchor', 'Height (ft)', 'Load (kN)'],
    ['Post', '3.5', '22.2'],
    ['Beam clamp', '8', '15.6'],
    ['Roof plate', '12', '12.4'],
  ];
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries())
      file.fontSize(10).text(cell, 72 + column * 130, 120 + row * 16, { lineBreak: false });
  file.end();
  await done;
  return Buffer.concat(parts);
}

/** A table of numbers that stand close together, over two pages, with its heads on the first one. */
async function makeLongTable(): Promise<Buffer> {
  const file = new PDFDocument({ size: 'A4', margin: 20 });
  const parts: Buffer[] = [];
  const done = new Promise((resolve) => file.on('end', resolve));
  file.on('data', (part: Buffer) => parts.push(part));
  const line = (cells: readonly string[], row: number) => {
    for (const [column, cell] of cells.entries())
      file.fontSize(10).text(cell, 72 + column * 32, 60 + row * 14, { lineBreak: false });
  };
  for (const page of [0, 1]) {
    if (page === 1) file.addPage();
    else line(['YEAR', 'MAR', 'APR', 'MAY'], 0);
    for (let row = 1; row <= 30; row++) {
      const year = 1900 + page * 30 + row;
      line([year, year * 3, year * 5, year * 7].map(String), row);
    }
  }
  file.end();
  await done;
  return Buffer.concat(parts);
}

async function look(bytes: Buffer, name: string, sentence: string, text: string) {
  const source = await readSource(bytes, 'application/octet-stream', name);
  const { state, candidates } = findNumber(indexSource(source), { sentence, text, at: sentence.indexOf(text) });
  return [source.format, state, candidates[0]?.text, candidates[0]?.placeInWords];
}

test('a workbook: cells by sheet and heads, shares as per cent, without the noise of binary fractions', async () => {
  assert.deepEqual(await look(WORKBOOK, 'loads.xlsx', 'A beam clamp takes a load of 15.6 kN.', '15.6 kN'), [
    ...['workbook', 'found', '15.6', 'sheet “Loads”, table 1, row 2, column 2'],
  ]);
  assert.deepEqual(
    (await look(WORKBOOK, 'loads.xlsx', 'Posts have a share of 41 percent.', '41 percent')).slice(0, 3),
    [...['workbook', 'found', '41 %']],
  );
});

test('a document: paragraphs below headings, and tables', async () => {
  assert.deepEqual(await look(DOCUMENT, 'anchors.docx', 'A clearance of 17.5 ft is needed.', '17.5 ft'), [
    ...['document', 'found', '17.5 feet', 'section “Clearance”'],
  ]);
  assert.deepEqual((await look(DOCUMENT, 'anchors.docx', 'A post takes a load of 22.2 kN.', '22.2 kN')).slice(0, 2), [
    'document',
    'found',
  ]);
});

test('a PDF: prose by page, and a table from the positions of its cells', async () => {
  const pdf = await makePdf();
  assert.deepEqual(await look(pdf, 'x', 'The clearance below an anchor is at least 17.5 feet.', '17.5 feet'), [
    ...['pdf', 'found', '17.5 feet', 'page 1'],
  ]);
  assert.deepEqual((await look(pdf, 'x', 'A roof plate takes a load of 12.4 kN.', '12.4 kN')).slice(0, 3), [
    'pdf',
    'found',
    '12.4',
  ]);
  assert.equal((await look(pdf, 'x', 'A roof plate takes a load of 15.6 kN.', '15.6 kN'))[1], 'near');
});

test('a PDF: a table goes on on the next page with its heads, and numbers side by side are cells', async () => {
  assert.deepEqual((await look(await makeLongTable(), 'x', 'In 1945 APR was 9725.', '9725')).slice(1), [
    ...['found', '9725', 'page 2, table 1, row 45, column 3'],
  ]);
  assert.equal((await look(await makeLongTable(), 'x', 'In 1945 MAY was 9725.', '9725'))[1], 'near');
});

test('a workbook: a day is read as its date', async () => {
  const styles = `${XML}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
  const sheet = `${XML}<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Born</v></c></row><row r="2"><c r="A2" t="str"><v>Ada</v></c><c r="B2" s="1"><v>20821</v></c></row></sheetData></worksheet>`;
  const days = makeZip([
    { path: 'xl/workbook.xml', data: `${XML}<workbook><sheets><sheet name="People"/></sheets></workbook>` },
    { path: 'xl/styles.xml', data: styles },
    { path: 'xl/worksheets/sheet1.xml', data: sheet },
  ]);
  assert.deepEqual((await look(days, 'a.xlsx', 'Ada was born on 1 January 1957.', '1 January 1957')).slice(1, 3), [
    ...['found', '1957-01-01'],
  ]);
});

test('a workbook: the words and colours of a format make no date of a number', async () => {
  const formats = `<numFmts><numFmt numFmtId="164" formatCode="0&quot; days&quot;"/><numFmt numFmtId="165" formatCode="[Yellow]0"/></numFmts>`;
  const styles = `${XML}<styleSheet>${formats}<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
  const cell = (at: string, style: number, value: number) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;
  const head = (at: string, words: string) => `<c r="${at}" t="str"><v>${words}</v></c>`;
  const sheet = `${XML}<worksheet><sheetData><row r="1">${head('A1', 'Part')}${head('B1', 'Cured')}${head('C1', 'Cost')}</row><row r="2">${head('A2', 'Slab')}${cell('B2', 1, 128)}${cell('C2', 2, 4096)}</row></sheetData></worksheet>`;
  const book = makeZip([
    { path: 'xl/workbook.xml', data: `${XML}<workbook><sheets><sheet name="Parts"/></sheets></workbook>` },
    { path: 'xl/styles.xml', data: styles },
    { path: 'xl/worksheets/sheet1.xml', data: sheet },
  ]);
  const { passages } = await readSource(book, 'application/octet-stream', 'a.xlsx');
  assert.deepEqual(
    passages.map(({ text }) => text).filter((text) => /\d/.test(text)),
    ['128', '4096'],
  );
});

test('what cannot be read ends in a sentence that says what to do', async () => {
  for (const [bytes, name] of [
    [Buffer.from('PK\x03\x04 no archive'), 'a.xlsx'],
    [Buffer.from('%PDF-1.7 nothing'), 'a.pdf'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'a.png'],
    [makeZip([{ path: 'readme.txt', data: 'x' }]), 'a.docx'],
  ] as const)
    await assert.rejects(
      readSource(Buffer.from(bytes), 'application/octet-stream', name),
      (error) => error instanceof Unreadable && /Paste the passage/.test(error.message),
    );
});

test('an entity of a DOCTYPE is never expanded', async () => {
  const bomb = makeZip([
    {
      path: 'word/document.xml',
      data: `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b; 12</w:t></w:r></w:p></w:body></w:document>`,
    },
  ]);
  await assert.rejects(readSource(bomb, '', 'a.docx'), Unreadable);
});
