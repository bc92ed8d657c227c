import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placedIn } from './places.ts'

const bundle = '/server/dist'
const placed = (code: string, file = '/server/src/room/source.ts') => placedIn(bundle, file, code)

test('a file beside a source is named from the folder of the bundle', () => {
  const { code, threads } = placed("read(new URL('../../package.json', import.meta.url))")
  assert.equal(code, 'read(new URL("../package.json", import.meta.url))')
  assert.deepEqual(threads, [])
})

test('a source that is started becomes an entry of the bundle', () => {
  const { code, threads } = placed("new Worker(new URL('./room-worker.ts', import.meta.url), {})")
  assert.equal(code, 'new Worker(new URL("./room-worker.js", import.meta.url), {})')
  assert.deepEqual(threads, ['/server/src/room/room-worker.ts'])
})

test('the modules of a folder are imported, below the lines of the source', () => {
  const { code } = placed("const all = await modulesIn(new URL('./nodes/', import.meta.url), '*-node.ts')")
  assert.equal(
    code,
    'const all = await modulesOfFolder0\nimport modulesOfFolder0 from "folder:/server/src/room/nodes/*-node.ts"',
  )
})

test('what would look elsewhere from the bundle is refused by name', () => {
  const refused = /source\.ts uses import\.meta in a form/
  assert.throws(() => placed('join(import.meta.dirname, "x")'), refused)
  assert.throws(() => placed("import.meta.resolve('./x.ts')"), refused)
  assert.throws(() => placed("const files = modulesIn(new URL(name, import.meta.url), '*.ts')"), refused)
  const packages = 'const { resolve } = createRequire(import.meta.url)'
  assert.equal(placed(packages).code, packages)
})
