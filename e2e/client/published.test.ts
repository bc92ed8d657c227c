/**
 * Published form of the client: built, packed, unpacked into a separate folder, and used by the documentation's
 * example, which is compiled strictly and run by plain Node and by Chromium.
 */

import assert from 'node:assert/strict'
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildPackage } from '../../packages/client/build/build-package.ts'
import { launchBrowser } from '../pages/browser.ts'
import { type CleanUp, ended, projectRoot, startPlatform, temporaryFolder } from '../platform/start-platform.ts'

const demoEnvironment = { SONDE_DEMO: 'true', SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '' }
const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')

/** Time after which a hanging program is killed, ms. */
const runMsMax = 120_000

const succeeded = ({ status, stdout, stderr }: SpawnSyncReturns<string>) => assert.equal(status, 0, stdout + stderr)

/** Parts of the documentation's example that are marked with this word, in order. */
function example(word: string): string {
  const text = readFileSync(join(projectRoot, 'docs/typescript-client.md'), 'utf8')
  const pieces = [...text.matchAll(/^```ts (\w+)\n(.*?)^```$/gms)].filter(([, marked]) => marked === word)
  assert.ok(pieces.length > 0, `the documentation has pieces for ${word}`)
  return pieces.map(([, , code]) => code).join('\n')
}

/** Folder of a user who installed the package, and the package's path in it. */
function consumer(t: CleanUp): { folder: string; installed: string } {
  const folder = temporaryFolder(t)
  const built = join(folder, 'built')
  buildPackage(built)
  succeeded(spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built, encoding: 'utf8' }))
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  const scope = join(folder, 'node_modules/@sonde')
  mkdirSync(scope, { recursive: true })
  succeeded(spawnSync('tar', ['-xzf', join(folder, archive ?? ''), '-C', scope], { encoding: 'utf8' }))
  const installed = join(scope, 'client')
  succeeded(spawnSync('mv', [join(scope, 'package'), installed], { encoding: 'utf8' }))
  // Dependencies of the package, and the type packages that a Node program has.
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { dependencies: object }
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of [...Object.keys(manifest.dependencies), '@types/node', 'undici-types']) {
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  return { folder, installed }
}

/** Compiles `NAME.ts` of the folder to `NAME.js` with the strictest options. */
function compile(folder: string, name: string, code: string, libraries: object): void {
  writeFileSync(join(folder, `${name}.ts`), code)
  writeFileSync(
    join(folder, `tsconfig.${name}.json`),
    JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        module: 'nodenext',
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noUnusedLocals: true,
        skipLibCheck: false,
        ...libraries,
      },
      files: [`${name}.ts`],
    }),
  )
  succeeded(spawnSync(process.execPath, [compiler, '-p', `tsconfig.${name}.json`], { cwd: folder, encoding: 'utf8' }))
}

const run = (folder: string, file: string, env: Readonly<Record<string, string>>) =>
  ended(spawn(process.execPath, [file], { cwd: folder, env, timeout: runMsMax }))

test('the package is built, installed, and does what its documentation says', async (t: TestContext) => {
  const { folder, installed } = consumer(t)

  await t.test('every call is described where editors look', () => {
    const rooms = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('-calls.d.ts'))
      .map((path) => [path, readFileSync(join(installed, path), 'utf8')] as const)
    assert.ok(rooms.length > 30, `${rooms.length} rooms`)
    let calls = 0
    for (const [path, text] of rooms) {
      const lines = text.split('\n')
      for (const [at, line] of lines.entries()) {
        const call = /^ {4}(\w+): (?:<.*>)?\(/.exec(line)?.[1]
        if (!call) continue
        calls++
        assert.match(lines[at - 1] ?? '', /\*\/$/, `${call} of ${path} has no description`)
      }
    }
    assert.ok(calls > 240, `${calls} calls`)
  })

  const platform = await startPlatform(t, { env: demoEnvironment })

  await t.test('its example runs in plain Node', async () => {
    compile(folder, 'program', example('node'), { lib: ['es2024'], types: ['node'] })
    const { code, output } = await run(folder, 'program.js', { SONDE_URL: platform.baseUrl })
    assert.equal(code, 0, output)
    assert.deepEqual(output.trim().split('\n'), [
      'tenant@sonde.example is TENANT_ADMIN',
      '30 devices, the first is Meter M-01 (energy meter)',
      '2 points, 22.0 °C on average',
      '{ rpm: 1200 }',
      'known: 22.5',
      'new: 23.5',
      'Pump 7 23.5',
      'now 24.5',
      '4 points over the socket',
      'pump.bin: the new firmware',
      '404 DEVICE 00000000-0000-4000-8000-000000000000 was not found.',
      '0 active alarms',
    ])
  })

  await t.test('its example runs in a browser', async () => {
    compile(folder, 'page', example('browser'), { lib: ['es2024', 'dom'], types: [] })
    const browser = await launchBrowser()
    t.after(() => browser.close())
    // The page isn't loaded over the network, so Chromium doesn't know that it is as local as the server.
    const page = await browser.newPage({ permissions: ['local-network-access'] })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    const modules = { imports: { '@sonde/client': '/example/client/index.js', '@sonde/client/': '/example/modules/' } }
    const html = `<!doctype html><script type="importmap">${JSON.stringify(modules)}</script>
      <script type="module" src="/example/page.js"></script>`
    await page.route('**/example/**', (route) => {
      const path = new URL(route.request().url()).pathname.slice('/example/'.length)
      if (path === '') return route.fulfill({ contentType: 'text/html', body: html })
      const file = path === 'page.js' ? join(folder, path) : join(installed, path.replace(/^(client|modules)\//, ''))
      const body = readFileSync(extname(file) === '.js' ? file : `${file}.js`, 'utf8')
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.goto(`${platform.baseUrl}/example/`)
    await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('Tank T-01: '))
    await page.waitForFunction(() => document.title.endsWith(' active alarms'))
    assert.match((await page.locator('output').textContent()) ?? '', /^Tank T-01: \d+/)
    assert.deepEqual(faults, [])
  })
})
