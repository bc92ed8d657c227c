import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { modulesIn } from './modules-in.ts'

test('the modules of a folder come by their paths, without tests', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-modules-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'deep'))
  for (const path of ['b.ts', 'a.ts', 'a.test.ts', 'deep/c.ts', 'deep/c.test.ts'])
    writeFileSync(join(folder, path), `export const path = '${path}'`)
  const found = async (pattern: string) =>
    Object.entries(await modulesIn(pathToFileURL(`${folder}/`), pattern)).map(([path, module]) => [path, module.path])
  assert.deepEqual(await found('*.ts'), [
    ['a.ts', 'a.ts'],
    ['b.ts', 'b.ts'],
  ])
  assert.deepEqual(await found('*/*.ts'), [['deep/c.ts', 'deep/c.ts']])
})
