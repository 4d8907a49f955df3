import { expect, it } from 'vitest';
import { parsePairs } from './parse-pairs.ts';

const sides = (text: string) => parsePairs(text).pairs.map(({ front, back }) => `${front}|${back}`);
const mtiAndMaji = ['mti|tree', 'maji|water'];

it.each([
  'mti->tree\nmaji->water',
  'mti=>tree\nmaji=>water',
  'mti→tree\nmaji→water',
  'mti -> tree\nmaji -> water',
  'mti --> tree\nmaji ⇒ water',
  'mti=tree\nmaji=water',
  'mti–tree\nmaji–water',
  'mti -- tree\nmaji -- water',
  'mti - tree\nmaji — water',
  'mti；tree\nmaji；water',
  'mti؛ tree\nmaji؛ water',
  'mti ፦ tree\nmaji ፦ water',
  'mti፦tree\nmaji፦water',
  'mti：tree\nmaji：water',
  'mti : tree\nmaji : water',
  'mti，tree\nmaji，water',
  '"mti", "tree"\n"maji", "water"',
  'sep=;\nmti;tree\nmaji;water',
  '"sep=;"\r\nmti;tree\r\nmaji;water\r\n',
  'sep=,\nmti,tree\nmaji,water',
  'Q: mti\nA: tree\n\nQ: maji\nA: water',
])('a list is read whatever stands between its sides: %j', (text) => expect(sides(text)).toEqual(mtiAndMaji));

it('labels that the learner chooses are read, whatever they stand for', () =>
  expect(parsePairs('Q: charge\nA: area', 'labels').pairs).toHaveLength(1));

it.each(['mti\ttree', 'mti - tree', 'mti::tree', 'mti -> tree', 'mti→tree', '- mti - tree', '"mti"\t"tree"'])(
  'a list of one line is read when its separator is certain: %j',
  (text) => expect(sides(text)).toEqual(['mti|tree']),
);

it.each(['\t', ' - '])('one line without a separator does not hide the three lines with %j', (separator) => {
  const { pairs, unsplit } = parsePairs(
    ['loose', `a${separator}1`, `b${separator}2`, `c${separator}3`].join('\n'),
  );
  expect(pairs).toHaveLength(3);
  expect(unsplit).toEqual([{ line: 1, text: 'loose', reason: 'no separator' }]);
});

it('what can be read of a longer text is read, and the rest is listed', () => {
  const { pairs, unsplit } = parsePairs('Wanyama\nsomo la kwanza\nya shule\nmbwa - dog\npaka - cat\nmwisho');
  expect(pairs.map(({ front }) => front)).toEqual(['mbwa', 'paka']);
  expect(unsplit.map(({ line }) => line)).toEqual([1, 2, 3, 6]);
});

it('a dash in some meanings does not divide lines that all have a colon', () =>
  expect(sides('Osmosis: movement - of water\nDiffusion: spread - of particles\nTurgor: pressure')).toEqual([
    'Osmosis|movement - of water',
    'Diffusion|spread - of particles',
    'Turgor|pressure',
  ]));

it('an answer of several lines stays whole below its tab', () => {
  const many = Array.from({ length: 20 }, (_, at) => `Term ${at}\tfirst line\nsecond line`).join('\n');
  expect(sides(many)).toHaveLength(20);
  expect(sides(many)[0]).toBe('Term 0|first line\nsecond line');
  const three = 'Xylem\tcarries water\n- from the roots\n- to the leaves\nPhloem\tcarries sugar';
  expect(sides(three)).toEqual([
    'Xylem|carries water\n- from the roots\n- to the leaves',
    'Phloem|carries sugar',
  ]);
  const { pairs, unsplit } = parsePairs('Xylem\tcarries water\n\nAnimals\nHeart\tpumps blood');
  expect(pairs).toHaveLength(2);
  expect(unsplit).toEqual([{ line: 3, text: 'Animals', reason: 'no separator' }]);
});

it.each([
  'Q: What is osmosis?\nA: Movement of water\n\nQ: What is diffusion?\nA: Movement of particles',
  'Q1: What is osmosis?\nA1: Movement of water\nQ2: What is diffusion?\nA2: Movement of particles',
  'Question: What is osmosis?\nAnswer: Movement of water\nQuestion: What is diffusion?\nAnswer: Movement of particles',
  'q: What is osmosis? A: Movement of water\nq: What is diffusion? A: Movement of particles',
  'Swali: What is osmosis?\nJibu: Movement of water\nSwali la 2: What is diffusion?\nJibu: Movement of particles',
  'S: What is osmosis?\nJ: Movement of water\n\nSwali: What is diffusion?\nJibu: Movement of particles',
])('lines that begin with Q: and A: are questions and answers: %j', (text) => {
  expect(parsePairs(text)).toMatchObject({ separator: 'labels', unsplit: [] });
  expect(sides(text)).toEqual([
    'What is osmosis?|Movement of water',
    'What is diffusion?|Movement of particles',
  ]);
});

it('questions and answers are told apart in one line, without a question mark and without line ends', () => {
  expect(sides('Q: Capital of Kenya A: Nairobi\nQ: Capital of Uganda A: Kampala')).toEqual([
    'Capital of Kenya|Nairobi',
    'Capital of Uganda|Kampala',
  ]);
  expect(sides('Q: What is DNA? A: A molecule. Q: What is a cell? A: A unit of life.')).toEqual([
    'What is DNA?|A molecule.',
    'What is a cell?|A unit of life.',
  ]);
  expect(sides('Q: charge A: area')).toEqual([]);
});

it('questions and answers of several lines stay whole, and a question without an answer is named', () => {
  const text =
    'Biology quiz\nQ: Name two organelles.\nGive examples.\nA: Nucleus\nA: Ribosome\n\nsee page 4\nQ: What is DNA?';
  expect(sides(text)).toEqual(['Name two organelles.\nGive examples.|Nucleus\nRibosome']);
  expect(parsePairs(text).unsplit).toEqual([
    { line: 1, text: 'Biology quiz', reason: 'no separator' },
    { line: 7, text: 'see page 4', reason: 'no separator' },
    { line: 8, text: 'What is DNA?', reason: 'no separator' },
  ]);
});

it('symbols of physics are no questions and answers', () =>
  expect(sides('Q: charge\nA: area\nI: current')).toEqual(['Q|charge', 'A|area', 'I|current']));

it('initials, years and atomic numbers are part of the term', () => {
  expect(sides('C. Darwin - evolution\nD. Hume - philosophy')[0]).toBe('C. Darwin|evolution');
  expect(sides('A. Smith - economy\nB. Russell - logic\nC. Darwin - evolution\nJ. Locke - law')[0]).toBe(
    'A. Smith|economy',
  );
  expect(sides('1914. Sarajevo - war\n1915. Ypres - gas')[0]).toBe('1914. Sarajevo|war');
  expect(sides('6) carbon - C\n7) nitrogen - N')[0]).toBe('6) carbon|C');
  expect(sides('1) mti - tree\n2) maji - water\nmoto - fire')).toEqual([
    'mti|tree',
    'maji|water',
    'moto|fire',
  ]);
});

it('a repeated line is named, and a word with two meanings keeps both and is named', () => {
  const { pairs, unsplit, sharedFronts } = parsePairs(
    'panda - plant\nua - flower\npanda - climb\nua - flower',
  );
  expect(pairs.map(({ back }) => back)).toEqual(['plant', 'flower', 'climb']);
  expect(unsplit).toEqual([{ line: 4, text: 'ua – flower', reason: 'repeat' }]);
  expect(sharedFronts).toEqual([{ line: 3, front: 'panda', first: 1 }]);
});

const html = (back: string) => parsePairs(`#separator:tab\n#html:true\nx\t${back}`).pairs[0]?.back;

it.each([
  ['10<sup>3</sup> m', '10³ m'],
  ['6.022 × 10<sup>23</sup> mol<sup>-1</sup>', '6.022 × 10²³ mol⁻¹'],
  ['x<sup><b>2</b></sup>', 'x²'],
  ['e<sup>kt</sup>', 'e^(kt)'],
  ['a<sup>b</sup>', 'a^b'],
  ['H<sub>2</sub>O', 'H₂O'],
  ['C<SUB>6</SUB>H<sub class="x">12</sub>', 'C₆H₁₂'],
  ['5<sup>th</sup>', '5th'],
])('an exponent of an export stays an exponent: %s', (back, text) => expect(html(back)).toBe(text));

it.each([
  ['caf&eacute; &rarr; kahawa', 'café → kahawa'],
  ['&ldquo;ndiyo&rdquo; &hellip;', '“ndiyo” …'],
  ['&Eacute;cole, &Ouml;l, &scaron;, &Zcaron;, &aring;', 'École, Öl, š, Ž, å'],
  ['&alpha;&Omega;&sigmaf; 2&sup2; &frac12; &deg;C &szlig;', 'αΩς 2² ½ °C ß'],
  ['&le;&ge;&ne;&infin;&radic;&sum; &euro;&nbsp;5', '≤≥≠∞√∑ € 5'],
  ['&unknown; &amp;eacute; R&D', '&unknown; &eacute; R&D'],
])('named letters of an export are read: %s', (back, text) => expect(html(back)).toBe(text));
