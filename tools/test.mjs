/**
 * `npm test`: every check that a reviewer would run, in order, with one line each at the end.
 *
 * `npm test -- --only unit,pages` runs some of them. In CI (CI=true) a suite that cannot run is a failure; elsewhere it
 * is named as skipped with what to do.
 */

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ensureWebBuilt, environment, fail, node, root, run } from './prepare.mjs'
import { ensureSchemathesis } from './schemathesis.mjs'

const inCi = /^(true|1)$/.test(process.env.CI ?? '')
const onlyArgument = process.argv.indexOf('--only')
const only = onlyArgument > 0 ? process.argv[onlyArgument + 1].split(',') : null

const bin = (name) => join(root, 'node_modules', '.bin', name)

/** All files below the folders whose name ends so. */
function filesEnding(folders, ending) {
  const files = []
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.name.endsWith(ending)) files.push(path)
    }
  }
  for (const folder of folders) walk(join(root, folder))
  return files.sort()
}

const nodeTest = (files, ...options) => run(node, ['--test', ...options, ...files], { env: environment() })

const programs = {
  chromium: { command: 'chromium', package: 'chromium' },
  mosquitto: { command: 'mosquitto_pub', package: 'mosquitto-clients' },
  strace: { command: 'strace', package: 'strace' },
  python: { what: 'Python with venv', command: 'python3 -c "import venv, ensurepip"', package: 'python3-venv' },
}

/** Of a name whether the program is there; of more words whether they run. */
const has = (command) => spawnSync('sh', ['-c', command.includes(' ') ? command : `command -v ${command}`]).status === 0

/** Installs a program with apt where that is possible; answers what to do where it is not. */
function ensureProgram(name) {
  if (name === 'schemathesis') return has(programs.python.command) ? ensureSchemathesis() : null
  const { command, package: debian, what = command } = programs[name]
  if (has(command)) return null
  if (has('apt-get') && process.getuid?.() === 0) {
    process.stdout.write(`Installing ${debian} …\n`)
    const apt = (...args) =>
      spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    if (apt('install', '-y', '--no-install-recommends', debian).status !== 0) {
      apt('update')
      apt('install', '-y', '--no-install-recommends', debian)
    }
    if (has(command)) return null
  }
  return `needs ${what}: install it with "apt-get install ${debian}" as root`
}

const suites = [
  { name: 'lint', what: 'format and lint', run: () => run(bin('biome'), ['ci', '.'], { env: environment() }) },
  {
    name: 'types',
    what: 'strict types',
    run: async () => {
      for (const project of ['tsconfig.json', 'packages/web/tsconfig.json', 'e2e/tsconfig.json']) {
        await run(bin('tsc'), ['-p', project], { env: environment() })
      }
    },
  },
  {
    name: 'layers',
    what: 'layers and cycles',
    run: () =>
      run(
        bin('depcruise'),
        [
          '--config',
          'tools/layers.cjs',
          'packages/model/src',
          'packages/client/src',
          'packages/server/src',
          'packages/simulator/src',
          'packages/web/src',
        ],
        { env: environment() },
      ),
  },
  {
    name: 'dead-code',
    what: 'unused files, exports, dependencies',
    run: () => run(bin('knip'), ['--no-progress'], { env: environment() }),
  },
  {
    name: 'unit',
    what: 'unit tests of model, client, server, simulator',
    needs: ['mosquitto'],
    run: () =>
      nodeTest(
        filesEnding(
          ['packages/model/src', 'packages/client/src', 'packages/server/src', 'packages/simulator/src'],
          '.test.ts',
        ),
        '--test-isolation=none',
        '--test-reporter=dot',
      ),
  },
  {
    name: 'web',
    what: 'unit tests of the web client',
    run: () =>
      run(bin('vitest'), ['run', '--no-isolate', '--pool=threads'], {
        cwd: join(root, 'packages/web'),
        env: environment(),
      }),
  },
  { name: 'build', what: 'web client builds', run: ensureWebBuilt },
  {
    name: 'start',
    what: 'first start, second start, refusals',
    run: () => nodeTest(filesEnding(['e2e/start'], '.test.ts')),
  },
  {
    name: 'conformance',
    what: 'recorded conversations of the wire',
    run: () => nodeTest(filesEnding(['e2e/conformance'], '.test.ts')),
  },
  {
    name: 'permissions',
    what: 'every call, socket command and device topic for everybody',
    run: () => nodeTest(filesEnding(['e2e/permissions'], '.test.ts')),
  },
  {
    name: 'client',
    what: 'the typed client: every room, the live socket, the package and its documentation',
    needs: ['chromium'],
    run: () => nodeTest(filesEnding(['e2e/client'], '.test.ts'), '--test-concurrency=1'),
  },
  {
    name: 'fuzzing',
    what: 'schemathesis on the OpenAPI document: no call fails or answers outside its schema',
    needs: ['python', 'schemathesis'],
    run: () => nodeTest(filesEnding(['e2e/fuzzing'], '.test.ts')),
  },
  {
    name: 'hostile-input',
    what: 'hostile requests to every call',
    run: () => nodeTest(filesEnding(['e2e/hostile-input'], '.test.ts')),
  },
  {
    name: 'durability',
    what: 'kill -9 under load, order of system calls',
    needs: ['strace'],
    run: () => nodeTest(filesEnding(['e2e/durability'], '.test.ts'), '--test-concurrency=1'),
  },
  {
    name: 'care',
    what: 'backup under load, restore, check, Ctrl C, full disk',
    run: () => nodeTest(filesEnding(['e2e/care'], '.test.ts'), '--test-concurrency=1'),
  },
  {
    name: 'pages',
    what: 'the client in Chromium, with axe',
    needs: ['chromium', 'mosquitto'],
    run: () => nodeTest(filesEnding(['e2e/pages'], '.test.ts'), '--test-concurrency=1'),
  },
]

try {
  await ensureInstalled()
  const outcomes = []
  for (const suite of suites) {
    if (only && !only.includes(suite.name)) continue
    const started = Date.now()
    const lacks = (suite.needs ?? []).map(ensureProgram).filter((reason) => reason !== null)
    process.stdout.write(`\n── ${suite.name}: ${suite.what}\n`)
    let outcome
    if (lacks.length > 0) outcome = { state: inCi ? 'failed' : 'skipped', why: lacks.join('; ') }
    else {
      try {
        await suite.run()
        outcome = { state: 'passed' }
      } catch (error) {
        outcome = { state: 'failed', why: error.message }
      }
    }
    outcomes.push({ ...outcome, name: suite.name, seconds: (Date.now() - started) / 1000 })
  }
  if (only && outcomes.length === 0)
    throw new Error(`No suite named ${only}. There are: ${suites.map((s) => s.name).join(', ')}.`)

  process.stdout.write('\n')
  for (const { name, state, why, seconds } of outcomes) {
    process.stdout.write(
      `${state.padEnd(8)}${name.padEnd(13)}${seconds.toFixed(1).padStart(7)} s${why ? `  ${why}` : ''}\n`,
    )
  }
  const count = (state) => outcomes.filter((outcome) => outcome.state === state).length
  const skipped = count('skipped')
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
  process.exitCode = count('failed') > 0 ? 1 : 0
} catch (error) {
  fail(error)
}
