import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRows } from './csv-rows.ts'

const cells = (text: string, delimiter = ',') => [...csvRows(text, delimiter)].map((row) => row.cells)

test('reads quotes, line breaks in quotes and both line endings', () => {
  assert.deepEqual(cells('a,b\r\n"c, d","e ""f"""\n\n,\n'), [
    ['a', 'b'],
    ['c, d', 'e "f"'],
    ['', ''],
  ])
  assert.deepEqual(
    [...csvRows('"a\nb";1\nc;2', ';')].map((row) => [row.line, ...row.cells]),
    [
      [1, 'a\nb', '1'],
      [3, 'c', '2'],
    ],
  )
  assert.deepEqual(cells('\ufeffa,b'), [['a', 'b']])
  assert.deepEqual(cells('a,b,'), [['a', 'b', '']])
  assert.deepEqual(cells('a"b,c'), [['a"b', 'c']])
  assert.deepEqual(cells(''), [])
  assert.throws(() => cells('a,"b'), /never closed/)
  assert.throws(() => cells(','.repeat(300)), /more than 256/)
})

test('a first line with the delimiter is not a row, and counts as a line', () => {
  for (const start of ['sep=;\n', 'SEP=;\r\n', '\ufeffsep=;\n']) {
    assert.deepEqual(
      [...csvRows(`${start}a;b,c\n1;2`, ',')].map(({ line, cells }) => [line, cells]),
      [
        [2, ['a', 'b,c']],
        [3, ['1', '2']],
      ],
      JSON.stringify(start),
    )
  }
  assert.deepEqual([...csvRows('sep=;', ',')], [])
  assert.deepEqual(
    [...csvRows('sep=;;x\nname,sep=;', ';')].map(({ cells }) => cells),
    [
      ['sep=', '', 'x'],
      ['name,sep=', ''],
    ],
  )
})
