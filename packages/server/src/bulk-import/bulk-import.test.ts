import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badRequest } from '@sonde/model/errors'
import type { Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { createTurns, sliceMs, WorkEnded } from '../turns/turns.ts'
import {
  commonColumns,
  createBulkImport,
  type ImportedLine,
  importLinesMax,
  listedEntitiesMax,
  listedErrorsMax,
} from './bulk-import.ts'

const scope: Scope = testScope('t')
const mapping = { columns: [{ type: 'NAME' as const }, { type: 'TYPE' as const }], delimiter: ',', header: true }

const importOf = (importLine: (line: ImportedLine) => Promise<'created' | 'updated'>, turns = createTurns()) =>
  createBulkImport({
    importer: {
      word: 'entity',
      columns: commonColumns,
      async importLine(_scope, line) {
        const name = line.cells.NAME ?? ''
        return { kind: await importLine(line), entity: { id: { entityType: 'ASSET', id: name }, name } }
      },
    },
    turns,
  })

test('takes as many lines as its bound and refuses the next one', async () => {
  const lines = (count: number) => `n,t\n${'a,b\n'.repeat(count)}`
  let written = 0
  const imports = importOf(async () => {
    written++
    return 'updated'
  })
  assert.deepEqual(await imports.run(scope, { file: lines(importLinesMax), mapping }), {
    created: 0,
    updated: importLinesMax,
    errors: 0,
    errorsList: [],
  })
  const rejected = await imports.run(scope, { file: lines(importLinesMax + 1), mapping })
  assert.equal(rejected.errors, 1)
  assert.match(String(rejected.errorsList[0]), /An import can have at most 100000 lines/)
  assert.equal(written, 2 * importLinesMax)
})

test('lines of one name follow one another, others share their time within a bound', async () => {
  let underWay = 0
  let most = 0
  const order: string[] = []
  const imports = importOf(async ({ cells }) => {
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    order.push(`${cells.NAME} ${cells.TYPE}`)
    underWay--
    return 'created'
  })
  const others = Array.from({ length: 300 }, (_, i) => `other ${i},x`).join('\n')
  await imports.run(scope, { file: `n,t\nsame,1\nsame,2\n same ,3\n${others}`, mapping })
  assert.deepEqual(
    order.filter((each) => each.startsWith('same')),
    ['same 1', 'same 2', 'same 3'],
  )
  assert.ok(most > 1 && most <= 64, `${most} at once`)
})

test('the lines of an import are written in slices', async () => {
  // Each line takes one millisecond, independent of the machine's speed.
  let nowMs = 0
  const turns = createTurns(() => nowMs)
  const written: number[] = []
  const imports = importOf(async () => {
    nowMs++
    const { slices } = turns.figures
    written[slices] = (written[slices] ?? 0) + 1
    return 'created'
  }, turns)
  const file = Array.from({ length: 300 }, (_, i) => `n${i},t`).join('\n')
  await turns.run({ tenantId: 't', userId: 'u' }, () => imports.run(scope, { file: `n,t\n${file}`, mapping }))
  assert.equal(
    written.reduce((sum, lines) => sum + lines),
    300,
  )
  const most = Math.max(...written.filter((lines) => lines !== undefined))
  assert.ok(most <= sliceMs + 1, `${most} lines in one slice`)
})

test('lists so many errors and counts the rest; a fault of the store ends the import', async () => {
  const wrong = importOf(() => Promise.reject(badRequest('No.')))
  const file = `n,t\n${Array.from({ length: listedErrorsMax + 5 }, (_, i) => `n${i},t`).join('\n')}`
  const result = await wrong.run(scope, { file, mapping })
  assert.deepEqual([result.errors, result.errorsList.length], [listedErrorsMax + 5, listedErrorsMax])
  assert.deepEqual([result.errorsList[0], result.errorsList[1]], ['Line 2: No.', 'Line 3: No.'])
  const unclosed = await importOf(async () => 'created').run(scope, { file: 'n,t\na,b\n"c,d', mapping })
  assert.deepEqual([unclosed.created, unclosed.errorsList.length], [1, 1])
  let written = 0
  const broken = importOf(async () => {
    written++
    throw new Error('disk')
  })
  await assert.rejects(broken.run(scope, { file, mapping }), /disk/)
  assert.ok(written < listedErrorsMax)
})

test('lists the entities that it created when asked, up to its bound', async () => {
  const imports = importOf(async ({ cells }) => (cells.TYPE === 'old' ? 'updated' : 'created'))
  const file = 'n,t\nA,new\nB,old\nC,new'
  assert.equal((await imports.run(scope, { file, mapping })).createdEntities, undefined)
  const { createdEntities } = await imports.run(scope, { file, mapping }, { listsCreated: true })
  assert.deepEqual(createdEntities, [
    { id: { entityType: 'ASSET', id: 'A' }, name: 'A' },
    { id: { entityType: 'ASSET', id: 'C' }, name: 'C' },
  ])
  const many = `n,t\n${Array.from({ length: listedEntitiesMax + 1 }, (_, i) => `n${i},new`).join('\n')}`
  const result = await imports.run(scope, { file: many, mapping }, { listsCreated: true })
  assert.deepEqual([result.created, result.createdEntities?.length], [listedEntitiesMax + 1, listedEntitiesMax])
})

test('an import whose call is to end writes the lines on their way and no other', async () => {
  const turns = createTurns()
  const controller = new AbortController()
  const budget = { spend() {}, giveBack() {}, left: 0, place: () => undefined, signal: controller.signal }
  let written = 0
  const imports = importOf(async () => {
    if (++written === 100) controller.abort(badRequest('signed out'))
    await new Promise(setImmediate)
    return 'created'
  }, turns)
  const file = `n,t\n${Array.from({ length: 1_000 }, (_, i) => `device ${i},x`).join('\n')}`
  const owner = { tenantId: 't', userId: 'u' }
  const error = await turns.run(owner, () => imports.run(scope, { file, mapping }), budget).catch((cause) => cause)
  assert.ok(error instanceof WorkEnded)
  assert.equal((error.cause as Error).message, 'signed out')
  assert.ok(written >= 100 && written < 200, `${written} lines`)
})

test('a first line that sets the delimiter is neither header nor data', async () => {
  const names: unknown[] = []
  const imports = importOf(async ({ cells }) => {
    names.push([cells.NAME, cells.TYPE])
    return 'created'
  })
  const file = 'sep=;\nname;type\nPump, north;pump'
  assert.equal((await imports.run(scope, { file, mapping })).created, 1)
  assert.equal((await imports.run(scope, { file, mapping: { ...mapping, header: false } })).created, 2)
  assert.deepEqual(names, [
    ['Pump, north', 'pump'],
    ['name', 'type'],
    ['Pump, north', 'pump'],
  ])
})
