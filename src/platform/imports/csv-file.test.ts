import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseBeginning, readCsv } from './csv-file.ts'
import { writeInvalidRows } from './invalid-rows.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transom-csv-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(content: string | Uint8Array, name = 'dealers.csv'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const read = (content: string | Uint8Array) => readCsv(file(content))
const cellsOf = async (content: string | Uint8Array) => (await read(content)).rows.map(({ cells }) => cells)

const TABLE = 'name,city\nChantier Évreux,Köln\n“Ahoy” Marine – Pier 9,Łódź\n'
const ROWS = [
  ['Chantier Évreux', 'Köln'],
  ['“Ahoy” Marine – Pier 9', 'Łódź'],
]

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(TABLE)],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${TABLE}`)],
    ['UTF-16, little-endian', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16()],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({ header: ['name', 'city'] })
    expect(await cellsOf(bytes)).toEqual(ROWS)
  })

  test('Windows-1252, if it is not valid UTF-8', async () => {
    const bytes = Buffer.from('name,city\n\x93Ahoy\x94 Marine \x96 \x809,K\xf6ln\n', 'latin1')
    expect(await cellsOf(bytes)).toEqual([['“Ahoy” Marine – €9', 'Köln']])
  })

  test('Windows-1252 with two characters that would be one in UTF-8', async () => {
    const bytes = Buffer.from('name,city\nCAF\xc9\xbb M\xdcLLER,K\xd6LN\n', 'latin1')
    expect(await cellsOf(bytes)).toEqual([['CAFÉ» MÜLLER', 'KÖLN']])
  })

  test('Windows-1252 that may be UTF-8 with broken characters, with a note', async () => {
    const { rows, doubt } = await read(Buffer.from('name\nAda\nCaf\xc3\xa9\nM\xfc\xf6\n', 'latin1'))
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Ada', 'CafÃ©', 'Müö'])
    expect(doubt).toEqual({
      line: 3,
      field: '',
      message: expect.stringMatching(/^"Ã©" would be "é" in UTF-8\. .* line 4 is not UTF-8\./),
    })
    expect((await read(Buffer.from('name\nM\xfcller\n', 'latin1'))).doubt).toBeUndefined()
  })

  test.each([
    ['with a BOM', ['\ufeffname\nAda\nM', 0xfc, 'ller\n']],
    ['that is cut off within a character', ['name,city\r\nCafé Müller,Köln\r\nCaf', 0xc3]],
    ['with a line of another encoding', ['name\rCafé Müller\rM', 0xfc, 'ller\rMüller\r']],
  ])('UTF-8 %s is refused, with the line', async (_, parts) => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? part : [part])))
    await expect(read(bytes)).rejects.toThrow('dealers.csv, line 3: a character is broken')
  })

  test.each([
    ['a workbook', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000')],
    ['UTF-16 without BOM', Buffer.from(TABLE, 'utf16le')],
  ])('%s is not a text file', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/dealers\.csv is not a text file\. Save the table as CSV/)
  })
})

describe('delimiters', () => {
  test.each([
    ['commas', 'name,city\nPier 9,Tyler; TX\n', 'Tyler; TX'],
    ['semicolons', 'name;city\nPier 9;"Tyler, TX"\n', 'Tyler, TX'],
    ['tabs', 'name\tcity\nPier 9\tTyler, "Rose" TX\n', 'Tyler, "Rose" TX'],
    ['semicolons beside commas in quotes', '"name, all of it";city\nPier 9;Tyler\n', 'Tyler'],
    ['semicolons after a line end in quotes', '"The, real\n""Name""";city\nPier 9;Tyler\n', 'Tyler'],
    ['tabs beside a stray quote', 'name\tcity 5"\nPier 9\tTyler; "TX"\n', 'Tyler; "TX"'],
  ])('%s', async (_, text, city) => {
    expect(await cellsOf(text)).toEqual([['Pier 9', city]])
  })

  test('empty cells between tabs keep their columns', async () => {
    expect(await cellsOf('name\tcity\tphone\tfax\nPier 9\t\t\t1\n\t\t2\t\n')).toEqual([
      ['Pier 9', '', '', '1'],
      ['', '', '2', ''],
    ])
  })
})

test.each(['\n', '\r\n', '\r'])('lines that end with %j, quoted ones too, are counted', async (end) => {
  const lines = ['', 'name,city', '"Pier', '9",Tyler', '', ' , ', 'Ahoy,"a"', '"x"', '"y', '', 'z",b']
  const { header, rows } = await read(`${lines.join(end)}${end}`)
  expect(header).toEqual(['name', 'city'])
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [3, `Pier${end}9`, 'Tyler'],
    [7, 'Ahoy', 'a'],
    [8, 'x'],
    [9, `y${end}${end}z`, 'b'],
  ])
})

test('line ends of several kinds may be mixed', async () => {
  const { rows } = await read('name\r\nA\nB\rC\r\nD')
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, 'A'],
    [3, 'B'],
    [4, 'C'],
    [5, 'D'],
  ])
})

test('cells are trimmed, in quotes too, and of no-break spaces', async () => {
  expect(await cellsOf('name,city\n  Pier 9 \t,"\u00a0Tyler "\n')).toEqual([['Pier 9', 'Tyler']])
})

test.each([
  ['="02110"', '02110'],
  ['"=""02110"""', '02110'],
  ['=" a ""b"" "', 'a "b"'],
  ['=""', ''],
  ['="a"&"b"', '="a"&"b"'],
  ['=02110', '=02110'],
  [`'="02110"`, '="02110"'],
])('the cell %s is the text %j', async (cell, text) => {
  expect(await cellsOf(`zip,="name"\n${cell},Pier 9\n`)).toEqual([[text, 'Pier 9']])
  expect(await read(`zip,="name"\n${cell},Pier 9\n`)).toMatchObject({ header: ['zip', 'name'] })
})

test.each([
  ['sep=;\n', ';'],
  ['\ufeff"SEP=,"\r\n', ','],
  ['sep=\t\r', '\t'],
])('the first line %j sets the delimiter', async (first, delimiter) => {
  const table = await read(`${first}a,b;c\td${delimiter}city\nPier 9${delimiter}Tyler\n`)
  expect(table).toMatchObject({ delimiter, rows: [{ line: 3, cells: expect.arrayContaining(['Tyler']) }] })
  expect(table.header.at(-1)).toBe('city')
})

test('a row with more cells than the header is invalid, one with fewer is not', async () => {
  const { rows } = await read('name;city\nPier 9;Tyler;;\nPier 9;12 Main St; Suite 4\nPier 9\n')
  expect(rows.map(({ issues }) => issues)).toEqual([
    [],
    [
      {
        field: '',
        message: 'The row has 3 cells and the header 2. Put cells that contain a semicolon in quotes.',
      },
    ],
    [],
  ])
})

test.each([
  ['name,city\nPier 9,Tyler\nAh', ['The row has 1 cells and no line end, and the header has 2 cells']],
  ['name,city\nPier 9,Tyler\nAh\n', []],
  ['name,city\nPier 9,Tyler\nAh\r\n \r\n ', []],
  ['name,city\nPier 9,Tyler\nAh,', []],
])('%j: the last row may be cut off', async (text, issues) => {
  const { rows } = await read(text)
  expect(rows.at(-1)!.issues).toEqual(
    issues.map((issue) => ({ field: '', message: expect.stringContaining(issue) })),
  )
})

test('a column with content but without a name is called by its position', async () => {
  expect(await read('name,,,\nPier 9,,Tyler,\n')).toMatchObject({ header: ['name', '', 'column 3', ''] })
})

test.each([
  [
    'is not there',
    () => join(folder, 'none.csv'),
    /none\.csv cannot be read: there is no such file or folder\. Check the path\.$/,
  ],
  ['is a folder', () => folder, /cannot be read: it is a folder\. Name a file\.$/],
  ['is empty', () => file(''), /dealers\.csv is empty\. Its first line must name the columns/],
  ['is blank', () => file('\n , \n'), /is empty/],
  [
    'has a quote that never ends',
    () => file('name,city\r\n"a\r\nb",c\r\n\r\nPier 9,"Tyler\r\nd,e\r\n'),
    /dealers\.csv, near line 5: a cell begins with a quote \("\) that is never closed\. Double each quote/,
  ],
  [
    'has a quote within a quoted cell',
    () => file('name,city\n"Joe "Skip" Miller",Tyler\n'),
    /dealers\.csv, near line 2: a quoted cell has text after its closing quote/,
  ],
])('a file that %s is refused', async (_, path, message) => {
  await expect(readCsv(path())).rejects.toThrow(message)
})

describe('the file of invalid rows', () => {
  const write = async (text: string, issues: [line: number, message: string][]) => {
    const path = file(text)
    const notes = issues.map(([line, message]) => ({ line, field: '', message }))
    return (await writeInvalidRows(path, await readCsv(path), notes))!
  }

  test('is written beside the imported file, with the invalid rows, their lines and the reasons', async () => {
    const path = await write('name,city\nPier 9,Tyler\n"Ahoy, ""Rose""",\n', [
      [3, 'City is missing.'],
      [3, 'It rains.'],
    ])
    expect(path).toBe(join(folder, 'dealers.invalid.csv'))
    expect(readFileSync(path, 'utf8')).toBe(
      '\ufeffline,reason,name,city\r\n3,City is missing. It rains.,"Ahoy, ""Rose""",\r\n',
    )
  })

  test('keeps the delimiter', async () => {
    const path = await write('name;city\nPier 9;"a;b, c"\n', [[2, 'No; yes.']])
    expect(readFileSync(path, 'utf8')).toBe('\ufeffline;reason;name;city\r\n2;"No; yes.";Pier 9;"a;b, c"\r\n')
  })

  test.each([
    '=HYPERLINK("http://x","y")',
    '+1 512 555 0100',
    '-97.0',
    '@SUM(A1)',
    '"=1\r\n+2"',
    'O\'Neill, "Bob"',
    "'quoted'",
    'two\nlines',
    '=a\tb',
  ])('contains no formula, and %j is unchanged when it is imported again', async (cell) => {
    const text = `name\t"x"\n"${cell.replaceAll('"', '""')}"\tPier 9\n`
    const [original] = await cellsOf(text)
    const path = await write(text, [[2, 'Wrong.']])
    expect(readFileSync(path, 'utf8')).not.toMatch(/\t"?[=+@-]/)
    const again = await readCsv(path)
    expect(again.rows.map(({ cells }) => cells)).toEqual([['2', 'Wrong.', ...original!]])
  })

  test('that is imported again has only the new reasons', async () => {
    const again = await write('line,reason,name\n7,was wrong,Pier 9\n', [[2, 'Still wrong.']])
    expect(readFileSync(again, 'utf8')).toBe('\ufeffline,reason,name\r\n2,Still wrong.,Pier 9\r\n')
  })

  test.each([
    ['a device', '/dev/null'],
    ['standard input', '/dev/stdin'],
    ['what a shell has opened', '/dev/fd/63'],
    ['what a process has opened', '/proc/self/fd/63'],
  ])('is not written beside %s', async (_what, path) => {
    const table = await read('name\nPier 9\n')
    expect(await writeInvalidRows(path, table, [{ line: 2, field: '', message: 'Wrong.' }])).toBeNull()
  })
})

describe('the beginning of a file', () => {
  const beginningOf = async (bytes: Buffer, most = 20) => {
    const { header, rows } = await parseBeginning('The file', bytes, most)
    return { header, cells: rows.map(({ cells }) => cells) }
  }

  test.each([
    ['UTF-8', Buffer.from(TABLE)],
    ['UTF-16', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
  ])('may end anywhere in %s', async (_, bytes) => {
    const headerEnd = bytes.indexOf('\n') + 2
    for (let end = headerEnd; end <= bytes.length; end++) {
      const { header, cells } = await beginningOf(bytes.subarray(0, end))
      expect(header).toEqual(['name', 'city'])
      expect(ROWS.slice(0, cells.length)).toEqual(cells)
    }
    expect(await beginningOf(bytes)).toEqual({ header: ['name', 'city'], cells: ROWS })
  })

  test('ends after the maximum number of rows, whatever follows', async () => {
    const { cells } = await beginningOf(Buffer.from('name,city\na,b\nc,d\n"never closed,\n'), 2)
    expect(cells).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('may be the header alone', async () => {
    expect(await beginningOf(Buffer.from('sep=;\nname;city'))).toEqual({
      header: ['name', 'city'],
      cells: [],
    })
    expect(await beginningOf(Buffer.from('name;city'))).toEqual({ header: ['name', 'city'], cells: [] })
  })
})
