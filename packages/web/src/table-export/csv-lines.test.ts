import { expect, test, vi } from 'vitest'
import { readCsv } from '../bulk-import/csv-file.ts'
import { localStamp } from './cell-value.ts'
import { csvLines, harmless } from './csv-lines.ts'
import { createTableFile, fileNameOf } from './table-file.ts'
import { rowXml } from './xlsx-sheet.ts'

test('what a spreadsheet would run is text; numbers stay numbers', () => {
  const hostile = [
    '=1+1',
    '+49 1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1+1',
    '＋1+1',
    '－1+1',
    '＠x',
    '\u0000=1',
    '\n=1',
  ]
  for (const text of hostile) expect(harmless(text)).toBe(`'${text}`)
  for (const text of ['-18.4', '+3', '1e-7', '-1,5', 'a=1', '', 'Pump – 1', '21 °C']) expect(harmless(text)).toBe(text)
})

test('lines hold quotes, breaks and commas, and are read back as they were', async () => {
  const names = ['a "b"', 'c,d', 'e\nf', 'мост 橋 🌉', '-18.4']
  const text = csvLines([['name', 'type'], ...names.map((name) => [name, 'default'])])
  expect(text.startsWith('name,type\r\n"a ""b""",default\r\n')).toBe(true)
  const result = await readCsv('x.csv', text, ',')
  const file = 'file' in result ? result.file : undefined
  expect(names.map((_, at) => file?.cellsOf(at + 1)[0])).toEqual(names)
})

test('moments are written as the reader’s clock shows them', () => {
  const ms = new Date(2026, 10, 21, 4, 5, 6, 7).getTime()
  expect(csvLines([[{ ms }, 1.5, true, null]])).toBe('2026-11-21 04:05:06,1.5,true,\r\n')
  expect(localStamp(ms, true)).toBe('2026-11-21 04:05:06.007')
})

test('files are named by page and day', () => {
  const nowMs = new Date(2026, 10, 21, 4).getTime()
  expect(fileNameOf('Devices', 'csv', nowMs)).toBe('devices-2026-11-21.csv')
  expect(fileNameOf('Häfen: Geräte / ../x', 'xlsx', nowMs)).toBe('häfen-geräte-x-2026-11-21.xlsx')
  expect(fileNameOf('///', 'csv', nowMs)).toBe('table-2026-11-21.csv')
})

test('series have a column with the offset, and a repeated time has it in its cell too', async () => {
  // The clock of Berlin is set back at 01:00 UTC.
  const change = Date.UTC(2026, 9, 25, 1)
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
    return this.getTime() < change ? -120 : -60
  })
  try {
    const file = await createTableFile({ kind: 'csv', title: 'x', heads: ['Time', 't'], offsetHead: 'UTC offset' })
    const times = [change - 7_200_000, change - 1_800_000, change + 1_800_000, change + 7_200_000]
    await file.add(times.map((ms, at) => [{ ms }, at]))
    const lines = (await (await file.finish()).text()).trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[1])).toEqual([
      'UTC offset',
      'UTC+02:00',
      'UTC+02:00',
      'UTC+01:00',
      'UTC+01:00',
    ])
    expect(lines.slice(1).map((line) => line.split(',')[0]?.slice(19))).toEqual(['', ' UTC+02:00', ' UTC+01:00', ''])
    const repeated = rowXml([{ ms: change - 1 }], 2)
    expect(repeated).toContain('UTC+02:00</t>')
    expect(rowXml([{ ms: change - 3_600_001 }], 2)).not.toContain('UTC')
  } finally {
    offset.mockRestore()
  }
})
