/**
 * `npm test`: every check that a reviewer would run, with one line each at the end.
 *
 * What is quick comes first. Then four suites run at the same time, the long ones first, and where one ends the next
 * begins; the output of each is shown when it ends. The pages are three suites, as long as all the rest otherwise. What
 * measures times runs at the end, alone.
 *
 * `npm test -- --only unit,pages` runs some of them; `pages` means all of its suites. In CI (CI=true) a suite that
 * cannot run is a failure; elsewhere it is named as skipped with what to do.
 */

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ensureWebBuilt, environment, fail, node, root, run } from './prepare.mjs'
import { ensureSchemathesis } from './schemathesis.mjs'
import { bin, layers, lint, rooms, sqlPlaces, types, words } from './static-checks.mjs'

const inCi = /^(true|1)$/.test(process.env.CI ?? '')
const onlyArgument = process.argv.indexOf('--only')
const only = onlyArgument > 0 ? process.argv[onlyArgument + 1].split(',') : null

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

/** What a suite runs its programs with: where their output goes, and how long they may take. */
const tools = (how) => {
  const options = { env: environment(), ...how }
  return {
    program: (command, args, more) => run(command, args, { ...options, ...more }),
    nodeTest: (files, ...args) => run(node, ['--test', ...args, ...files], options),
  }
}

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

/** A third of the page tests, a browser and a platform for each file of them. */
const pages = (part) => ({
  name: `pages-${part}`,
  what: 'the client in Chromium, with axe',
  minutes: 50,
  needs: ['chromium', 'mosquitto'],
  run: ({ nodeTest }) =>
    nodeTest(filesEnding(['e2e/pages'], '.test.ts'), '--test-concurrency=1', `--test-shard=${part}/3`),
})

const suites = [
  { name: 'lint', what: 'format and lint', isFirst: true, run: ({ program }) => program(...lint) },
  {
    name: 'types',
    what: 'strict types',
    isFirst: true,
    run: async ({ program }) => {
      for (const project of types) await program(...project)
    },
  },
  {
    name: 'layers',
    what: 'layers, cycles of files and of rooms, places of SQL, words of texts',
    isFirst: true,
    async run({ program }) {
      await program(...layers)
      await program(...rooms)
      await program(...sqlPlaces)
      await program(...words)
    },
  },
  {
    name: 'dead-code',
    what: 'unused files, exports, dependencies',
    isFirst: true,
    run: ({ program }) => program(bin('knip'), ['--no-progress']),
  },
  { name: 'build', what: 'web client builds', isFirst: true, run: ensureWebBuilt },
  pages(1),
  pages(2),
  pages(3),
  {
    name: 'unit',
    what: 'unit tests of model, client, server, simulator',
    needs: ['mosquitto'],
    run: ({ nodeTest }) =>
      nodeTest(
        filesEnding(
          ['packages/model/src', 'packages/client/src', 'packages/server/src', 'packages/simulator/src'],
          '.test.ts',
        ),
        '--test-isolation=none',
        '--test-reporter=dot',
        // A test that waits for ever is named.
        '--test-timeout=180000',
      ),
  },
  {
    name: 'durability',
    what: 'kill -9 under load, order of system calls',
    needs: ['strace'],
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/durability'], '.test.ts'), '--test-concurrency=1'),
  },
  {
    name: 'conformance',
    what: 'recorded conversations of the wire',
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/conformance'], '.test.ts')),
  },
  {
    name: 'fuzzing',
    what: 'schemathesis on the OpenAPI document: no call fails or answers outside its schema',
    needs: ['python', 'schemathesis'],
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/fuzzing'], '.test.ts')),
  },
  {
    name: 'hostile-input',
    what: 'hostile requests to every call',
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/hostile-input'], '.test.ts')),
  },
  {
    name: 'client',
    what: 'the typed client: every room, the live socket, the package and its documentation',
    needs: ['chromium'],
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/client'], '.test.ts'), '--test-concurrency=1'),
  },
  {
    name: 'permissions',
    what: 'every call, socket command and device topic for everybody',
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/permissions'], '.test.ts')),
  },
  {
    name: 'start',
    what: 'first start, second start, refusals',
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/start'], '.test.ts')),
  },
  {
    name: 'maintenance',
    what: 'backup under load, restore, check, Ctrl C, full disk',
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/maintenance'], '.test.ts'), '--test-concurrency=1'),
  },
  {
    name: 'web',
    what: 'unit tests of the web client',
    run: ({ program }) =>
      program(bin('vitest'), ['run', '--no-isolate', '--pool=threads'], { cwd: join(root, 'packages/web') }),
  },
  {
    name: 'fairness',
    what: 'what other tenants notice of an attack, measured',
    isLast: true,
    run: ({ nodeTest }) => nodeTest(filesEnding(['e2e/fairness'], '.test.ts'), '--test-concurrency=1'),
  },
]

/** Suites that run at the same time: two more than the two processors of CI, since each waits for half of its time. */
const atOnceMax = 4

/** How long a suite may take in CI where it says nothing else. */
const usualMinutes = 30

const outcomes = new Map()

/** What a suite said of the tests that failed, or else its last words: up to 4,000 characters. */
function failuresIn(output) {
  const begin = Math.max(
    ...['failing tests:', 'Failed tests:', 'Failed Tests'].map((words) => output.lastIndexOf(words)),
  )
  return begin < 0 ? output.slice(-4000) : output.slice(begin, begin + 4000)
}

/** Runs a suite and notes how it ended. With `isShownAtEnd` its output waits until then. */
async function runSuite(suite, isShownAtEnd) {
  const started = Date.now()
  const heading = `\n── ${suite.name}: ${suite.what}\n`
  const pieces = []
  process.stdout.write(isShownAtEnd ? `   ${suite.name} begins\n` : heading)
  const lacks = lacking.get(suite.name)
  let outcome
  if (lacks) outcome = { state: inCi ? 'failed' : 'skipped', why: lacks }
  else {
    try {
      const onOutput = isShownAtEnd ? (piece) => pieces.push(piece) : undefined
      await suite.run(tools({ minutes: inCi ? (suite.minutes ?? usualMinutes) : undefined, onOutput }))
      outcome = { state: 'passed' }
    } catch (error) {
      outcome = { state: 'failed', why: error.message }
    }
  }
  const output = Buffer.concat(pieces)
  if (isShownAtEnd) process.stdout.write(Buffer.concat([Buffer.from(heading), output]))
  // The lists at the end say it again: the output of the other suites stands between.
  const failures = outcome.state === 'failed' ? failuresIn(output.toString()) : ''
  outcomes.set(suite.name, { ...outcome, name: suite.name, failures, seconds: (Date.now() - started) / 1000 })
}

/** Runs the suites in their order, so many at once. */
async function runAll(list, atOnce) {
  const left = [...list]
  const isShownAtEnd = Math.min(atOnce, list.length) > 1
  const takeTurns = async () => {
    for (let suite = left.shift(); suite; suite = left.shift()) await runSuite(suite, isShownAtEnd)
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
}

/** Whether it was asked for, by its name or by that of what it is a part of. */
const isWanted = ({ name }) => !only || only.includes(name) || only.includes(name.replace(/-\d$/, ''))

/** What suites cannot run without, by name of the suite. */
const lacking = new Map()

try {
  await ensureInstalled()
  const wanted = suites.filter(isWanted)
  if (wanted.length === 0)
    throw new Error(`No suite named ${only}. There are: ${suites.map((s) => s.name).join(', ')}.`)
  for (const { name, needs = [] } of wanted) {
    const reasons = needs.map(ensureProgram).filter((reason) => reason !== null)
    if (reasons.length > 0) lacking.set(name, reasons.join('; '))
  }
  const at = (phase) =>
    wanted.filter(({ isFirst, isLast }) => phase === (isFirst ? 'first' : isLast ? 'last' : 'middle'))
  await runAll(at('first'), 1)
  await runAll(at('middle'), atOnceMax)
  await runAll(at('last'), 1)

  for (const { name } of wanted) {
    const { failures } = outcomes.get(name)
    if (failures) process.stdout.write(`\n── ${name}, what failed\n${failures}\n`)
  }
  process.stdout.write('\n')
  for (const { name, state, why, seconds } of wanted.map(({ name }) => outcomes.get(name))) {
    process.stdout.write(
      `${state.padEnd(8)}${name.padEnd(13)}${seconds.toFixed(1).padStart(7)} s${why ? `  ${why}` : ''}\n`,
    )
  }
  const count = (state) => [...outcomes.values()].filter((outcome) => outcome.state === state).length
  const skipped = count('skipped')
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
  process.exitCode = count('failed') > 0 ? 1 : 0
} catch (error) {
  fail(error)
}
