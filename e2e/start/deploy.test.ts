/** The container and the service start the server with the same options as the launchers. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const { nodeFlags, env } = JSON.parse(read('tools/runtime.json')) as {
  nodeFlags: string[]
  env: Record<string, string>
}

for (const [path, command] of [
  ['Dockerfile', JSON.stringify(['node', ...nodeFlags, 'packages/server/dist/main.js']).replaceAll(',', ', ')],
  ['deploy/sonde.service', `/node ${nodeFlags.join(' ')} packages/server/dist/main.js`],
] as const) {
  test(`${path} has the flags and settings of tools/runtime.json`, () => {
    const text = read(path)
    assert.ok(text.includes(command), `${path} lacks ${command}`)
    for (const [name, value] of Object.entries(env)) {
      // The path of the compile cache differs, because these run from a read-only folder.
      const setting = name === 'NODE_COMPILE_CACHE' ? `${name}=/` : `${name}=${value}`
      assert.ok(text.includes(setting), `${path} lacks ${setting}`)
    }
  })
}

test('the container has the Node that the lockfile pins', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } }
  assert.equal(read('Dockerfile').match(/^FROM node:(.*)-bookworm-slim/m)?.[1], devDependencies.node)
})
