import { expect, it } from 'vitest';
import { cellOf, csvOf } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+254700', "'+254700"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tcmd', "'\tcmd"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
])('a CSV cell is escaped so that no spreadsheet runs %j', (text, cell) => expect(cellOf(text)).toBe(cell));

it.each([
  ['class9-001', 'class9-001'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
  [' blank', '" blank"'],
])('the CSV cell %j keeps its text', (text, cell) => expect(cellOf(text)).toBe(cell));

it.each([
  ['-tembo', '-tembo'],
  ["'tembo", "'tembo"],
  [' tembo ', '" tembo "'],
  ['nywila "yangu", ndefu', '"nywila ""yangu"", ndefu"'],
  ['пароль-密码', 'пароль-密码'],
])('the password %j is in the CSV file unchanged', (password, cell) => {
  expect(csvOf([{ username: 'asha', email: 'a@example.org', password }])).toBe(
    `\ufeffusername,email,password\r\nasha,a@example.org,${cell}\r\n`,
  );
});
