import { expect, test } from 'vitest'
import { csvLine, fileLinesMax, likelyDelimiter, readCsv } from './csv-file.ts'

const read = async (text: string, delimiter = ',') => readCsv('devices.csv', text, delimiter)

test('knows every row, its line and its cells, with quotes and line breaks inside', async () => {
  const result = await read('name,type\r\n"Pump, 1",pump\r\n\r\n"two\nlines",pump\r\n"say ""hi""",pump')
  if (!('file' in result)) throw new Error(JSON.stringify(result))
  const { file } = result
  expect([file.rowCount, file.width]).toEqual([4, 2])
  expect([0, 1, 2, 3].map((row) => file.cellsOf(row)[0])).toEqual(['name', 'Pump, 1', 'two\nlines', 'say "hi"'])
  expect([0, 1, 2, 3].map(file.lineOf)).toEqual([1, 2, 4, 6])
  expect(file.cellsOf(3)[1]).toBe('pump')
})

test('tells what is wrong with a file, and where', async () => {
  expect(await read('')).toEqual({ fieldError: { kind: 'empty' } })
  expect(await read('name\na')).toEqual({ fieldError: { kind: 'oneColumn' } })
  expect(await read('name,type\na,b\nc')).toEqual({ fieldError: { kind: 'width', line: 3, cells: 1, expected: 2 } })
  expect(await read('name,type\na,"b')).toEqual({ fieldError: { kind: 'broken', line: 2 } })
})

test('takes 100,000 lines and the names above them, and not one more; the page has its turns', async () => {
  const lines = Array.from({ length: fileLinesMax }, (_, at) => `Device ${at},default`)
  let pauses = 0
  let ms = 0
  const parts = {
    pause: async () => void pauses++,
    // Each row takes 0.1 ms on this clock.
    nowMs: () => {
      ms += 0.1
      return ms
    },
  }
  const whole = await readCsv('a.csv', ['name,type', ...lines].join('\n'), ',', parts)
  expect('file' in whole && whole.file.rowCount).toBe(fileLinesMax + 1)
  expect(pauses).toBeGreaterThan(fileLinesMax / 100)
  const oneMore = await readCsv('a.csv', ['name,type', ...lines, 'one,more'].join('\n'), ',', parts)
  expect(oneMore).toEqual({ fieldError: { kind: 'tooManyLines' } })
})

test('guesses the delimiter, and writes what it reads', async () => {
  expect(['a,b;c,d', 'a;b;c', 'a|b', 'a\tb\tc', 'abc'].map(likelyDelimiter)).toEqual([',', ';', '|', '\t', ','])
  const cells = ['plain', 'with;semicolon', 'say "hi"', 'two\nlines', '']
  const result = await read(csvLine(cells, ';'), ';')
  expect('file' in result && result.file.cellsOf(0)).toEqual(cells)
})
