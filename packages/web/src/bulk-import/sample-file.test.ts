import { expect, test } from 'vitest'
import { readCsv } from './csv-file.ts'
import { columnErrors, guessColumns, hasColumnErrors } from './import-columns.ts'
import { sampleCsv } from './sample-file.ts'

test.each(['DEVICE', 'ASSET', 'EDGE'] as const)('the sample of %s is imported as it is', async (kind) => {
  const read = await readCsv('sample.csv', sampleCsv(kind), ',')
  const file = 'file' in read ? read.file : undefined
  expect(file?.rowCount).toBe(3)
  const columns = guessColumns(kind, file?.cellsOf(0) ?? [], true)
  expect(hasColumnErrors(columnErrors(columns))).toBe(false)
  expect(columns.filter(({ type }) => type === 'SKIP')).toEqual([])
})
