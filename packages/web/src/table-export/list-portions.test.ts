import { type PageData, pageOf } from '@sonde/model/paging'
import { expect, test } from 'vitest'
import { rowsPerRequest } from '../ui/entity-table/row-pages.ts'
import type { CellValue } from './cell-value.ts'
import { createExportRun } from './export-run.ts'
import { listPortions } from './list-portions.ts'

interface Row {
  readonly id: string
}
const column = { id: 'id', title: 'ui.id', priority: 1, minWidth: 1, cell: ({ id }: Row) => id } as const

/** List of `count` rows. Page `failsAt` fails once; each later page starts with the last row of the previous one. */
function setUp(count: number, { rowsMax = 1_000_000, failsAt = -1 } = {}) {
  const rows: Row[] = Array.from({ length: count }, (_, at) => ({ id: `id-${at}` }))
  const pages: number[] = []
  let hasFailed = false
  const written: CellValue[][] = []
  const run = createExportRun({
    file: {
      add: async (lines) => void written.push(...lines.map((line) => [...line])),
      finish: async () => new Blob([String(written.length)]),
    },
    rowsMax,
    next: listPortions<Row>({
      async load(page, pageSize, signal): Promise<PageData<Row>> {
        signal.throwIfAborted()
        pages.push(page)
        if (page === failsAt && !hasFailed) {
          hasFailed = true
          throw new Error('Can’t reach the server.')
        }
        const from = page === 0 ? 0 : page * pageSize - 1
        return pageOf(rows.slice(from, from + pageSize), count, { page, pageSize })
      },
      idOf: ({ id }) => id,
      columns: [column],
      read: (_, row) => (row as Row).id,
      withIds: false,
    }),
  })
  return { run, written, pages }
}

test('every page is asked for once, a row that moved to a later page is written once', async () => {
  const { run, written, pages } = setUp(2500)
  const seen: number[] = []
  expect(await run.go(new AbortController().signal, ({ written }) => seen.push(written))).toBe('whole')
  expect(pages).toEqual([0, 1, 2])
  expect(written.map(([id]) => id)).toEqual(Array.from({ length: 2500 }, (_, at) => `id-${at}`))
  expect(seen).toEqual([1000, 1999, 2500])
})

test('a failure keeps what came; the next attempt goes on from there', async () => {
  const { run, written, pages } = setUp(3500, { failsAt: 2 })
  const { signal } = new AbortController()
  await expect(run.go(signal, () => {})).rejects.toThrow('Can’t reach')
  expect(written.length).toBe(1999)
  expect(await run.go(signal, () => {})).toBe('whole')
  expect(pages).toEqual([0, 1, 2, 2, 3])
  expect(new Set(written.map(([id]) => id)).size).toBe(written.length)
})

test('stopped, it goes on later', async () => {
  const { run, written } = setUp(5000)
  const stopper = new AbortController()
  expect(await run.go(stopper.signal, () => stopper.abort())).toBe('stopped')
  expect(written.length).toBe(rowsPerRequest)
  expect(await run.go(new AbortController().signal, () => {})).toBe('whole')
  expect(written.length).toBe(4999)
})

test('a file that is full says so, one that just holds all does not', async () => {
  const cut = setUp(3000, { rowsMax: 1500 })
  expect(await cut.run.go(new AbortController().signal, () => {})).toBe('full')
  expect(cut.written.length).toBe(1500)
  const last = setUp(999, { rowsMax: 998 })
  expect(await last.run.go(new AbortController().signal, () => {})).toBe('full')
  const just = setUp(1000, { rowsMax: 1000 })
  expect(await just.run.go(new AbortController().signal, () => {})).toBe('whole')
})
