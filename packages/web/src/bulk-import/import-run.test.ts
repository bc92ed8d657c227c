import type { BulkImportRequest } from '@sonde/model/bulk-import/bulk-import'
import { expect, test } from 'vitest'
import { readCsv } from './csv-file.ts'
import { guessColumns } from './import-columns.ts'
import { failedCsv, type ImportPlan, partLines, runImport, startOf } from './import-run.ts'

async function planOf(text: string, hasHeader = true): Promise<ImportPlan> {
  const result = await readCsv('assets.csv', text, ',')
  if (!('file' in result)) throw new Error(JSON.stringify(result))
  return { file: result.file, hasHeader, columns: guessColumns('ASSET', result.file.cellsOf(0), hasHeader) }
}

const ok = (created: number, errorsList: string[] = []) => ({
  created,
  updated: 0,
  errors: errorsList.length,
  errorsList,
})

test('a file goes in parts, without its header and without what is skipped', async () => {
  const lines = Array.from({ length: partLines + 2 }, (_, at) => `Hall ${at},"a, b",x`)
  const plan = await planOf(['name,type,error', ...lines].join('\n'))
  const sent: BulkImportRequest[] = []
  const seen: number[] = []
  const end = await runImport(
    plan,
    async (request) => {
      sent.push(request)
      const id = { entityType: 'ASSET' as const, id: `${sent.length}` }
      return { ...ok(request.file.split('\n').length), createdEntities: [{ id, name: 'x' }] }
    },
    startOf(plan),
    ({ done }) => seen.push(done),
  )
  expect(end.createdEntities).toEqual([1, 2].map((part) => ({ id: { entityType: 'ASSET', id: `${part}` }, name: 'x' })))
  expect([end.created, end.done, end.total]).toEqual([partLines + 2, partLines + 2, partLines + 2])
  expect(seen).toEqual([partLines, partLines + 2])
  expect(sent[1]?.file).toBe(`Hall ${partLines},"a, b"\nHall ${partLines + 1},"a, b"`)
  expect(sent[1]?.mapping).toEqual({
    columns: [{ type: 'NAME' }, { type: 'TYPE' }],
    delimiter: ',',
    header: false,
    update: true,
  })
})

test('lines that fail are named as in the file, and can be saved with their reasons', async () => {
  const plan = await planOf('name,type\n"Hall\n1",building\n\n,building\nHall 3,building')
  const end = await runImport(
    plan,
    async () => ok(2, ['Line 3: Enter a name for the asset.']),
    startOf(plan),
    () => {},
  )
  expect(end.failed).toEqual([{ row: 2, line: 5, message: 'Enter a name for the asset.' }])
  expect(failedCsv(plan, end.failed)).toBe('name,type,error\n,building,Enter a name for the asset.')
})

test('an import that was cut off goes on where it was', async () => {
  const plan = await planOf(Array.from({ length: partLines * 2 }, (_, at) => `Hall ${at},building`).join('\n'), false)
  let calls = 0
  let last = startOf(plan)
  const send = async () => {
    calls++
    if (calls === 2) throw new Error('offline')
    return ok(partLines)
  }
  const keep = (progress: typeof last) => {
    last = progress
  }
  await expect(runImport(plan, send, last, keep)).rejects.toThrow('offline')
  expect(last.done).toBe(partLines)
  expect((await runImport(plan, send, last, keep)).created).toBe(partLines * 2)
  expect(calls).toBe(3)
})
