/**
 * `npm test`: runs all checks of a review, with a summary line for each at the end.
 *
 * Four suites run at the same time: first those that are quick and fail most often, then those that are idle for a part
 * of their time, so that others use it; when one ends, the next starts. The output of each is shown when it ends. The
 * tests of pages and the unit tests are split into several suites, because each would otherwise take as long as all the
 * rest. Suites that need the whole server wait for the build of server and client.
 *
 * `npm test -- --only unit,pages` runs some of them; `pages` selects all of its parts. In CI (CI=true) a suite that
 * can't run counts as failed; elsewhere it is listed as skipped, with the reason. In CI a failed test file is run
 * again, alone, after all others, up to three files; if it passes then, it is listed as `flaky` at the end.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureAllBuilt, ensureInstalled, environment, fail, node, root, run, tryAgain } from './prepare.mjs'
import { ensureSchemathesis } from './schemathesis.mjs'
import { bin, layers, lint, rooms, sqlPlaces, types, words } from './static-checks.mjs'

const inCi = /^(true|1)$/.test(process.env.CI ?? '')
const onlyArgument = process.argv.indexOf('--only')
const only = onlyArgument > 0 ? process.argv[onlyArgument + 1].split(',') : null

/** All files below the folders whose names have this ending. */
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

/** Test files of the folders, run by Node's test runner, or by `program`, which runs them itself. */
const nodeTests = (folders, { args = [], reporter = 'spec', program = '--test' } = {}) => ({
  files: () => filesEnding(folders, '.test.ts'),
  command: (files, report) => [
    node,
    [
      ...args,
      `--test-reporter=${reporter}`,
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'tools', 'failed-tests.mjs')}`,
      `--test-reporter-destination=${report}`,
      program,
      ...files,
    ],
  ],
  failed: (report) =>
    report
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
})

/** Unit tests of the web client, run by vitest. */
const webTests = {
  files: () => [],
  command: (files, report) => [
    bin('vitest'),
    [
      'run',
      '--no-isolate',
      '--pool=threads',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { cwd: join(root, 'packages/web') },
  ],
  failed(report) {
    const failures = []
    for (const { name, status, message, assertionResults } of JSON.parse(report).testResults) {
      const file = relative(root, name)
      const tests = assertionResults.filter((test) => test.status === 'failed')
      for (const { fullName, location, failureMessages } of tests)
        failures.push({ file, line: location?.line ?? 1, name: fullName, error: failureMessages.join('\n') })
      if (status === 'failed' && tests.length === 0) failures.push({ file, line: 1, name: file, error: message })
    }
    return failures
  },
}

/** `instead`: what the suites do if the program is missing. */
const programs = {
  chromium: { command: 'chromium', package: 'chromium' },
  chromiumShell: {
    command: 'chromium-headless-shell',
    package: 'chromium-headless-shell',
    instead: 'the pages run in chromium, which takes longer',
  },
  mosquitto: { command: 'mosquitto_pub', package: 'mosquitto-clients' },
  strace: { command: 'strace', package: 'strace' },
  python: { what: 'Python with venv', command: 'python3 -c "import venv, ensurepip"', package: 'python3-venv' },
}

/** For a name: whether the program is installed. For a command line: whether it succeeds. */
const has = (command) => spawnSync('sh', ['-c', command.includes(' ') ? command : `command -v ${command}`]).status === 0

/** Installs a Debian package. Throws the last line of apt's error output. */
function aptInstall(name) {
  const apt = (...args) =>
    spawnSync('apt-get', args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  const install = () => apt('install', '-y', '--no-install-recommends', name)
  if (install().status === 0) return
  // The package lists may be outdated or missing.
  apt('update')
  const { status, stderr } = install()
  if (status !== 0) throw new Error((stderr ?? '').trim().split('\n').at(-1))
}

/** Installs a program with apt if possible. Returns what to do if not, or null. */
async function ensureProgram(name) {
  if (name === 'schemathesis') return has(programs.python.command) ? ensureSchemathesis() : null
  const { command, package: debian, what = command, instead } = programs[name]
  if (has(command)) return null
  let reason = ''
  if (has('apt-get') && process.getuid?.() === 0) {
    process.stdout.write(`Installing ${debian} …\n`)
    try {
      await tryAgain(debian, () => aptInstall(debian))
    } catch (error) {
      reason = ` (${error.message})`
    }
    if (has(command)) return null
  }
  const lacks = `${what}${reason}: install it with "apt-get install ${debian}" as root`
  if (!instead) return `needs ${lacks}`
  process.stdout.write(`Without ${lacks}; ${instead}\n`)
  return null
}

/** Distributes files, largest first, each to the part with the fewest bytes so far, because long files run long. */
function shares(files, count) {
  const parts = Array.from({ length: count }, () => ({ bytes: 0, files: [] }))
  const sized = files.map((file) => ({ file, bytes: statSync(file).size }))
  for (const { file, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    const part = parts.reduce((least, each) => (each.bytes < least.bytes ? each : least))
    part.bytes += bytes
    part.files.push(file)
  }
  return parts.map(({ files }) => files.sort().sort((a, b) => Number(collectsGarbage(b)) - Number(collectsGarbage(a))))
}

/**
 * Whether a test measures memory. Such files run first in a process: a collection of all garbage takes as long as
 * everything that earlier files left in memory.
 */
const collectsGarbage = (file) => readFileSync(file, 'utf8').includes("'--expose-gc'")

/** Splits a long suite into parts of about the same duration; the suite's name selects all of them. */
const inParts = (count, suite) =>
  Array.from({ length: count }, (_, part) => ({
    ...suite,
    name: `${suite.name}-${part + 1}`,
    tests: { ...suite.tests, files: () => shares(suite.tests.files(), count)[part] },
  }))

/** Runs one file at a time. */
const inTurn = { args: ['--test-concurrency=1'] }

/** In order of their start. `isBeforeBuild`: doesn't need the build. */
const suites = [
  { name: 'build', what: 'server and web client build', isBeforeBuild: true, run: ensureAllBuilt },
  {
    name: 'types',
    what: 'strict types',
    isBeforeBuild: true,
    run: async ({ program }) => {
      for (const project of types) await program(...project)
    },
  },
  { name: 'lint', what: 'format and lint', isBeforeBuild: true, run: ({ program }) => program(...lint) },
  {
    name: 'layers',
    what: 'layers, cycles of files and of rooms, places of SQL, words of texts',
    isBeforeBuild: true,
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
    isBeforeBuild: true,
    run: ({ program }) => program(bin('knip'), ['--no-progress']),
  },
  {
    name: 'web',
    what: 'unit tests of the web client',
    isBeforeBuild: true,
    tests: webTests,
  },
  {
    name: 'conformance',
    what: 'recorded conversations of the wire',
    tests: nodeTests(['e2e/conformance']),
  },
  {
    name: 'fairness',
    what: 'what other tenants notice of an attack',
    tests: nodeTests(['e2e/fairness'], inTurn),
  },
  {
    name: 'durability',
    what: 'kill -9 under load, order of system calls',
    needs: ['strace'],
    tests: nodeTests(['e2e/durability'], inTurn),
  },
  // One server per file.
  ...inParts(5, {
    name: 'pages',
    what: 'the client in Chromium, with axe',
    minutes: 50,
    needs: ['chromium', 'chromiumShell', 'mosquitto'],
    tests: nodeTests(['e2e/pages'], { program: join(root, 'e2e/pages/one-by-one.ts') }),
  }),
  {
    name: 'fuzzing',
    what: 'schemathesis on the OpenAPI document: no call fails or answers outside its schema',
    needs: ['python', 'schemathesis'],
    tests: nodeTests(['e2e/fuzzing']),
  },
  {
    name: 'permissions',
    what: 'every call, socket command and device topic for everybody',
    tests: nodeTests(['e2e/permissions']),
  },
  {
    name: 'maintenance',
    what: 'backup under load, restore, check, Ctrl C, full disk',
    tests: nodeTests(['e2e/maintenance'], inTurn),
  },
  {
    name: 'start',
    what: 'first start, second start, refusals',
    tests: nodeTests(['e2e/start']),
  },
  {
    name: 'client',
    what: 'the typed client: every room, the live socket, the package and its documentation',
    needs: ['chromium', 'chromiumShell'],
    tests: nodeTests(['e2e/client'], inTurn),
  },
  {
    name: 'hostile-input',
    what: 'hostile requests to every call',
    tests: nodeTests(['e2e/hostile-input']),
  },
  ...inParts(3, {
    name: 'unit',
    what: 'unit tests of model, client, server, simulator',
    isBeforeBuild: true,
    needs: ['mosquitto'],
    tests: nodeTests(
      [
        'packages/model/src',
        'packages/client/src',
        'packages/server/src',
        'packages/server/build',
        'packages/simulator/src',
      ],
      // Names a test that never ends.
      { args: ['--test-isolation=none', '--test-timeout=180000'], reporter: 'dot' },
    ),
  }),
]

/**
 * Suites that run at the same time: two more than the two processors of CI, since each is idle for half of its time.
 */
const atOnceMax = 4

/** Default time limit of a suite in CI, minutes. */
const usualMinutes = 30

/** Maximum characters of output that are shown for a failed suite without a named test. */
const lastWordsMax = 4_000

const outcomes = new Map()

/** Folder that the suites of this run share. */
const sharedFolder = mkdtempSync(join(tmpdir(), 'sonde-tests-'))
process.on('exit', () => rmSync(sharedFolder, { recursive: true, force: true }))

/** Maximum files of all suites that get a second run. More failures aren't a coincidence. */
const secondChancesMax = 3

/** Maximum characters of a failed test's error. The text also contains its name and location. */
const failureMax = 4_000
const failureText = ({ name, file, line, error }) =>
  `✖ ${name}\n  ${file}:${line}\n  ${error.slice(0, failureMax).trimEnd().replaceAll('\n', '\n  ')}\n`

/**
 * Runs a suite, or some of its files. With `isShownAtEnd`, its output is buffered until then. Returns `{ state, why,
 * failures, output }`; `failures` are the failed tests, if the suite can name them.
 */
async function attempt(suite, files, isShownAtEnd) {
  const pieces = []
  const onOutput = isShownAtEnd ? (piece) => pieces.push(piece) : undefined
  const minutes = inCi ? (suite.minutes ?? usualMinutes) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'sonde-test-'))
  const report = join(folder, 'failed')
  // File in which tests save the last output of servers that they failed with.
  const logs = join(folder, 'logs')
  // Some tools always color their output in CI.
  const env = {
    ...environment(),
    SONDE_TEST_FOLDER: sharedFolder,
    SONDE_TEST_LOGS: logs,
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
  }
  let computed = 0
  const program = (command, args, options) =>
    run(command, args, { env, minutes, onOutput, ...options }).finally(() => {
      computed += computedSinceLast()
    })
  let outcome
  try {
    if (suite.tests) await program(...suite.tests.command(files, report))
    else await suite.run({ program })
    outcome = { state: 'passed', failures: [] }
  } catch (error) {
    let failures = []
    try {
      if (suite.tests) failures = suite.tests.failed(readFileSync(report, 'utf8'))
    } catch {
      // A runner that was killed has written no report or an incomplete one: the output is used instead.
    }
    // A suite that timed out isn't run again: a second run would prove nothing.
    const mayRunAgain = inCi && !error.isLate && failures.length > 0
    const serverLogs = existsSync(logs) ? readFileSync(logs, 'utf8') : ''
    outcome = { state: 'failed', why: error.message, failures, mayRunAgain, serverLogs }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  computed += computedSinceLast()
  return { ...outcome, computed, output: Buffer.concat(pieces) }
}

let computedBefore = 0

/**
 * Processor time of the programs that ended since the last call, seconds: of the one that just ended, because only
 * those that ended count. 0 where the system has no /proc.
 */
function computedSinceLast() {
  if (!existsSync('/proc/self/stat')) return 0
  // The name of the program, in parentheses, may contain blanks. Then 14 and 15: children in user and system mode.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  const computed = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  const since = computed - computedBefore
  computedBefore = computed
  return since
}

/** Unit of processor times in /proc. */
const ticksPerSecond = 100

/** Runs a suite and records its outcome. */
async function runSuite(suite, isShownAtEnd) {
  const started = Date.now()
  const heading = `\n── ${suite.name}: ${suite.what}\n`
  process.stdout.write(isShownAtEnd ? `   ${suite.name} begins\n` : heading)
  const lacks = lacking.get(suite.name)
  const outcome = lacks
    ? { state: inCi ? 'failed' : 'skipped', why: lacks, failures: [], output: Buffer.alloc(0) }
    : await attempt(suite, suite.tests?.files(), isShownAtEnd)
  if (isShownAtEnd) process.stdout.write(Buffer.concat([Buffer.from(heading), outcome.output]))
  outcomes.set(suite.name, { ...outcome, name: suite.name, seconds: (Date.now() - started) / 1000 })
}

/**
 * In CI, runs failed files once more, alone: on a loaded machine, a test can fail without a defect of the product.
 * Files that pass then are reported as flaky. Returns their `{ file, error }`.
 */
async function giveSecondChances() {
  const chances = [...outcomes.values()]
    .filter(({ mayRunAgain }) => mayRunAgain)
    .map(({ name, failures }) => ({ name, files: [...new Set(failures.map(({ file }) => file))] }))
  const count = chances.reduce((sum, { files }) => sum + files.length, 0)
  if (count > secondChancesMax) {
    process.stdout.write(`\n${count} files failed: more than the ${secondChancesMax} that are run once more.\n`)
    return []
  }
  const flaky = []
  for (const { name, files } of chances) {
    const suite = suites.find((each) => each.name === name)
    const first = outcomes.get(name)
    const again = []
    for (const file of files) {
      process.stdout.write(`\n── ${name}, once more: ${file}\n`)
      const { state, failures, why } = await attempt(suite, [join(root, file)], false)
      const failure = first.failures.find((each) => each.file === file)
      if (state === 'passed') flaky.push({ file, error: failure.error.split('\n')[0] })
      else again.push(failure, ...failures, ...(failures.length === 0 ? [{ ...failure, error: why }] : []))
    }
    outcomes.set(
      name,
      again.length > 0 ? { ...first, failures: again } : { ...first, state: 'passed', failures: [], why: '' },
    )
  }
  return flaky
}

/** Runs the suites in order, several at once. Those that need the build wait for it. */
async function runAll(list) {
  const left = [...list]
  const isShownAtEnd = list.length > 1
  let endBuild
  const built = new Promise((resolve) => {
    endBuild = resolve
  })
  let isBuilt = !list.some(({ name }) => name === 'build')
  const takeTurns = async () => {
    while (left.length > 0) {
      const at = left.findIndex(({ isBeforeBuild }) => isBuilt || isBeforeBuild)
      if (at < 0) {
        await built
        continue
      }
      const [suite] = left.splice(at, 1)
      await runSuite(suite, isShownAtEnd)
      if (suite.name !== 'build') continue
      isBuilt = true
      endBuild()
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, takeTurns))
}

/** Whether `--only` selects the suite, by its name or by that of the suite it is a part of. */
const isWanted = ({ name }) => !only || only.includes(name) || only.includes(name.replace(/-\d$/, ''))

/** Missing requirements, by name of the suite. */
const lacking = new Map()

try {
  await ensureInstalled()
  const wanted = suites.filter(isWanted)
  if (wanted.length === 0)
    throw new Error(`No suite named ${only}. There are: ${suites.map((s) => s.name).join(', ')}.`)
  const missing = new Map()
  for (const need of new Set(wanted.flatMap(({ needs = [] }) => needs))) missing.set(need, await ensureProgram(need))
  for (const { name, needs = [] } of wanted) {
    const reasons = needs.map((need) => missing.get(need)).filter((reason) => reason !== null)
    if (reasons.length > 0) lacking.set(name, reasons.join('; '))
  }
  await runAll(wanted)

  const flaky = await giveSecondChances()

  // The failures are repeated at the end, because output of other suites follows them.
  for (const { name, state, failures, output, serverLogs = '' } of wanted.map(({ name }) => outcomes.get(name))) {
    if (state !== 'failed') continue
    const said = failures.length > 0 ? failures.map(failureText).join('') : output.toString().slice(-lastWordsMax)
    process.stdout.write(`\n── ${name}, what failed\n${said}${serverLogs}\n`)
  }
  process.stdout.write('\n')
  for (const { name, state, why, seconds, computed = 0 } of wanted.map(({ name }) => outcomes.get(name))) {
    process.stdout.write(
      `${state.padEnd(8)}${name.padEnd(13)}${seconds.toFixed(1).padStart(7)} s${computed.toFixed(1).padStart(7)} s CPU${why ? `  ${why}` : ''}\n`,
    )
  }
  for (const { file, error } of flaky) process.stdout.write(`flaky   ${file}  ${error.slice(0, 200)}\n`)
  const count = (state) => [...outcomes.values()].filter((outcome) => outcome.state === state).length
  const skipped = count('skipped')
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
  process.exitCode = count('failed') > 0 ? 1 : 0
} catch (error) {
  fail(error)
}
