import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow, readCsv, unescapeFormula } from './csv.ts';

test('a field that a spreadsheet would run gets an apostrophe, and reading takes it off again', () => {
  assert.equal(csvRow(['=1+1', '+a', '-a', '@a', '\ta', 'plain', null]), "'=1+1,'+a,'-a,'@a,'\ta,plain,\r\n");
  assert.equal(csvRow(['-1800.50', '-1+1']), "-1800.50,'-1+1\r\n", 'a negative amount stays a number');
  for (const field of ['=1+1', '+tag@example.com', 'plain', "o'brien"])
    assert.equal(unescapeFormula(readCsv(csvRow([field, 'x']))[0]?.fields[0] ?? ''), field);
});

test('CSV: quotes, line breaks in fields, other separators, a byte order mark and empty lines', () => {
  assert.deepEqual(readCsv('\ufeffemail;name\r\n\r\na@example.com;"Bell; ""Dana""\nand Otto"\nb@example.com;'), [
    { line: 1, fields: ['email', 'name'] },
    { line: 3, fields: ['a@example.com', 'Bell; "Dana"\nand Otto'] },
    { line: 5, fields: ['b@example.com', ''] },
  ]);
  assert.throws(() => readCsv('a\n"b'), { kind: 'validation_failed', message: /line 2 is not closed/ });
});
